#include "jail/outside/jailed_session.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <stdexcept>

namespace fermata::jail {

// One function at a time: what a host's code does from within one finds the session in use.
class JailedSession::InUse {
 public:
  explicit InUse(JailedSession& session) : session_(session) {
    if (session.in_use_) throw UsageError("the session is running: it can't be used from within, or by another thread");
    session.in_use_ = true;
  }
  ~InUse() { session_.in_use_ = false; }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  JailedSession& session_;
};

JailedSession::JailedSession(std::shared_ptr<ZygoteLink> link, Child child, SessionOptions options, JailedOptions jailed)
    : link_(std::move(link)), options_(std::move(options)), mounts_(options_.mounts), jailed_(jailed) {
  limits_ = options_.limits;
  use(std::move(child));
}

JailedSession::~JailedSession() { leave(); }

// A signal of interrupt() may be on its way, from another thread: no process of another session gets it. (Who reads process_
// before it is -1 has set signalled_ before that.)
void JailedSession::leave() {
  process_ = -1;
  if (!link_ || !child_.is_there()) return;
  if (signalled_) link_->retire(child_);
  else link_->rest(child_);
}

void JailedSession::end_process() {
  const InUse use(*this);
  if (ended_ || outcome_.status == Status::kCrashed) return;
  ended_ = true;
  leave();
}

void JailedSession::use(Child child) {
  last_process_ = std::move(child_.process);
  child_ = std::move(child);
  process_ = child_.process.get();
  if (interrupted_) child_.signal(SIGUSR1);
}

// --- what the process says of the session

void JailedSession::allow(const std::vector<Grant>& functions, const std::vector<TypeDeclaration>& types) {
  for (const Grant& grant : functions) allowed_.insert(grant.name);
  for (const TypeDeclaration& type : types) {
    for (const Grant& method : type.methods) allowed_.insert(type.name + "." + method.name);
    for (const std::string& attribute : type.attributes) allowed_.insert(type.name + "." + attribute);
  }
}

// Whoever uses a session relies on this much.
void JailedSession::check(const Standing& s) const {
  const auto wrong = [](const char* what) { fail(StateErrorKind::kBadObject, "{}", what); };
  if (s.outcome.status == Status::kRaised && !s.outcome.error) wrong("an exception without a description");
  if (s.refused && s.refused->status == Status::kRaised && !s.refused->error) wrong("an exception without a description");
  if (s.outcome.status == Status::kExhausted && s.outcome.limit.empty()) wrong("a limit without a name");
  if (!std::isfinite(s.clock) || (s.wall_left && !std::isfinite(*s.wall_left))) wrong("a time that isn't one");
  for (const Call& call : s.pending) {
    if (!std::isfinite(call.due)) wrong("a time that isn't one");
    if (call.kind != Call::Kind::kTimer && !allowed_.contains(call.function)) wrong("a call of a function that it isn't granted");
  }
  for (int i = 0; i < 2; ++i)
    if (s.output_kept[i] > (s.accepted ? 0 : output_[i].size())) wrong("output that isn't there");
}

void JailedSession::take(Standing s) {
  check(s);
  outcome_ = std::move(s.outcome);
  refused_ = std::move(s.refused);
  findings_ = std::move(s.findings);
  pending_ = std::move(s.pending);
  spent_ = s.spent;
  clock_ = std::max(clock_, s.clock);
  wall_left_ = s.wall_left;
  stopped_at_ = std::chrono::steady_clock::now();
  for (int i = 0; i < 2; ++i) {
    output_[i].resize(s.output_kept[i]);
    output_[i] += s.printed[i];
    output_[i] += std::exchange(arriving_[i], {});
  }
  if (outcome_.limit == "interrupt") interrupted_ = false;
  if (s.threw && !thrown_ && again_[0] == 0 && again_[1] == 0) fail(StateErrorKind::kBadObject, "nothing was thrown");
  if (jailed_.checkpoint == JailedOptions::Checkpoint::kNone) return;
  if (!s.state.empty()) {
    checkpoint_ = std::move(s.state);
    checkpoint_limits_ = limits_;
    since_.clear();
    handed_on_[0] = handed_on_[1] = 0;
    restarts_ = 0;
    has_checkpoint_ = true;
  } else if (outcome_.status != Status::kReady && outcome_.status != Status::kExhausted && outcome_.status != Status::kYielded) {
    has_checkpoint_ = false;  // it can't be saved here, and what comes later can't be made from what was before
  }
}

void JailedSession::take(Opened opened) {
  limits_ = opened.limits;
  has_pause_at_ = opened.has_pause_at;
  pause_at_ = std::move(opened.pause_at);
  allow(options_.functions, options_.types);
  for (const Grant& grant : opened.functions)
    if (!options_.functions.said() || grant.name.find('.') != grant.name.npos) allowed_.insert(grant.name);
  output_[0].clear();
  output_[1].clear();
  printed_bytes_ = 0;
  take(std::move(opened.standing));
}

void JailedSession::take_stopped(Reply kind, MessageReader& in) {
  compiler_.reset();
  if (kind != Reply::kStopped) fail(StateErrorKind::kBadObject, "another answer than was asked for");
  Standing standing = get<Standing>(in);
  const uint64_t before = std::exchange(printed_before_, 0);
  if (!standing.accepted) printed_bytes_ += before;
  for (const std::string& text : standing.printed) count_output(text.size());
  take(std::move(standing));
}

// --- doing what is asked

void JailedSession::check_usable() const {
  if (link_) link_->check_process();
  if (ended_) throw UsageError("the session was closed");
  if (outcome_.status == Status::kCrashed)
    throw UsageError("the session's process has crashed (" + outcome_.crash->reason + "): load its last saved state");
}

Outcome JailedSession::go(const std::string& request, bool recorded, const Callbacks& callbacks) {
  check_usable();
  const InUse use(*this);
  recorded = recorded && has_checkpoint_;
  if (recorded) since_.push_back(request);
  arriving_[0].clear();
  arriving_[1].clear();
  again_[0] = again_[1] = 0;
  count_anew_if_fed(request);
  try {
    transact(
        request, [this](Reply kind, MessageReader& in) { take_stopped(kind, in); }, callbacks);
  } catch (Dead& dead) {
    if (!recover(dead.crash)) {
      become_crashed(std::move(dead.crash));
      return outcome_;
    }
    // What isn't recorded wasn't done again: a run that goes on from a limit, and forget().
    const bool stands = kind_of(request) == Request::kRun ? outcome_.status == Status::kExhausted : !recorded;
    if (stands) {
      in_use_ = false;
      return go(request, recorded, callbacks);
    }
  } catch (...) {  // a UsageError: nothing was done
    thrown_ = nullptr;
    if (recorded && !since_.empty()) since_.pop_back();
    throw;
  }
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  return outcome_;
}

void JailedSession::ask(const std::string& request, Reply wanted, const Take& take, bool recorded, const Callbacks& callbacks) const {
  JailedSession& self = *const_cast<JailedSession*>(this);  // (that another process takes over changes nothing)
  check_usable();
  const InUse use(self);
  const auto checked = [&](Reply kind, MessageReader& in) {
    if (kind != wanted) fail(StateErrorKind::kBadObject, "another answer than was asked for");
    take(kind, in);
  };
  for (;;) try {
      self.transact(request, checked, callbacks);
      if (recorded && has_checkpoint_) self.since_.push_back(request);
      return;
    } catch (Dead& dead) {
      if (self.recover(dead.crash)) continue;
      self.become_crashed(dead.crash);
      throw JailCrash("the session's process has crashed: ", std::move(dead.crash));
    }
}

// --- making it

void JailedSession::begin(const std::string& request, const char* what, const Take& take) {
  for (bool again = link_ != nullptr;; again = false) try {
      return transact(request, take);
    } catch (Dead& dead) {
      if (!again || dead.hung) throw JailCrash(what, std::move(dead.crash));
      use(link_->take(""));
    }
}

Granted JailedSession::granted() const {
  Granted granted{.options = options_, .functions_said = options_.functions.said()};
  granted.has_clock = bool(options_.clock);
  granted.has_entropy = bool(options_.entropy);
  granted.has_output = bool(options_.on_output);
  return granted;
}

void JailedSession::check_heap(const Limits& limits) const {
  const uint64_t most = link_ ? link_->options().heap_bytes : 0;
  if (most && (limits.heap_bytes == 0 || limits.heap_bytes > most))
    throw UsageError("a heap limit of " + (limits.heap_bytes ? std::to_string(limits.heap_bytes) + " bytes" : std::string("none")) +
                     " is more than the jail's heap_bytes, " + std::to_string(most));
}

std::vector<Finding> JailedSession::check(std::string_view source, const std::string& name, const std::vector<Grant>& functions,
                                          const std::vector<std::string>& inputs) {
  std::vector<Finding> findings;
  begin(request(Request::kCheck, name, std::string(source), functions, inputs),
        "the program can't be checked: the process crashed: ", [&](Reply kind, MessageReader& in) {
          if (kind != Reply::kFindings) fail(StateErrorKind::kBadObject, "another answer than was asked for");
          findings = get<std::vector<Finding>>(in);
        });
  return findings;
}

bool JailedSession::open(std::string_view source, const std::string& name, std::vector<Finding>* findings) {
  check_heap(options_.limits);
  bool good = false;
  const std::string opening = request(Request::kOpen, name, std::string(source), granted());
  begin(opening, "the program can't be compiled: the process crashed: ", [&](Reply kind, MessageReader& in) {
    good = kind == Reply::kOpened;
    if (good) return take(get<Opened>(in));
    if (kind != Reply::kFindings) fail(StateErrorKind::kBadObject, "another answer than was asked for");
    std::vector<Finding> found = get<std::vector<Finding>>(in);
    if (found.empty()) fail(StateErrorKind::kBadObject, "no reason");
    findings->insert(findings->end(), found.begin(), found.end());
  });
  if (jailed_.checkpoint == JailedOptions::Checkpoint::kCalls) {
    has_checkpoint_ = true;
    opening_ = opening;
    checkpoint_limits_ = limits_;
  }
  return good;
}

bool JailedSession::load(std::string_view state, const Limits* limits, StateProblem* problem) {
  check_heap(limits ? *limits : options_.limits);
  if (limits) limits_ = *limits;
  std::optional<StateProblem> refused;
  try {
    MessageWriter out(Request::kLoad);
    put(out, bool(options_.on_output), false);
    out.archive().binary(state);
    const std::string request = put(out, granted(), limits ? std::optional(*limits) : std::nullopt).take();
    begin(request, "the process that read it crashed: ", [&](Reply kind, MessageReader& in) {
      if (kind == Reply::kOpened) return take(get<Opened>(in));
      if (kind != Reply::kRefused) fail(StateErrorKind::kBadObject, "another answer than was asked for");
      refused = get<StateProblem>(in);
    });
  } catch (const JailCrash& crash) {
    refused = StateProblem{"crashed", crash.what()};
  }
  if (refused) {
    if (problem) *problem = std::move(*refused);
    return false;
  }
  if (jailed_.checkpoint == JailedOptions::Checkpoint::kCalls) {
    has_checkpoint_ = true;
    checkpoint_ = state;
    checkpoint_limits_ = limits_;
  }
  return true;
}

}  // namespace fermata::jail
