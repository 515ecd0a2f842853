#include "jail/inside/serve.h"

#include <atomic>
#include <csignal>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <unistd.h>

#include "base/zone.h"
#include "jail/wire/channel.h"
#include "jail/wire/control.h"
#include "jail/wire/parts.h"
#include "session/session_impl.h"

namespace fermata::jail {

namespace {

// The parent's clock, entropy or on_output threw: the session stops, and the parent throws on.
struct HostThrew : std::exception {};

// What signals reach.
std::atomic<Session*> session_now{nullptr};
std::atomic<bool> wants_yield{false};
void on_interrupt(int) {
  if (Session* session = session_now.load()) session->interrupt();
}
void on_yield(int) { wants_yield = true; }

class Server;
Server* server_now = nullptr;  // for zones, which have no other way to it

// Nothing is left to tell, and destructors would only take time.
[[noreturn]] void end(int code) { _exit(code); }

class Server {
 public:
  explicit Server(const Room& room) : room_(room) {}
  void run();
  std::optional<std::string> zone(const std::string& name);

 private:
  using Reader = MessageReader;
  void obey(Request request, Reader& in);
  void obey_made(Request request, Reader& in);
  void open(Reader& in);
  void load(Reader& in);
  void feed(Reader& in);
  void made(std::unique_ptr<Session> session);
  void stopped(const std::function<void()>& run);
  Standing standing();
  SessionOptions options_of(Granted granted);
  void granted_limits(const Limits& limits);
  void print(int stream, std::string_view text);

  // The parent's answer to a question, which begins with a nod; nod() throws HostThrew when the host's code did.
  Reader ask(const std::string& question);
  Nod nod(Reader& in);
  template <class... T>
  void tell(Reply kind, const T&... values) {
    send(message(kind, values...));
  }
  void send(const std::string& message) {
    if (!channel_.send(message)) end(kLeft);
  }
  std::string_view next() {
    std::string_view bytes;
    if (channel_.receive(&bytes, UINT32_MAX) != Channel::Result::kMessage) end(kLeft);
    return bytes;
  }

  Channel channel_{Descriptor(0)};
  const Room room_;
  std::unique_ptr<Session> session_;
  bool prints_ = false;          // output is handed on as it happens
  bool asks_ = false;            // and the parent says what then
  bool checkpoint_ = false;      // this request wants the state with its answer,
  bool is_place_ = false;        // wherever it stops
  uint64_t known_[2] = {0, 0};   // bytes of output that the parent had after the last answer
  uint64_t handed_[2] = {0, 0};  // since then, as they were printed
  uint64_t fed_ = 0;
};

// --- questions

Nod Server::nod(Reader& in) {
  const Nod said = in.kind<Nod>();
  if (said == Nod::kThrew) throw HostThrew();
  return said;
}

MessageReader Server::ask(const std::string& question) {
  send(question);
  return MessageReader(next(), UINT64_MAX);
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
    Reader in(next(), UINT64_MAX);
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
  prints_ = granted.has_output;
  if (prints_) options.on_output = [this](int stream, std::string_view text) { print(stream, text); };
  return options;
}

void Server::granted_limits(const Limits& limits) {
  limit_address_space(room_, limits.heap_bytes);
  constexpr uint64_t kMore = 10;  // what isn't the program's: compiling, saving, telling
  limit_cpu(limits.time_ms ? limits.time_ms / 1000 + kMore : 0);
}

void Server::made(std::unique_ptr<Session> session) {
  session_ = std::move(session);
  session_now = session_.get();
  fed_ = session_->impl().fed;
  granted_limits(session_->limits());
  Opened opened{.limits = session_->limits(),
                .has_pause_at = session_->impl().options.pause_at.has_value(),
                .pause_at = session_->pause_at(),
                .functions = session_->functions()};
  opened.standing = standing();
  tell(Reply::kOpened, opened);
}

void Server::open(Reader& in) {
  const auto name = get<std::string>(in);
  const auto source = get<std::string>(in);
  SessionOptions options = options_of(get<Granted>(in));
  in.end();
  granted_limits(options.limits);
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
  granted_limits(limits ? *limits : options.limits);
  StateProblem problem;
  auto session = Session::load(state, std::move(options), &problem, limits ? &*limits : nullptr);
  if (!session) return tell(Reply::kRefused, problem);
  made(std::move(session));
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
  // (Who is never fed has no use for a state of its end.)
  const bool is_place = std::exchange(is_place_, false) || s.outcome.status == Status::kPaused ||
                        (fed_ && (s.outcome.status == Status::kDone || s.outcome.status == Status::kRaised));
  if (checkpoint_ && is_place) try {
      s.state = session_->save();
    } catch (const std::runtime_error&) {  // what can't be saved has no checkpoint
    }
  return s;
}

// --- requests

void Server::stopped(const std::function<void()>& run) {
  bool threw = false;
  try {
    run();
  } catch (const HostThrew&) {
    threw = true;
  }
  Standing s = standing();
  s.threw = threw;
  tell(Reply::kStopped, s);
}

void Server::feed(Reader& in) {
  const auto source = get<std::string>(in);
  const auto options = get<FeedOptions>(in);
  in.end();
  std::vector<Finding> findings;
  bool threw = false;
  Outcome outcome;
  try {
    outcome = session_->feed(source, options, &findings);
  } catch (const HostThrew&) {
    threw = true;
  }
  Standing s = standing();
  s.threw = threw;
  if (!s.accepted && !threw) s.refused = std::move(outcome);  // (the session's own is as it was)
  s.findings = std::move(findings);
  tell(Reply::kStopped, s);
}

void Server::obey_made(Request request, Reader& in) {
  // A request is read to its end before anything is done about it.
  const auto whole = [&]<class T>(T value) {
    in.end();
    return value;
  };
  Session& session = *session_;
  switch (request) {
    case Request::kStart: {
      const auto inputs = whole(get<Inputs>(in));
      return stopped([&] { session.start(inputs); });
    }
    case Request::kResume: {
      const auto answers = whole(get<std::vector<CallAnswer>>(in));
      if (answers.size() == 1) return stopped([&] { session.resume(answers[0].call, answers[0].answer); });
      return stopped([&] { session.resume(answers); });
    }
    case Request::kResumeDue: return stopped([&] { session.resume_due(); });
    case Request::kResumeNext: return stopped([&] { session.resume_next(); });
    case Request::kRun: {
      const auto steps = whole(get<uint64_t>(in));
      return stopped([&] { session.run(steps); });
    }
    case Request::kFeed: return feed(in);
    case Request::kRaise: {
      const auto error = whole(get<Error>(in));
      return stopped([&] { session.raise(error); });
    }
    case Request::kAbandon: return stopped([&] { session.abandon(); });
    case Request::kEndWaiting: return stopped([&] { session.end_waiting(); });
    case Request::kForget:
      is_place_ = true;
      return stopped([&] {
        session.forget([&](std::string_view name) {
          Reader told = ask(message(Reply::kKeeps, std::string(name)));
          nod(told);
          return get<bool>(told);
        });
      });
    case Request::kSave: {
      std::string state = session.save(whole(get<StateEncoding>(in)));
      MessageWriter out(Reply::kBytes);
      bytes(out, state);
      return send(out.take());
    }
    case Request::kTakeOutput: {
      std::string text = session.take_output(whole(get<int>(in)));
      MessageWriter out(Reply::kBytes);
      bytes(out, text);
      return send(out.take());
    }
    case Request::kSetLimits: {
      const auto limits = whole(get<Limits>(in));
      granted_limits(limits);
      session.set_limits(limits);
      return tell(Reply::kDone);
    }
    case Request::kUsedUp: {
      const auto limits = whole(get<std::optional<Limits>>(in));
      std::string text = session.used_up(limits ? &*limits : nullptr);
      MessageWriter out(Reply::kBytes);
      bytes(out, text);
      return send(out.take());
    }
    case Request::kSetPauseAt: {
      const auto pause_at = get<PauseAt>(in);
      const auto besides = get<std::vector<std::string>>(in);
      if (whole(get<bool>(in))) session.check_pause_at(pause_at, besides);
      else session.set_pause_at(pause_at, besides);
      return tell(Reply::kDone);
    }
    case Request::kFunctions: return tell(Reply::kFunctions, session.functions());
    case Request::kTypes: return tell(Reply::kTypes, session.types());
    case Request::kMisfits: return tell(Reply::kTexts, session.misfits(whole(get<std::vector<TypeDeclaration>>(in))));
    case Request::kEachValue: {
      const auto type = whole(get<std::string>(in));
      session.each_value(type, [&](const Data& value) {
        Reader told = ask(message(Reply::kValue, value));
        nod(told);
        return get<bool>(told);
      });
      return tell(Reply::kDone);
    }
    case Request::kView: return tell(Reply::kView, session.view());
    case Request::kStress: session.set_gc_stress(whole(get<bool>(in))); return tell(Reply::kDone);
    default: end(kNonsense);
  }
}

void Server::obey(Request request, Reader& in) {
  if (request == Request::kHello) return tell(Reply::kDone);
  if (request != Request::kOpen && request != Request::kLoad && !session_) end(kNonsense);
  asks_ = get<bool>(in);
  checkpoint_ = get<bool>(in);
  try {
    if (request == Request::kOpen) open(in);
    else if (request == Request::kLoad) load(in);
    else obey_made(request, in);
  } catch (const UsageError& error) {
    tell(Reply::kUsage, std::string(error.what()));
  } catch (const HostThrew&) {
    tell(Reply::kThrew);
  } catch (const std::runtime_error& error) {
    tell(Reply::kFailed, std::string(error.what()));
  }
}

void Server::run() {
  for (;;) {
    try {
      Reader in(next(), UINT64_MAX);
      obey(in.kind<Request>(), in);
    } catch (const StateFailure& failure) {
      if (failure.error.kind != StateErrorKind::kUnsavable && failure.error.kind != StateErrorKind::kTooLarge) end(kNonsense);
      tell(Reply::kFailed, failure.error.message);
    } catch (const std::bad_alloc&) {
      end(kNoMemory);
    } catch (const std::exception&) {
      end(kUncaught);
    }
  }
}

std::optional<std::string> zone_of_parent(const std::string& name) { return server_now->zone(name); }

}  // namespace

void take_signals() {
  struct sigaction action = {};
  action.sa_flags = SA_RESTART;
  action.sa_handler = on_interrupt;
  sigaction(SIGUSR1, &action, nullptr);
  action.sa_handler = on_yield;
  sigaction(SIGUSR2, &action, nullptr);
}

int serve(const Room& room) {
  std::set_new_handler([] { end(kNoMemory); });
  std::set_terminate([] { end(kUncaught); });
  Zone::set_source(zone_of_parent);
  Server server(room);
  server_now = &server;
  server.run();
  return kLeft;
}

}  // namespace fermata::jail
