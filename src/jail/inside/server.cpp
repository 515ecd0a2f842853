#include "jail/inside/server.h"

#include <algorithm>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include "session/session_impl.h"

namespace fermata::jail {

std::atomic<Session*> Server::session_now{nullptr};
std::atomic<bool> Server::wants_yield{false};

void end(JailedExit code) { _exit(code); }

Server::~Server() { session_now = nullptr; }

void Server::interrupt() {
  if (Session* session = session_now.load()) session->interrupt();
}

void Server::yield() { wants_yield = true; }

// --- messages

void Server::send(const std::string& message) {
  if (!channel_.send(message, Channel::kForEver)) end(kLeft);
}

std::string_view Server::next() {
  std::string_view bytes;
  if (channel_.receive(&bytes, UINT32_MAX, Channel::kForEver) != Channel::Result::kMessage) end(kLeft);
  return bytes;
}

void Server::tell_bytes(std::string value) {
  MessageWriter out(Reply::kBytes);
  bytes(out, value);
  send(out.take());
}

// --- questions

Nod Server::nod(Reader& in) {
  const Nod said = in.kind<Nod>();
  if (said == Nod::kThrew) throw HostThrew();
  return said;
}

MessageReader Server::ask(const std::string& question) {
  send(question);
  return MessageReader(next(), UINT64_MAX, /*from_host=*/true);
}

std::optional<std::string> Server::zone(const std::string& name) {
  Reader in = ask(message(Reply::kZone, name));
  nod(in);
  if (!get<bool>(in)) return std::nullopt;
  return in.bytes();
}

void Server::print(int stream, std::string_view text) {
  handed_[stream == 2] += text.size();
  MessageWriter out(Reply::kOutput);
  send(put(out, stream, asks_, std::string(text)).take());
  Nod said = Nod::kGoOn;
  if (asks_) {
    Reader in(next(), UINT64_MAX, /*from_host=*/true);
    said = nod(in);
  }
  if (said == Nod::kGoOnAlone) asks_ = false;
  if (said == Nod::kYield || wants_yield.exchange(false)) session_->yield();
}

// --- a session

SessionOptions Server::options_of(Granted granted) {
  SessionOptions options = std::move(granted.options);
  if (granted.has_clock)
    options.clock = [this] {
      Reader in = ask(message(Reply::kClock));
      nod(in);
      return get<double>(in);
    };
  if (granted.has_entropy)
    options.entropy = [this](std::span<uint8_t> bytes) {
      Reader in = ask(message(Reply::kEntropy, uint64_t(bytes.size())));
      nod(in);
      const std::string given = in.bytes();
      if (given.size() != bytes.size()) end(kNonsense);
      std::copy(given.begin(), given.end(), bytes.begin());
    };
  for (Mount& mount : options.mounts)
    mount.files = [this, at = mount.at](const FileRequest& request) {
      Reader in = ask(message(Reply::kMount, at, request));
      nod(in);
      return get<FileAnswer>(in);
    };
  prints_ = granted.has_output;
  if (prints_) options.on_output = [this](int stream, std::string_view text) { print(stream, text); };
  return options;
}

void Server::limit_process(const Limits& limits) {
  if (!room_ || (limited_by_ && limited_by_->heap_bytes == limits.heap_bytes && limited_by_->time_ms == limits.time_ms)) return;
  limited_by_ = limits;
  limit_address_space(*room_, limits.heap_bytes);
  constexpr uint64_t kMore = 10;  // what isn't the program's: compiling, saving, telling
  limit_cpu(limits.time_ms ? limits.time_ms / 1000 + kMore : 0);
}

void Server::made(std::unique_ptr<Session> session) {
  session_ = std::move(session);
  session_now = session_.get();
  fed_ = session_->impl().fed;
  session_->impl().compiled_package = [this](std::string_view path) {
    Reader in = ask(message(Reply::kCode, std::string(path), std::string(compiler_fingerprint())));
    nod(in);
    return get<std::optional<CompiledPackage>>(in);
  };
  limit_process(session_->limits());
  Opened opened{.limits = session_->limits(),
                .has_pause_at = session_->impl().options.pause_at.has_value(),
                .pause_at = session_->pause_at(),
                .functions = session_->functions()};
  opened.standing = standing();
  tell(Reply::kOpened, opened);
}

void Server::check(Reader& in) {
  const auto name = get<std::string>(in);
  const auto source = get<std::string>(in);
  const auto functions = get<std::vector<Grant>>(in);
  const auto inputs = get<std::vector<std::string>>(in);
  in.end();
  limit_process(Limits());
  tell(Reply::kFindings, Program::check(source, name, functions, inputs));
}

void Server::compile(Reader& in) {
  const auto path = get<std::string>(in);
  const std::string text = in.bytes();
  in.end();
  limit_process(Limits());
  tell_bytes(compile_package_text(path, text));
}

void Server::open(Reader& in) {
  const auto name = get<std::string>(in);
  const auto source = get<std::string>(in);
  SessionOptions options = options_of(get<Granted>(in));
  in.end();
  limit_process(options.limits);
  std::vector<Finding> findings;
  auto program = Program::compile(source, name, &findings);
  if (!program) return tell(Reply::kFindings, findings);
  made(std::make_unique<Session>(std::move(program), std::move(options)));
}

void Server::load(Reader& in) {
  const std::string state = in.bytes();
  SessionOptions options = options_of(get<Granted>(in));
  const auto limits = get<std::optional<Limits>>(in);
  in.end();
  limit_process(limits ? *limits : options.limits);
  StateProblem problem;
  auto session = Session::load(state, std::move(options), &problem, limits ? &*limits : nullptr);
  if (!session) return tell(Reply::kRefused, problem);
  made(std::move(session));
}

// (One that is never fed has no use for a state of its end.)
bool Server::is_place_for_checkpoint(const Standing& s) {
  const Status status = s.outcome.status;
  const bool wanted = std::exchange(is_place_, false);
  return checkpoint_ && (wanted || status == Status::kPaused || (fed_ && (status == Status::kDone || status == Status::kRaised)));
}

Standing Server::standing() {
  Standing s;
  s.outcome = session_->outcome();
  s.outcome.status = session_->status();
  s.pending = session_->pending();
  s.spent = session_->spent();
  s.clock = session_->impl().cx.host.clock;
  s.wall_left = session_->wall_time_left();
  // The parent's copy of the output is what it had, or nothing after a feed; what this says; and what came while the program ran.
  s.accepted = std::exchange(fed_, session_->impl().fed) != session_->impl().fed;
  for (int i = 0; i < 2; ++i) {
    const std::string& output = session_->output(i + 1);
    s.output_kept[i] = s.accepted ? 0 : known_[i];
    const uint64_t from = std::min<uint64_t>(s.output_kept[i], output.size()), handed = std::exchange(handed_[i], 0);
    s.printed[i] = output.substr(from, output.size() - from - std::min<uint64_t>(handed, output.size() - from));
    known_[i] = output.size();
  }
  if (is_place_for_checkpoint(s)) try {
      s.state = session_->save();
    } catch (const std::runtime_error&) {  // what can't be saved has no checkpoint
    }
  return s;
}

}  // namespace fermata::jail
