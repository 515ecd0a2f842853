// How the structs of the public API are written into messages and read from them: one description for both directions, put() and get().
#pragma once

#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "fermata/jail.h"
#include "jail/wire/message.h"
#include "serialization/schema.h"
#include "session/code_cache.h"

namespace fermata::jail {

// What a session is granted: of SessionOptions what isn't code of the host's, and what code there is.
struct Granted {
  SessionOptions options{};
  bool functions_said = false;
  bool has_clock = false, has_entropy = false, has_output = false;
};

// Where a session stands after a request that may have changed that.
struct Standing {
  Outcome outcome{};
  std::vector<Call> pending{};
  Spent spent{};
  double clock = 0;                   // as the program last saw it
  std::optional<double> wall_left{};  // Session::wall_time_left()
  uint64_t output_kept[2] = {};       // of what was printed before the request, how many bytes still count
  std::string printed[2];             // since then, without on_output
  bool threw = false;                 // the host's code did, and the program stands as after interrupt()
  bool accepted = false;              // kFeed: the text was taken
  std::optional<Outcome> refused{};   // kFeed: it wasn't, and why
  std::vector<Finding> findings{};
  std::string state{};  // if a checkpoint was asked for, and this is a place for one
};

// What there is to say once about a session that was made.
struct Opened {
  Limits limits{};
  bool has_pause_at = false;
  PauseAt pause_at{};
  std::vector<Grant> functions{};
  Standing standing{};
};

template <class M, class T>
void part(M& m, T& value);
template <class M>
void bytes(M& m, std::string& value);

template <class M, class... T>
void parts(M& m, T&... values) {
  (part(m, values), ...);
}

// --- one function for each struct

template <class M>
void fields(M& m, Place& p) {
  parts(m, p.function, p.file, p.line, p.column, p.end_line, p.end_column, p.source_line);
}
template <class M>
void fields(M& m, FrameView& f) {
  parts(m, static_cast<Place&>(f), f.locals);
}
template <class M>
void fields(M& m, TaskView& t) {
  parts(m, t.name, t.stack, t.is_in_stack, t.call);
}
template <class M>
void fields(M& m, Error& e) {
  const typename M::Level level(m);
  parts(m, e.type, e.message, e.traceback, e.args, e.hint, e.frames, e.base, e.attributes, e.exceptions, e.cause, e.module, e.declared,
        e.call);
}
template <class M>
void fields(M& m, Finding& f) {
  parts(m, f.kind, f.type, f.message, f.line, f.column, f.end_line, f.end_column, f.text);
}
template <class M>
void fields(M& m, Call& c) {
  parts(m, c.id, c.function, c.args, c.kwargs, c.file, c.line, c.kind, c.due);
}
template <class M>
void fields(M& m, CallAnswer& a) {
  bool raises = std::holds_alternative<Error>(a.answer);
  parts(m, a.call, raises);
  if constexpr (!M::kSaving) raises ? a.answer.template emplace<Error>() : (a.answer.template emplace<Data>(), Error());
  if (raises) part(m, std::get<Error>(a.answer));
  else part(m, std::get<Data>(a.answer));
}
template <class M>
void fields(M& m, Spent& s) {
  parts(m, s.steps, s.time_ns, s.heap_bytes, s.output_bytes, s.host_calls, s.wall_ns);
}
template <class M>
void fields(M& m, Limits& l) {
#define LIMIT(name, default_value, unit, since, doc) part(m, l.name);
#include "base/limits.def"
#undef LIMIT
}
template <class M>
void fields(M& m, PauseAt& p) {
  parts(m, p.every, p.names);
}
template <class M>
void fields(M& m, Grant& g) {
  parts(m, g.name, g.asynchronous);
}
template <class M>
void fields(M& m, TypeDeclaration::Field& f) {
  parts(m, f.name, f.value, f.init, f.repr, f.compare, f.kw_only, f.hash, f.type);
}
template <class M>
void fields(M& m, TypeDeclaration& t) {
  parts(m, t.kind, t.name, t.fields, t.frozen, t.repr, t.eq, t.order, t.unsafe_hash, t.asks_for, t.base, t.methods, t.attributes, t.shape);
}
template <class M>
void fields(M& m, Outcome& o) {
  parts(m, o.status, o.result, o.result_is_repr, o.exited, o.error, o.warnings, o.limit, o.frames);
}
template <class M>
void fields(M& m, SessionView& v) {
  parts(m, v.pending, v.stack, v.tasks, v.sources, v.globals, v.spent, v.limits, v.objects);
}
template <class M>
void fields(M& m, StateProblem& p) {
  parts(m, p.kind, p.message);
}
template <class M>
void fields(M& m, FeedOptions& o) {
  parts(m, o.name, o.inputs, o.functions, o.types, o.interactive);
}
template <class M>
void fields(M& m, Wall& w) {
  parts(m, w.name, w.stands, w.detail);
}
template <class M>
void fields(M& m, FileRequest& r) {
  parts(m, r.what, r.position, r.count, r.handle);
  bytes(m, r.path);
  bytes(m, r.data);
}
template <class M>
void fields(M& m, FileEntry& e) {
  bytes(m, e.name);
  parts(m, e.kind, e.mode, e.size, e.links, e.number, e.read_ns, e.written_ns, e.changed_ns);
}
template <class M>
void fields(M& m, FileAnswer& a) {
  parts(m, a.error, a.count, a.entries);
  bytes(m, a.data);
}
template <class M>
void fields(M& m, CompiledPackage& c) {
  part(m, c.size);
  bytes(m, c.code);
}
// (Its files are the parent's.)
template <class M>
void fields(M& m, Mount& mount) {
  parts(m, mount.at, mount.mode, mount.limit);
}
template <class M>
void fields(M& m, Granted& g) {
  SessionOptions& o = g.options;
  std::vector<Grant> functions = o.functions;
  parts(m, o.limits, functions, g.functions_said, o.types, o.maps_old_values, o.pause_at, o.seed, o.allow_eval, o.arguments, o.argv0,
        o.files, o.mounts, o.environment, o.slice_steps, o.slice_ms, o.zone, g.has_clock, g.has_entropy, g.has_output);
  if constexpr (!M::kSaving)
    if (g.functions_said) o.functions = Grants(std::move(functions));
  bool has_input = o.standard_input.has_value();
  part(m, has_input);
  if constexpr (!M::kSaving)
    if (has_input) o.standard_input.emplace();
  if (has_input) bytes(m, *o.standard_input);
}
template <class M>
void fields(M& m, File& f) {
  bytes(m, f.path), bytes(m, f.data);
}
template <class M>
void fields(M& m, Display::Form& f) {
  bytes(m, f.type), bytes(m, f.data);
}
template <class M>
void fields(M& m, Display& d) {
  part(m, d.forms);
}
template <class M>
void fields(M& m, Standing& s) {
  parts(m, s.outcome, s.pending, s.spent, s.clock, s.wall_left, s.output_kept[0], s.output_kept[1], s.printed[0], s.printed[1], s.threw,
        s.accepted, s.refused, s.findings);
  bytes(m, s.state);
}
template <class M>
void fields(M& m, Opened& o) {
  parts(m, o.limits, o.has_pause_at, o.pause_at, o.functions, o.standing);
}

// --- what they are made of

template <class E>
inline constexpr E kLastOf = E(0);
template <>
inline constexpr Status kLastOf<Status> = Status::kYielded;  // (no process says that it has crashed)
template <>
inline constexpr Call::Kind kLastOf<Call::Kind> = Call::Kind::kTimer;
template <>
inline constexpr Finding::Kind kLastOf<Finding::Kind> = Finding::Kind::kMisfit;
template <>
inline constexpr ObjectKind kLastOf<ObjectKind> = ObjectKind::kException;
template <>
inline constexpr StateEncoding kLastOf<StateEncoding> = StateEncoding::kJson;
template <>
inline constexpr FileRequest::What kLastOf<FileRequest::What> = FileRequest::What::kLast;
template <>
inline constexpr FileEntry::Kind kLastOf<FileEntry::Kind> = FileEntry::Kind::kLast;
template <>
inline constexpr Mount::Mode kLastOf<Mount::Mode> = Mount::Mode::kLast;

template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsPair : std::false_type {};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {};

// Bytes, where text would have to be valid.
template <class M>
void bytes(M& m, std::string& value) {
  if constexpr (M::kSaving) m.archive().binary(value);
  else value = m.bytes();
}

template <class M, class T>
void part(M& m, T& value) {
  auto& archive = m.archive();
  if constexpr (std::is_same_v<T, Data>) {
    if constexpr (M::kSaving) m.data(value);
    else value = m.data();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if constexpr (M::kSaving) archive.text(value);
    else value = m.text();
  } else if constexpr (std::is_enum_v<T>) {
    uint64_t number = uint64_t(value);
    part(m, number);
    if (number > uint64_t(kLastOf<T>)) fail(StateErrorKind::kOutOfRange, "{} can't be there", number);
    value = T(number);
  } else if constexpr (std::is_arithmetic_v<T>) {
    if constexpr (!M::kSaving) load_number(archive, value);
    else if constexpr (std::is_same_v<T, bool>) archive.scalar(value);
    else if constexpr (std::is_floating_point_v<T>) archive.scalar(double(value));
    else if constexpr (std::is_signed_v<T>) archive.scalar(int64_t(value));
    else archive.scalar(uint64_t(value));
  } else if constexpr (IsList<T>::value) {
    if constexpr (M::kSaving) {
      archive.begin_list(value.size());
      for (auto& item : value) part(m, item);
    } else {
      value.clear();
      for (size_t n = archive.begin_list(); n > 0; --n) {  // one by one: a count may be a lie
        m.take_room(2 * sizeof(typename T::value_type));
        if constexpr (std::is_same_v<typename T::value_type, Grant>) value.emplace_back("");
        else if constexpr (std::is_same_v<typename T::value_type, TypeDeclaration::Field>) value.emplace_back(std::string());
        else value.emplace_back();
        part(m, value.back());
      }
    }
  } else if constexpr (IsOptional<T>::value) {
    bool there = value.has_value();
    part(m, there);
    if constexpr (!M::kSaving) there ? void(value.emplace()) : value.reset();
    if (there) part(m, *value);
  } else if constexpr (IsPair<T>::value) {
    parts(m, value.first, value.second);
  } else if constexpr (std::is_same_v<T, std::set<std::string>>) {
    std::vector<std::string> names(value.begin(), value.end());
    part(m, names);
    if constexpr (!M::kSaving) value = {names.begin(), names.end()};
  } else {
    fields(m, value);
  }
}

// put(message, a, b, …): appends values; get<A, B>(message) reads them, and takes the message to end there when `last`.
template <class... T>
MessageWriter& put(MessageWriter& message, const T&... values) {
  (part(message, const_cast<T&>(values)), ...);  // (writing changes nothing)
  return message;
}
template <class Kind, class... T>
std::string message(Kind kind, const T&... values) {
  MessageWriter writer(kind);
  return put(writer, values...).take();
}
template <class T>
T get(MessageReader& message) {
  T value{};
  part(message, value);
  return value;
}

}  // namespace fermata::jail
