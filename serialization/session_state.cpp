// Session::save and Session::load: a session's pieces to and from SessionState.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/hash.h"
#include "base/utf8.h"
#include "fermata/session.h"
#include "library/_files.h"
#include "library/besides.h"
#include "objects/containers/containers.h"
#include "objects/model/handle.h"
#include "serialization/image_machine.h"
#include "serialization/state.h"
#include "session/session_impl.h"

namespace fermata {

namespace {

// Tells whether a state belongs to a source text. Not against forgery: the state's own text is what counts.
std::string source_hash(std::string_view text) { return fmt::format("{:016x}", uint64_t(hash_string(text))); }

// A state's limits, none of them wider than the host's: whoever wrote the state must not switch them off.
LimitValues bounded(const LimitValues& wanted, const LimitValues& most) {
  LimitValues out;
#define LIMIT(name, default_value, unit, since, doc) \
  out.name = most.name == 0 ? wanted.name : wanted.name == 0 ? most.name : std::min(wanted.name, most.name);
#include "base/limits.def"
#undef LIMIT
  return out;
}

}  // namespace

std::string Session::save(StateEncoding encoding) const {
  const Impl& s = open();
  if (s.status == Status::kReady) throw UsageError("a session that hasn't started has no state to save");
  // (Rows that nobody has read yet, and what isn't committed.)
  if (SavedBeside* databases = find_beside(s.cx, BesidePart::kDatabases); databases && !databases->before_save().empty()) {
    s.interpreter->collect(Collection::kPrecise);  // there may be room then
    if (const std::string why = databases->before_save(); !why.empty()) throw UsageError("no state can be made now: " + why);
  }
  // What is dead isn't saved, but what there is to say about it is.
  if (s.cx.coroutines_made) s.interpreter->collect(Collection::kPrecise);
  SessionState state;
  state.program = {s.program->name(), std::string(s.program->source())};
  state.program_hash = source_hash(state.program.text);
  for (const auto& source : s.cx.sources)
    if (source != s.program->impl().source) state.sources.push_back({source->name(), std::string(source->text())});
  state.status = s.exhausted_waiting ? Status::kPaused : s.status;
  state.exhausted = s.exhausted_waiting ? Limit::kNone : s.exhausted;
  state.result = s.result;
  for (size_t i = 0; i < s.pending.size(); ++i) {
    const Call& call = s.pending[i];
    PendingCall& p = state.pending.emplace_back();
    p.id = call.id;
    p.function = call.function;
    p.args = s.cx.host.pending[i].args;
    p.kwargs = s.cx.host.pending[i].kwargs;
    p.file = call.file;
    p.line = call.line;
    p.kind = call.kind;
    p.due = call.due;
  }
  state.next_call_id = s.next_call_id;
  const auto granted = [&](const std::string& name, bool asynchronous) {
    state.host_functions.push_back(name);
    if (asynchronous) state.async_functions.push_back(name);
  };
  for (const Grant& grant : s.options.functions) granted(grant.name, grant.asynchronous);
  for (const Grant& grant : s.methods_of_handles()) granted(grant.name, grant.asynchronous);
  const PauseAt pause_at = s.pauses_at();
  if (!pause_at.every) state.pause_at.assign(pause_at.names.begin(), pause_at.names.end());
  state.zone = s.local_zone->name();
  state.no_result = s.no_result;
  state.fed = s.fed;
  state.named_result = s.named_result;
  state.allow_eval = s.cx.host.allows_eval;
  for (int i = 0; i < 2; ++i) {
    state.output[i] = s.output[i];
    state.untaken[i] = s.untaken[i].size();
  }
  state.take_from(s.cx);

  StateError error;
  // Saving changes nothing but caches of the heap (hashes).
  std::string bytes = save_state(const_cast<Context&>(s.cx), image_machine(), state,
                                 encoding == StateEncoding::kJson ? Encoding::kJson : Encoding::kMessagePack, &error);
  if (error) throw std::runtime_error("this session can't be saved: " + error.message);
  return bytes;
}

std::unique_ptr<Session> Session::load(std::string_view bytes, SessionOptions options, StateProblem* problem, const Limits* limits) {
  const auto refuse = [&](StateErrorKind kind, std::string message) {
    if (problem) *problem = {state_error_name(kind), std::move(message)};
    return nullptr;
  };
  if (limits) options.limits = *limits;
  const std::optional<PauseAt> pause_at = std::exchange(options.pause_at, std::nullopt);
  // The program's text is in the state; until it is there a session needs none.
  auto program = std::make_unique<Program::Impl>();
  auto* filled_later = program.get();
  auto session = std::make_unique<Session>(std::shared_ptr<const Program>(new Program(std::move(program))), std::move(options));
  Impl& s = *session->impl_;
  SessionState state;
  if (StateError error = load_state(s.cx, image_machine(), bytes, state)) return refuse(error.kind, error.message);
  if (state.program_hash != source_hash(state.program.text))
    return refuse(StateErrorKind::kBadObject, "the program's text is not the one whose hash is in the state");

  filled_later->source = std::make_shared<Source>(std::move(state.program.name), state.program.text);
  s.cx.sources.push_back(filled_later->source);
  for (SourceText& source : state.sources) s.cx.sources.push_back(std::make_shared<Source>(std::move(source.name), source.text));
  for (const std::string& name : state.pause_at)
    if (!utf8::is_valid(name, utf8::Surrogates::kForbid)) return refuse(StateErrorKind::kBadObject, "a name in pause_at isn't valid text");
  for (const SessionState::NeverAwaited& n : state.never_awaited)
    if (!utf8::is_valid(n.name, utf8::Surrogates::kForbid))
      return refuse(StateErrorKind::kBadObject, "a name in never_awaited isn't valid text");
  s.cx.heap.for_each([&](Object* o) { s.cx.coroutines_made = s.cx.coroutines_made || is_fresh_coroutine(o); });
  s.options.pause_at = PauseAt{.names = {state.pause_at.begin(), state.pause_at.end()}};
  if (s.options.pause_at->names.contains(SessionState::kEveryCall)) s.options.pause_at = PauseAt::every_call();
  if (state.version < 3 && !identify_handles(s.cx)) return refuse(StateErrorKind::kTooLarge, "its handles don't fit into the heap limit");
  if (!s.options.zone) {
    s.local_zone = Zone::find(state.zone);
    if (!s.local_zone) return refuse(StateErrorKind::kBadObject, "the state's time zone isn't known here: " + state.zone.substr(0, 64));
  }
  // Passing the seed that it already has changes nothing: its randomness goes on where it was.
  if (s.options.seed && !(s.cx.randomness.seeded && s.cx.randomness.entropy_seed == *s.options.seed)) s.seed(s.options.seed);
  s.no_result = state.no_result;
  s.fed = state.fed;
  s.named_result = state.named_result;
  s.cx.host.allows_eval = s.options.allow_eval = s.options.allow_eval && state.allow_eval;
  s.status = state.status;
  s.exhausted = state.exhausted;
  s.exhausted_at = limit_value(state.limits, state.exhausted);
  s.result = s.interpreter->result = state.result;
  s.next_call_id = state.next_call_id;
  if (!s.options.functions.said())
    for (const std::string& name : state.host_functions)
      s.options.functions.emplace_back(
          name, std::find(state.async_functions.begin(), state.async_functions.end(), name) != state.async_functions.end());
  if (pause_at) session->set_pause_at(*pause_at);
  for (int i = 0; i < 2; ++i) {
    s.untaken[i] = state.output[i].substr(state.output[i].size() - state.untaken[i]);
    s.output[i] = std::move(state.output[i]);
  }
  s.count_output();
  if (!limits) {
    s.cx.budget.limits = bounded(state.limits, s.cx.budget.limits);
    s.cx.heap.limits_changed();
  }
  if (const uint64_t depth = s.cx.budget.limits.depth) s.cx.recursion_limit = uint32_t(std::min<uint64_t>(s.cx.recursion_limit, depth));
  for (PendingCall& p : state.pending) {
    Call call;
    call.id = p.id;
    call.function = std::move(p.function);
    call.file = std::move(p.file);
    call.line = p.line;
    call.kind = p.kind;
    call.due = p.due;
    if (call.kind != Call::Kind::kTimer && !s.cx.host.grants(call.function))
      return refuse(StateErrorKind::kNotGranted, "it waits for the function '" + call.function + "'");
    uint64_t bytes = 0;
    std::string why;
    if (!s.read_arguments(call, p.args, p.kwargs, &bytes, &why)) return refuse(StateErrorKind::kBadObject, why);
    s.add_pending(std::move(call), p.args, p.kwargs, bytes);
  }
  if (s.status == Status::kRaised) s.take_end(s.result);  // (a state of a release that called each SystemExit so)
  if (const std::vector<std::string> found = s.misfits(s.options.types); !found.empty() && !s.options.maps_old_values)
    return refuse(StateErrorKind::kChangedType, fmt::format("{}", fmt::join(found, "; ")));
  if (const std::string problem = s.bring_up_to_date(s.options.types); !problem.empty())
    return refuse(StateErrorKind::kChangedType, problem);
  if (std::string why; !s.read_members_again(&why)) return refuse(StateErrorKind::kChangedType, why);
  count_loaded_files(s.cx);
  s.last = s.outcome();
  s.cx.budget.set_steps(state.spent.steps);
  return session;
}

}  // namespace fermata
