// What is said between a jailed session and its process: requests, the questions that come before their answers, and how it is told that
// the process has died or hangs.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <sys/wait.h>

#include "base/zone.h"
#include "jail/outside/jailed_session.h"

namespace fermata::jail {

namespace {

constexpr auto kUnhurried = std::chrono::seconds(60);  // requests of a session without a time limit, but for those that run it
constexpr uint64_t kSlack = 16 << 20;

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

std::string in_words(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return "killed by " + signal_name(signal) + (signal == SIGSYS ? ", for a system call that it may not make" : "");
  }
  switch (WIFEXITED(status) ? WEXITSTATUS(status) : -1) {
    case kNotShut: return "it couldn't be shut in";
    case kNoMemory: return "out of memory";
    case kUncaught: return "an exception that nobody expected";
    case kNonsense: return "it was sent what isn't a message";
    case kCpuTime: return "it used more CPU time than its time limit and compiling, saving and telling take";
    case kLeft: return "it ended by itself";
    default: return "it ended, nobody knows how";
  }
}

bool runs(Request kind) { return kind >= Request::kStart && kind <= Request::kForget; }

}  // namespace

std::string JailedSession::why_it_ended(int* signal) {
  const int status = link_ ? link_->why_it_ended(child_) : -1;
  *signal = status >= 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return status < 0 ? "nobody knows how" : in_words(status);
}

void JailedSession::die(const std::string& reason, int signal, bool hung) {
  Crash crash{.signal = signal, .reason = reason, .last_call = last_call_, .steps = spent_.steps};
  if (reason.empty()) crash.reason = why_it_ended(&crash.signal);
  process_ = -1;
  if (link_) link_->give_up(child_);
  child_.channel.close();
  throw Dead{std::move(crash), hung};
}

std::chrono::milliseconds JailedSession::grace() const { return std::chrono::milliseconds(link_ ? link_->options().grace_ms : 0); }

JailedSession::Bounds JailedSession::bounds_of(Request kind) const {
  Bounds bounds;
  if (limits_.time_ms)
    bounds.until = bounds.began + std::chrono::milliseconds(std::min<uint64_t>(limits_.time_ms, 1'000'000'000)) + grace();
  else if (!runs(kind)) bounds.until = bounds.began + kUnhurried + grace();
  if (!limits_.heap_bytes) return bounds;
  const bool has_state = kind == Request::kSave || jailed_.checkpoint == JailedOptions::Checkpoint::kCalls;
  const uint64_t heap = std::max(limits_.heap_bytes, options_.limits.heap_bytes);
  bounds.most_bytes = std::min<uint64_t>((has_state ? 4 : 1) * heap + kSlack, UINT32_MAX);
  bounds.room = (has_state ? 5 : 1) * heap + 4 * kSlack;
  return bounds;
}

std::string_view JailedSession::next_message(const Bounds& bounds) {
  std::string_view bytes;
  switch (child_.channel.receive(&bytes, bounds.most_bytes, bounds.until)) {
    case Channel::Result::kMessage: return bytes;
    case Channel::Result::kEnd: die("");
    case Channel::Result::kTooLong: die("it sent what isn't a message: it is too long");
    case Channel::Result::kTimeOver: break;
  }
  die_of_hanging(bounds);
}

void JailedSession::die_of_hanging(const Bounds& bounds) {
  char text[64];
  std::snprintf(text, sizeof text, "no answer for %.1f s",
                std::chrono::duration<double>(Channel::Time::clock::now() - bounds.began).count());
  die(text, SIGKILL, /*hung=*/true);
}

void JailedSession::tell(std::string_view message, const Bounds& bounds) {
  Bounds own = bounds;
  if (!own.until) own.until = Channel::Time::clock::now() + kUnhurried + grace();
  if (child_.channel.send(message, own.until)) return;
  if (own.are_over()) die_of_hanging(bounds);
  die("");
}

bool JailedSession::answered(std::string_view bytes, Bounds& bounds, const Take& take, const Callbacks& callbacks) {
  MessageReader in(bytes, bounds.room);
  const Reply kind = in.kind<Reply>();
  if (kind < Reply::kOpened) {
    if (bounds.are_over()) die_of_hanging(bounds);  // (or questions without end would put the end off)
    question(kind, in, bounds, callbacks);
    return false;
  }
  if (kind == Reply::kUsage || kind == Reply::kFailed) {
    const std::string text = get<std::string>(in);
    in.end();
    if (kind == Reply::kUsage) throw UsageError(text);
    throw std::runtime_error(text);
  }
  if (kind == Reply::kThrew) {
    if (!thrown_) fail(StateErrorKind::kBadObject, "nothing was thrown");
    std::rethrow_exception(std::exchange(thrown_, nullptr));
  }
  take(kind, in);
  in.end();
  return true;
}

void JailedSession::transact(const std::string& request, const Take& take, const Callbacks& callbacks) {
  Bounds bounds = bounds_of(kind_of(request));
  tell(request, bounds);
  try {
    while (!answered(next_message(bounds), bounds, take, callbacks)) {
    }
  } catch (const StateFailure& failure) {
    die("it sent what isn't a message: " + failure.error.message);
  }
}

void JailedSession::call_host(const std::function<std::string()>& code, Bounds& bounds) {
  std::string answer;
  const auto began = Channel::Time::clock::now();
  try {
    answer = code();
  } catch (const StateFailure& failure) {
    thrown_ = std::make_exception_ptr(UsageError(failure.error.message));
  } catch (...) {
    thrown_ = std::current_exception();
  }
  bounds.pass_over(began);
  tell(answer.empty() ? message(Nod::kThrew) : answer, bounds);
}

void JailedSession::count_output(size_t bytes) {
  if (bytes == 0) return;
  printed_bytes_ += bytes;
  if (limits_.output_bytes && printed_bytes_ > limits_.output_bytes + kSlack)
    fail(StateErrorKind::kTooLarge, "more output than there may be");
}

void JailedSession::count_anew_if_fed(const std::string& request) {
  if (kind_of(request) == Request::kFeed) printed_before_ = std::exchange(printed_bytes_, 0);
}

void JailedSession::printed(MessageReader& in, Bounds& bounds) {
  const int stream = get<int>(in);
  const bool waits = get<bool>(in);
  const std::string text = get<std::string>(in);
  in.end();
  if ((stream != 1 && stream != 2) || !options_.on_output) fail(StateErrorKind::kOutOfRange, "output that nobody asked for");
  const int i = stream == 2;
  count_output(text.size());
  arriving_[i] += text;
  const size_t again = size_t(std::min<uint64_t>(again_[i], text.size()));
  again_[i] -= again;
  handed_on_[i] += text.size();
  yields_ = false;
  bool threw = false;
  const auto began = Channel::Time::clock::now();
  if (again < text.size() && !thrown_) try {
      options_.on_output(stream, std::string_view(text).substr(again));
    } catch (...) {
      thrown_ = std::current_exception();
      threw = true;
    }
  bounds.pass_over(began);
  quiet_ = yields_ || threw ? 0 : std::min(quiet_ + 1, kQuiet);
  if (!waits) {
    if (threw) child_.signal(SIGUSR1);
    else if (yields_) child_.signal(SIGUSR2);
    return;
  }
  const Nod nod = threw ? Nod::kThrew : yields_ ? Nod::kYield : quiet_ == kQuiet ? Nod::kGoOnAlone : Nod::kGoOn;
  tell(message(nod), bounds);
}

void JailedSession::question(Reply kind, MessageReader& in, Bounds& bounds, const Callbacks& callbacks) {
  const auto answer = [&](const std::function<std::string()>& code) { call_host(code, bounds); };
  switch (kind) {
    case Reply::kOutput: return printed(in, bounds);
    case Reply::kClock:
      in.end();
      if (!options_.clock) break;
      return answer([&] { return message(Nod::kGoOn, options_.clock()); });
    case Reply::kEntropy: {
      constexpr uint64_t kMost = 1 << 20;
      const auto count = get<uint64_t>(in);
      in.end();
      if (!options_.entropy || count > kMost) break;
      return answer([&] {
        std::vector<uint8_t> drawn(count);
        if (count > 0) options_.entropy(drawn);  // (which need not be ready for nothing to fill)
        std::string text(drawn.begin(), drawn.end());
        MessageWriter out(Nod::kGoOn);
        bytes(out, text);
        return out.take();
      });
    }
    case Reply::kZone: {
      const std::string name = get<std::string>(in);
      in.end();
      return answer([&] {
        std::optional<std::string> file = Zone::file(name);
        MessageWriter out(Nod::kGoOn);
        put(out, file.has_value());
        if (file) bytes(out, *file);
        return out.take();
      });
    }
    case Reply::kMount: {
      const std::string at = get<std::string>(in);
      const auto request = get<FileRequest>(in);
      in.end();
      return answer([&] { return message(Nod::kGoOn, mounts_.ask(at, request)); });
    }
    case Reply::kCode: {
      const std::string path = get<std::string>(in), fingerprint = get<std::string>(in);
      in.end();
      return answer([&] { return message(Nod::kGoOn, compiled_package(path, fingerprint)); });
    }
    case Reply::kKeeps: {
      const std::string name = get<std::string>(in);
      in.end();
      if (!callbacks.keeps) break;
      return answer([&] { return message(Nod::kGoOn, (*callbacks.keeps)(name)); });
    }
    case Reply::kValue: {
      const Data value = in.data();
      in.end();
      if (!callbacks.each) break;
      return answer([&] { return message(Nod::kGoOn, (*callbacks.each)(value)); });
    }
    default: break;
  }
  fail(StateErrorKind::kBadObject, "a question that nobody expected");
}

}  // namespace fermata::jail
