// The schema of a state's top level: one cereal `serialize` per struct, for saving and loading and for both
// encodings. The object graph below it is described by the heap types' `fields` (heap/layout_*.h). The
// order of these lines is the order of a MessagePack state: add at the end, and with a version.
#pragma once

#include <cereal/cereal.hpp>

#include "compiler/opcodes.h"
#include "serialization/state.h"

namespace fermata {

// What our four archives share.
template <class A>
concept StateArchive = requires(A& ar) {
  { A::kSaving } -> std::convertible_to<bool>;
  ar.begin_map();
};
template <class A>
concept StateOutput = StateArchive<A> && A::kSaving;
template <class A>
concept StateInput = StateArchive<A> && !A::kSaving;

// --- how cereal reaches the archives' own functions

template <StateArchive A, class T>
void CEREAL_SERIALIZE_FUNCTION_NAME(A& ar, cereal::NameValuePair<T>& pair) {
  ar.name(pair.name);
  ar(pair.value);
}
template <StateOutput A>
void CEREAL_SAVE_FUNCTION_NAME(A& ar, const Value& v) {
  ar.value(v);
}
template <StateInput A>
void CEREAL_LOAD_FUNCTION_NAME(A& ar, Value& v) {
  v = ar.value();
}

}  // namespace fermata

// cereal finds functions for standard types in its own namespace.
namespace cereal {

template <fermata::StateOutput A, class T>
  requires std::is_arithmetic_v<T>
void CEREAL_SAVE_FUNCTION_NAME(A& ar, const T& n) {
  if constexpr (std::is_same_v<T, bool>) ar.scalar(n);
  else if constexpr (std::is_floating_point_v<T>) ar.scalar(double(n));
  else if constexpr (std::is_signed_v<T>) ar.scalar(int64_t(n));
  else ar.scalar(uint64_t(n));
}
template <fermata::StateInput A, class T>
  requires std::is_arithmetic_v<T>
void CEREAL_LOAD_FUNCTION_NAME(A& ar, T& n) {
  load_number(ar, n);
}

template <fermata::StateOutput A>
void CEREAL_SAVE_FUNCTION_NAME(A& ar, const std::string& s) {
  ar.text(s);
}
template <fermata::StateInput A>
void CEREAL_LOAD_FUNCTION_NAME(A& ar, std::string& s) {
  s = ar.text();
}

}  // namespace cereal

namespace fermata {

// A number into a field of type T, refused when it doesn't fit.
template <class In, class T>
void load_number(In& in, T& out) {
  if constexpr (std::is_same_v<T, bool>) {
    in.scalar(out);
  } else if constexpr (std::is_floating_point_v<T>) {
    double d;
    in.scalar(d);
    out = T(d);
  } else {
    std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t> n;
    in.scalar(n);
    if (n < std::numeric_limits<T>::min() || n > std::numeric_limits<T>::max())
      fail(StateErrorKind::kOutOfRange, "{} does not fit where it stands", n);
    out = T(n);
  }
}

#define FERMATA_FIELD(object, member) cereal::make_nvp(#member, (object).member)

// A list of structs or texts.
template <class A, class T>
void list_field(A& ar, const char* name, std::vector<T>& items) {
  ar.name(name);
  if constexpr (A::kSaving) {
    ar.begin_list(items.size());
    for (T& item : items) ar(item);
  } else {
    items.clear();
    // One by one: a count may be a lie.
    for (size_t n = ar.begin_list(); n > 0; --n) ar(items.emplace_back());
  }
  ar.end_list();
}

// An enum as its name.
template <class A, class E>
void word_field(A& ar, const char* name, E& e, E last, const char* (*word_of)(E)) {
  std::string word = word_of(e);
  ar(cereal::make_nvp(name, word));
  if constexpr (!A::kSaving) {
    e = E(0);
    while (word != word_of(e)) {
      if (e == last) fail(StateErrorKind::kOutOfRange, "{} can't be '{}'", name, word.substr(0, 40));
      e = E(int(e) + 1);
    }
  }
}

template <StateArchive A>
void serialize(A& ar, SourceText& s) {
  ar.begin_map();
  ar(FERMATA_FIELD(s, name), FERMATA_FIELD(s, text));
  ar.end_map();
}

template <StateArchive A>
void pending_field(A& ar, std::vector<PendingCall>& calls, uint32_t version) {
  ar.name("pending");
  size_t n = calls.size();
  if constexpr (A::kSaving) ar.begin_list(n);
  else n = ar.begin_list();
  for (size_t i = 0; i < n; ++i) {
    if constexpr (!A::kSaving) calls.emplace_back();
    PendingCall& c = calls[i];
    ar.begin_map();
    ar(FERMATA_FIELD(c, id), FERMATA_FIELD(c, function), FERMATA_FIELD(c, args), FERMATA_FIELD(c, kwargs), FERMATA_FIELD(c, file),
       FERMATA_FIELD(c, line));
    if (version >= 2) {
      word_field(ar, "kind", c.kind, Call::Kind::kTimer, to_string);
      ar(FERMATA_FIELD(c, due));
    }
    ar.end_map();
  }
  ar.end_list();
}

template <StateArchive A>
void serialize(A& ar, SessionState::NeverAwaited& n) {
  ar.begin_map();
  ar(FERMATA_FIELD(n, name), FERMATA_FIELD(n, dead), FERMATA_FIELD(n, told));
  ar.end_map();
}

template <StateArchive A>
void serialize(A& ar, SessionState::Thread& t) {
  ar.begin_map();
  ar(FERMATA_FIELD(t, task), FERMATA_FIELD(t, identity));
  word_field(ar, "state", t.state, ThreadState::kSleeps, to_string);
  ar.end_map();
}

template <StateArchive A>
void spent_field(A& ar, SpentValues& s, uint32_t version) {
  ar.name("spent");
  ar.begin_map();
  ar(FERMATA_FIELD(s, steps), FERMATA_FIELD(s, time_ns), FERMATA_FIELD(s, output_bytes), FERMATA_FIELD(s, host_calls));
  if (version >= 3) ar(FERMATA_FIELD(s, wall_ns));
  ar.end_map();
}

template <StateArchive A>
void limits_field(A& ar, LimitValues& limits, uint32_t version) {
  ar.name("limits");
  ar.begin_map();
#define LIMIT(name, default_value, unit, since, doc) \
  if (version >= since) ar(FERMATA_FIELD(limits, name));
#include "base/limits.def"
#undef LIMIT
  ar.end_map();
}

// All but the heap's records, which follow. (The header is written before this.)
template <StateArchive A>
void serialize(A& ar, SessionState& s) {
  word_field(ar, "status", s.status, Status::kYielded, to_string);
  word_field(ar, "exhausted", s.exhausted, Limit::kInterrupt, limit_name);
  ar(FERMATA_FIELD(s, program), FERMATA_FIELD(s, program_hash));
  list_field(ar, "sources", s.sources);
  pending_field(ar, s.pending, s.version);
  ar(FERMATA_FIELD(s, next_call_id));
  list_field(ar, "host_functions", s.host_functions);
  limits_field(ar, s.limits, s.version);
  spent_field(ar, s.spent, s.version);
  ar(FERMATA_FIELD(s, no_result));
  ar(cereal::make_nvp("stdout", s.output[0]), cereal::make_nvp("stderr", s.output[1]));
  ar(cereal::make_nvp("stdout_untaken", s.untaken[0]), cereal::make_nvp("stderr_untaken", s.untaken[1]));
  ar(FERMATA_FIELD(s, random_seed), FERMATA_FIELD(s, recursion_limit), FERMATA_FIELD(s, next_serial));
  ar(FERMATA_FIELD(s, result));
  Value task = s.task ? Value::object(s.task) : Value();
  ar(cereal::make_nvp("task", task));
  if constexpr (!A::kSaving) {
    if (!task.is_unset() && !is<Task>(task)) fail(StateErrorKind::kWrongType, "the task isn't a task");
    s.task = try_as<Task>(task);
  }
  ar(FERMATA_FIELD(s, main_globals), FERMATA_FIELD(s, modules), FERMATA_FIELD(s, random_state));
  if (s.version < 6) list_field(ar, "extra", s.extra);
  if (s.version < 2) return;
  list_field(ar, "async_functions", s.async_functions);
  ar(FERMATA_FIELD(s, clock), FERMATA_FIELD(s, library_state), FERMATA_FIELD(s, answers));
  if (s.version < 3) return;
  list_field(ar, "pause_at", s.pause_at);
  ar(FERMATA_FIELD(s, handles));
  list_field(ar, "never_awaited", s.never_awaited);
  ar(FERMATA_FIELD(s, zone), FERMATA_FIELD(s, seeded), FERMATA_FIELD(s, entropy_seed), FERMATA_FIELD(s, entropy_drawn));
  if (s.version < 5) return;
  ar(FERMATA_FIELD(s, library));
  if (s.version < 6) return;
  ar(FERMATA_FIELD(s, patches), FERMATA_FIELD(s, fed), FERMATA_FIELD(s, named_result), FERMATA_FIELD(s, allow_eval));
  ar(FERMATA_FIELD(s, host_types));
  list_field(ar, "threads", s.threads);
}

}  // namespace fermata
