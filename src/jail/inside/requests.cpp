// What the parent asks of a jailed process (Request), each as Session does it.
#include <new>
#include <stdexcept>

#include "jail/inside/server.h"
#include "session/session_impl.h"

namespace fermata::jail {

namespace {

// A request's last value: it is read to its end before anything is done about it.
template <class T>
T last(MessageReader& in) {
  T value = get<T>(in);
  in.end();
  return value;
}

}  // namespace

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
  const auto options = last<FeedOptions>(in);
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

bool Server::run(Request request, Reader& in) {
  Session& session = *session_;
  switch (request) {
    case Request::kStart: {
      const auto inputs = last<Inputs>(in);
      stopped([&] { session.start(inputs); });
      return true;
    }
    case Request::kResume: {
      const auto answers = last<std::vector<CallAnswer>>(in);
      if (answers.size() == 1) stopped([&] { session.resume(answers[0].call, answers[0].answer); });
      else stopped([&] { session.resume(answers); });
      return true;
    }
    case Request::kResumeDue: stopped([&] { session.resume_due(); }); return true;
    case Request::kResumeNext: stopped([&] { session.resume_next(); }); return true;
    case Request::kRun: {
      const auto steps = last<uint64_t>(in);
      stopped([&] { session.run(steps); });
      return true;
    }
    case Request::kFeed: feed(in); return true;
    case Request::kRaise: {
      const auto error = last<Error>(in);
      stopped([&] { session.raise(error); });
      return true;
    }
    case Request::kAbandon: stopped([&] { session.abandon(); }); return true;
    case Request::kEndWaiting: stopped([&] { session.end_waiting(); }); return true;
    case Request::kForget:
      is_place_ = true;
      stopped([&] { session.forget([&](std::string_view name) { return ask_whether(Reply::kKeeps, std::string(name)); }); });
      return true;
    default: return false;
  }
}

void Server::look(Request request, Reader& in) {
  Session& session = *session_;
  switch (request) {
    case Request::kSave: return tell_bytes(session.save(last<StateEncoding>(in)));
    case Request::kTakeOutput: return tell_bytes(session.take_output(last<int>(in)));
    case Request::kSetLimits: {
      const auto limits = last<Limits>(in);
      limit_process(limits);
      session.set_limits(limits);
      return tell(Reply::kDone);
    }
    case Request::kUsedUp: {
      const auto limits = last<std::optional<Limits>>(in);
      return tell_bytes(session.used_up(limits ? &*limits : nullptr));
    }
    case Request::kSetPauseAt: {
      const auto pause_at = get<PauseAt>(in);
      const auto besides = get<std::vector<std::string>>(in);
      if (last<bool>(in)) session.check_pause_at(pause_at, besides);
      else session.set_pause_at(pause_at, besides);
      return tell(Reply::kDone);
    }
    case Request::kFunctions: return tell(Reply::kFunctions, session.functions());
    case Request::kTypes: return tell(Reply::kTypes, session.types());
    case Request::kMisfits: return tell(Reply::kTexts, session.misfits(last<std::vector<TypeDeclaration>>(in)));
    case Request::kEachValue: {
      const auto type = last<std::string>(in);
      session.each_value(type, [&](const Data& value) { return ask_whether(Reply::kValue, value); });
      return tell(Reply::kDone);
    }
    case Request::kView: return tell(Reply::kView, session.view(last<uint64_t>(in)));
    case Request::kFiles: return tell(Reply::kFiles, session.files());
    case Request::kDisplayed: return tell(Reply::kDisplayed, session.displayed());
    case Request::kStress: session.set_gc_stress(last<bool>(in)); return tell(Reply::kDone);
    default: end(kNonsense);
  }
}

bool Server::obey(Request request, Reader& in) {
  if (request == Request::kNext) return false;
  if (request == Request::kHello) {
    tell(Reply::kDone);
    return true;
  }
  if (request > Request::kLoad && !session_) end(kNonsense);
  asks_ = get<bool>(in);
  checkpoint_ = get<bool>(in);
  try {
    if (request == Request::kCheck) check(in);
    else if (request == Request::kCompile) compile(in);
    else if (request == Request::kOpen) open(in);
    else if (request == Request::kLoad) load(in);
    else if (!run(request, in)) look(request, in);
  } catch (const UsageError& error) {
    tell(Reply::kUsage, std::string(error.what()));
  } catch (const HostThrew&) {
    tell(Reply::kThrew);
  } catch (const std::runtime_error& error) {
    tell(Reply::kFailed, std::string(error.what()));
  }
  return true;
}

bool Server::obey_next() {
  try {
    Reader in(next(), UINT64_MAX, /*from_host=*/true);
    return obey(in.kind<Request>(), in);
  } catch (const StateFailure& failure) {
    if (failure.error.kind != StateErrorKind::kUnsavable && failure.error.kind != StateErrorKind::kTooLarge) end(kNonsense);
    tell(Reply::kFailed, failure.error.message);
    return true;
  } catch (const std::bad_alloc&) {
    end(kNoMemory);
  } catch (const std::exception&) {
    end(kUncaught);
  }
}

}  // namespace fermata::jail
