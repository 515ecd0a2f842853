#include "objects/model/exception_types.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Value value_in(Context& cx, Value dict, std::string_view name) {
  const Value v = is<Dict>(dict) ? dict_get_str(as<Dict>(dict), cx.intern(name)) : Value();
  return v.is_unset() ? Value::none() : v;
}

bool set_in(Context& cx, Value& dict, std::string_view name, Value value) {
  if (!is<Dict>(dict)) dict = Value::object(new_dict(cx));
  return dict_set_str(cx, as<Dict>(dict), cx.intern(name), value);
}

}  // namespace

Value exception_detail(Context& cx, Exception* e, std::string_view name) { return value_in(cx, e->details, name); }
bool set_exception_detail(Context& cx, Exception* e, std::string_view name, Value value) { return set_in(cx, e->details, name, value); }
Value exception_attribute(Context& cx, Exception* e, std::string_view name) { return value_in(cx, e->attributes, name); }
bool set_exception_attribute(Context& cx, Exception* e, std::string_view name, Value value) {
  return set_in(cx, e->attributes, name, value);
}

namespace {

Exception* self_of(Value v) { return as<Exception>(v); }
Tuple* args_of(Exception* e) { return as<Tuple>(e->args); }

// The class with rules of its own that an exception's class is, or comes from; BaseException when none.
ErrorType family(Context& cx, const Class* cls) {
  constexpr ErrorType kSpecial[] = {
      ErrorType::kStopIteration,
      ErrorType::kSystemExit,
      ErrorType::kKeyError,
      ErrorType::kImportError,
      ErrorType::kAttributeError,
      ErrorType::kNameError,
      ErrorType::kSyntaxError,
      ErrorType::kOSError,
      ErrorType::kUnicodeDecodeError,
      ErrorType::kUnicodeEncodeError,
      ErrorType::kUnicodeTranslateError,
      ErrorType::kBaseExceptionGroup,
  };
  for (Value c : as<Tuple>(cls->mro)->span()) {
    for (ErrorType t : kSpecial)
      if (c.as_object() == error_class(cx, t)) return t;
  }
  return ErrorType::kBaseException;
}

// --- making them

Value no_keywords(Context& cx, const Class* cls) { return raise_type_error(cx, "{}() takes no keyword arguments", class_name(cls)); }

Value set_fields(Context& cx, Exception* e, std::initializer_list<std::pair<std::string_view, Value>> fields) {
  for (auto [name, value] : fields)
    if (!set_exception_detail(cx, e, name, value)) return cx.out_of_memory();
  return Value::none();
}

// The keywords that a class takes besides the arguments.
Value take_keywords(Context& cx, Exception* e, Dict* keywords, const char* cls, std::span<const std::string_view> names) {
  Value failed = Value::none();
  if (keywords->live > names.size())
    return raise_type_error(cx, "{}() takes at most {} keyword argument{} ({} given)", cls, names.size(), names.size() == 1 ? "" : "s",
                            keywords->live);
  dict_for_each(keywords, [&](DictEntry& entry) {
    if (failed.is_outcome()) return;
    std::string_view name = as<Str>(entry.key)->view();
    if (std::find(names.begin(), names.end(), name) == names.end())
      failed = raise_type_error(cx, "'{}' is an invalid keyword argument for {}()", name, cls);
  });
  if (failed.is_outcome()) return failed;
  for (std::string_view name : names) {
    Value v = dict_get_str(keywords, cx.intern(name));
    if (!set_exception_detail(cx, e, name, v.is_unset() ? Value::none() : v)) return cx.out_of_memory();
  }
  return Value::none();
}

Value init_syntax_error(Context& cx, Exception* e) {
  Tuple* args = args_of(e);
  if (args->count >= 1 && !set_exception_detail(cx, e, "msg", args->items[0])) return cx.out_of_memory();
  if (args->count != 2) return Value::none();
  std::vector<Value> info;
  Value r = collect_items(cx, args->items[1], info);
  if (r.is_outcome()) return r;
  if (info.size() < 4) return raise_type_error(cx, "function takes at least 4 arguments ({} given)", info.size());
  if (info.size() > 6) return raise_type_error(cx, "function takes at most 6 arguments ({} given)", info.size());
  if (info.size() == 5) return raise_type_error(cx, "end_offset must be provided when end_lineno is provided");
  info.resize(6, Value::none());
  return set_fields(cx, e,
                    {{"filename", info[0]},
                     {"lineno", info[1]},
                     {"offset", info[2]},
                     {"text", info[3]},
                     {"end_lineno", info[4]},
                     {"end_offset", info[5]}});
}

Value init_os_error(Context& cx, Exception* e) {
  Tuple* args = args_of(e);
  if (args->count < 2 || args->count > 5) return Value::none();
  Value r = set_fields(cx, e, {{"errno", args->items[0]}, {"strerror", args->items[1]}});
  if (r.is_outcome() || args->count == 2) return r;
  if (!args->items[2].is_none()) r = set_fields(cx, e, {{"filename", args->items[2]}});
  if (args->count == 5 && !args->items[4].is_none()) r = set_fields(cx, e, {{"filename2", args->items[4]}});
  if (r.is_outcome()) return r;
  // The file's name is not an argument, for compatibility with code that unpacks args.
  Value two = tuple_of(cx, {args->items, 2});
  if (two.is_outcome()) return two;
  e->args = two;
  return Value::none();
}

Value init_unicode_error(Context& cx, Exception* e, ErrorType type) {
  Tuple* args = args_of(e);
  const bool translate = type == ErrorType::kUnicodeTranslateError;
  const uint32_t wanted = translate ? 4 : 5;
  if (args->count != wanted) return raise_type_error(cx, "function takes exactly {} arguments ({} given)", wanted, args->count);
  const Value* a = args->items;
  uint32_t at = 0;
  Value encoding = Value::none();
  if (!translate) {
    encoding = a[at++];
    if (!as_str(encoding)) return raise_type_error(cx, "argument 1 must be str, not {}", type_name(cx, encoding));
  }
  Value object = a[at++];
  if (type == ErrorType::kUnicodeDecodeError) {
    Value p = payload_of(object);
    std::string_view bytes;
    if (const Value r = buffer_argument(cx, object, &bytes); r.is_outcome()) return r;
    if (!is<Bytes>(p)) {
      object = new_bytes(cx, bytes);
      if (object.is_outcome()) return object;
    }
  } else if (!as_str(object)) {
    return raise_type_error(cx, "argument {} must be str, not {}", at, type_name(cx, object));
  }
  Value bounds[2];
  for (Value& bound : bounds) {
    bound = index_of(cx, a[at++]);
    if (bound.is_outcome()) return bound;
    if (!int64_of(bound)) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
  }
  if (!as_str(a[at])) return raise_type_error(cx, "argument {} must be str, not {}", at + 1, type_name(cx, a[at]));
  return set_fields(cx, e, {{"encoding", encoding}, {"object", object}, {"start", bounds[0]}, {"end", bounds[1]}, {"reason", a[at]}});
}

// encoding, object, start, end, reason: as __init__ set them, else straight from the arguments, for those that
// codecs raise.
constexpr const char* kUnicodeFields[] = {"encoding", "object", "start", "end", "reason"};
Value unicode_field(Context& cx, Exception* e, uint32_t index) {
  if (is<Dict>(e->details))
    if (Value v = dict_get_str(as<Dict>(e->details), cx.intern(kUnicodeFields[index])); !v.is_unset()) return v;
  Tuple* args = args_of(e);
  if (args->count == 5) return args->items[index];
  return args->count == 4 && index > 0 ? args->items[index - 1] : Value::none();
}

// What __init__ of the exception's class does with arguments.
Value initialize(Context& cx, Exception* e, Value args, Dict* keywords) {
  using namespace std::string_view_literals;
  const ErrorType type = family(cx, e->cls);
  const bool takes_keywords = type == ErrorType::kImportError || type == ErrorType::kAttributeError || type == ErrorType::kNameError;
  if (keywords->live && !takes_keywords) return no_keywords(cx, e->cls);
  e->args = args;
  switch (type) {
    case ErrorType::kImportError: {
      constexpr std::string_view kNames[] = {"name"sv, "path"sv};
      Value r = take_keywords(cx, e, keywords, "ImportError", kNames);
      if (r.is_outcome()) return r;
      return set_fields(cx, e, {{"msg", as<Tuple>(args)->count == 1 ? as<Tuple>(args)->items[0] : Value::none()}});
    }
    case ErrorType::kAttributeError: {
      constexpr std::string_view kNames[] = {"name"sv, "obj"sv};
      return keywords->live ? take_keywords(cx, e, keywords, "AttributeError", kNames) : Value::none();
    }
    case ErrorType::kNameError: {
      constexpr std::string_view kNames[] = {"name"sv};
      return keywords->live ? take_keywords(cx, e, keywords, "NameError", kNames) : Value::none();
    }
    case ErrorType::kSyntaxError: return init_syntax_error(cx, e);
    case ErrorType::kOSError: return init_os_error(cx, e);
    case ErrorType::kUnicodeDecodeError:
    case ErrorType::kUnicodeEncodeError:
    case ErrorType::kUnicodeTranslateError: return init_unicode_error(cx, e, type);
    default: return Value::none();
  }
}

// OSError(errno, …) makes an instance of the class for that number.
ErrorType os_error_of(int64_t number) {
  switch (number) {
    case 11:
    case 114:
    case 115: return ErrorType::kBlockingIOError;
    case 32:
    case 108: return ErrorType::kBrokenPipeError;
    case 10: return ErrorType::kChildProcessError;
    case 103: return ErrorType::kConnectionAbortedError;
    case 111: return ErrorType::kConnectionRefusedError;
    case 104: return ErrorType::kConnectionResetError;
    case 17: return ErrorType::kFileExistsError;
    case 2: return ErrorType::kFileNotFoundError;
    case 4: return ErrorType::kInterruptedError;
    case 21: return ErrorType::kIsADirectoryError;
    case 20: return ErrorType::kNotADirectoryError;
    case 1:
    case 13: return ErrorType::kPermissionError;
    case 3: return ErrorType::kProcessLookupError;
    case 110: return ErrorType::kTimeoutError;
    default: return ErrorType::kOSError;
  }
}

// __new__: the arguments are kept, whatever __init__ does with them.
Value exception_new(Context& cx, Value* a) {
  if (!is<Class>(a[0])) return raise_type_error(cx, "BaseException.__new__(X): X is not a type object ({})", type_name(cx, a[0]));
  auto* cls = as<Class>(a[0]);
  if (cls->layout != uint32_t(Kind::kException))
    return raise_type_error(cx, "BaseException.__new__({0}): {0} is not a subtype of BaseException", class_name(cls));
  auto* args = as<Tuple>(a[1]);
  if (cls == error_class(cx, ErrorType::kOSError) && args->count >= 2 && args->items[0].is_small())
    cls = error_class(cx, os_error_of(args->items[0].as_small()));
  return Value::object(make_exception(cx, cls, a[1]));
}

Value exception_init(Context& cx, Value* a) { return initialize(cx, self_of(a[0]), a[1], as<Dict>(a[2])); }

// Calling a builtin exception class.
Value exception_construct(Context& cx, Value* a) {
  Value e = exception_new(cx, a);
  if (e.is_outcome()) return e;
  Value r = initialize(cx, self_of(e), a[1], as<Dict>(a[2]));
  return r.is_outcome() ? r : e;
}

// --- text

Value base_str(Context& cx, Exception* e, TextBuilder& out) {
  Tuple* args = args_of(e);
  if (args->count == 0) return Value::none();
  if (args->count == 1) return str_into(cx, args->items[0], out);
  return repr_into(cx, e->args, out);
}

Value syntax_error_str(Context& cx, Exception* e, TextBuilder& out) {
  Value r = str_into(cx, exception_detail(cx, e, "msg"), out);
  if (r.is_outcome()) return r;
  Str* file = as_str(exception_detail(cx, e, "filename"));
  Value line = exception_detail(cx, e, "lineno");
  std::string_view name = file ? file->view() : std::string_view();
  if (size_t slash = name.rfind('/'); slash != name.npos) name.remove_prefix(slash + 1);
  if (file && line.is_small()) out.append(fmt::format(" ({}, line {})", name, line.as_small()));
  else if (file) out.append(fmt::format(" ({})", name));
  else if (line.is_small()) out.append(fmt::format(" (line {})", line.as_small()));
  return out.status();
}

Value os_error_str(Context& cx, Exception* e, TextBuilder& out) {
  Value number = exception_detail(cx, e, "errno"), text = exception_detail(cx, e, "strerror");
  Value file = exception_detail(cx, e, "filename"), file2 = exception_detail(cx, e, "filename2");
  if (file.is_none() && (number.is_none() || text.is_none())) return base_str(cx, e, out);
  out.append("[Errno ");
  if (Value r = str_into(cx, number, out); r.is_outcome()) return r;
  out.append("] ");
  if (Value r = str_into(cx, text, out); r.is_outcome()) return r;
  if (file.is_none()) return out.status();
  out.append(": ");
  if (Value r = repr_into(cx, file, out); r.is_outcome()) return r;
  if (file2.is_none()) return out.status();
  out.append(" -> ");
  return repr_into(cx, file2, out);
}

std::string shown_code_point(char32_t c) {
  if (c <= 0xff) return fmt::format("\\x{:02x}", uint32_t(c));
  if (c <= 0xffff) return fmt::format("\\u{:04x}", uint32_t(c));
  return fmt::format("\\U{:08x}", uint32_t(c));
}

Value unicode_error_str(Context& cx, Exception* e, TextBuilder& out, ErrorType type) {
  Value object = unicode_field(cx, e, 1), start_value = unicode_field(cx, e, 2), end_value = unicode_field(cx, e, 3);
  if (object.is_none()) return out.status();  // never initialised
  const int64_t start = start_value.is_small() ? start_value.as_small() : 0, end = end_value.is_small() ? end_value.as_small() : 0;
  Value encoding_value = unicode_field(cx, e, 0);
  if (!as_str(encoding_value) && !encoding_value.is_none()) encoding_value = str_of(cx, encoding_value);
  if (encoding_value.is_outcome()) return encoding_value;
  const Str* encoding = as_str(encoding_value);
  Value reason = unicode_field(cx, e, 4);
  if (!as_str(reason)) reason = str_of(cx, reason);
  if (reason.is_outcome()) return reason;
  const std::string why(as_str(reason) ? as_str(reason)->view() : "");
  std::string one;  // what the single thing is
  const char* many = "characters";
  if (type == ErrorType::kUnicodeDecodeError) {
    many = "bytes";
    const Bytes* b = try_as<Bytes>(payload_of(object));
    if (b && start >= 0 && start < int64_t(b->count)) one = fmt::format("byte 0x{:02x}", uint8_t(b->data[start]));
  } else if (const Str* s = as_str(object); s && start >= 0 && start < int64_t(s->length)) {
    const char* p = s->text() + str_offset(cx, s, uint32_t(start));
    one = fmt::format("character '{}'", shown_code_point(utf8::next_valid(p)));
  }
  const char* verb = type == ErrorType::kUnicodeDecodeError ? "decode" : type == ErrorType::kUnicodeEncodeError ? "encode" : "translate";
  if (type == ErrorType::kUnicodeTranslateError) out.append("can't translate ");
  else out.append(fmt::format("'{}' codec can't {} ", encoding ? encoding->view() : "", verb));
  if (!one.empty() && end == start + 1) out.append(fmt::format("{} in position {}: {}", one, start, why));
  else out.append(fmt::format("{} in position {}-{}: {}", many, start, end - 1, why));
  return out.status();
}

Value group_str(Context& cx, Exception* e, TextBuilder& out) {
  const Value exceptions = exception_detail(cx, e, "exceptions");
  const uint32_t count = is<Tuple>(exceptions) ? as<Tuple>(exceptions)->count : 0;
  if (Value r = str_into(cx, exception_detail(cx, e, "message"), out); r.is_outcome()) return r;
  out.append(fmt::format(" ({} sub-exception{})", count, count == 1 ? "" : "s"));
  return out.status();
}

Value exception_str(Context& cx, Value self, TextBuilder& out) {
  auto* e = self_of(self);
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx, " while getting the str of an object");
  switch (ErrorType type = family(cx, e->cls)) {
    case ErrorType::kKeyError: return args_of(e)->count == 1 ? repr_into(cx, args_of(e)->items[0], out) : base_str(cx, e, out);
    case ErrorType::kImportError:
      if (Str* msg = as_str(exception_detail(cx, e, "msg"))) {
        out.append(msg->view());
        return out.status();
      }
      return base_str(cx, e, out);
    case ErrorType::kSyntaxError: return syntax_error_str(cx, e, out);
    case ErrorType::kOSError: return os_error_str(cx, e, out);
    case ErrorType::kUnicodeDecodeError:
    case ErrorType::kUnicodeEncodeError:
    case ErrorType::kUnicodeTranslateError:
      // One raised by hand, without its five arguments, shows those it has.
      if (unicode_field(cx, e, 1).is_none()) return base_str(cx, e, out);
      return unicode_error_str(cx, e, out, type);
    case ErrorType::kBaseExceptionGroup: return group_str(cx, e, out);
    default: return base_str(cx, e, out);
  }
}

Value exception_repr(Context& cx, Value self, TextBuilder& out) {
  auto* e = self_of(self);
  out.append(class_name(e->cls));
  Tuple* args = args_of(e);
  if (args->count != 1) return repr_into(cx, e->args, out);
  out.append('(');
  if (Value r = repr_into(cx, args->items[0], out); r.is_outcome()) return r;
  out.append(')');
  return out.status();
}

// --- attributes of BaseException

Value get_args(Context&, Value self) { return self_of(self)->args; }
Value set_args(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "args may not be deleted");
  std::vector<Value> items;
  Value r = collect_items(cx, value, items);
  if (r.is_defer()) return cx.tail_call(prelude_function(cx, "BaseException_set_args"), {self, value});
  if (r.is_outcome()) return r;
  Value args = tuple_of(cx, items);
  if (args.is_outcome()) return args;
  self_of(self)->args = args;
  return Value::none();
}

Value get_traceback(Context&, Value self) { return self_of(self)->traceback; }
Value set_traceback(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "__traceback__ may not be deleted");
  if (!value.is_none() && !is<Traceback>(value)) return raise_type_error(cx, "__traceback__ must be a traceback or None");
  self_of(self)->traceback = value;
  return Value::none();
}

Value get_cause(Context&, Value self) { return self_of(self)->cause; }
Value set_cause(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "__cause__ may not be deleted");
  if (!value.is_none() && !is<Exception>(value)) return raise_type_error(cx, "exception cause must be None or derive from BaseException");
  self_of(self)->cause = value;
  self_of(self)->suppress_context = true;
  return Value::none();
}

Value get_context(Context&, Value self) { return self_of(self)->context; }
Value set_context(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "__context__ may not be deleted");
  if (!value.is_none() && !is<Exception>(value)) return raise_type_error(cx, "exception context must be None or derive from BaseException");
  self_of(self)->context = value;
  return Value::none();
}

Value get_suppress(Context&, Value self) { return Value::boolean(self_of(self)->suppress_context); }
Value set_suppress(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "can't delete numeric/char attribute");
  if (!value.is_bool()) return raise_type_error(cx, "attribute value type must be bool");
  self_of(self)->suppress_context = value.is_true();
  return Value::none();
}

constexpr AttributeRow kBaseAttributes[] = {
    {"args", get_args, set_args},
    {"__traceback__", get_traceback, set_traceback},
    {"__cause__", get_cause, set_cause},
    {"__context__", get_context, set_context},
    {"__suppress_context__", get_suppress, set_suppress},
    {"__dict__", get_dict_of, set_dict_of},
};

// --- methods of BaseException

Value with_traceback(Context& cx, Value* a) {
  Value r = set_traceback(cx, a[0], a[1]);
  return r.is_outcome() ? r : a[0];
}

Value add_note(Context& cx, Value* a) {
  if (!as_str(a[1])) return raise_type_error(cx, "note must be a str, not '{}'", type_name(cx, a[1]));
  Value notes = exception_attribute(cx, self_of(a[0]), "__notes__");
  if (notes.is_none()) {
    notes = list_of(cx, {});
    if (notes.is_outcome()) return notes;
    if (!set_exception_attribute(cx, self_of(a[0]), "__notes__", notes)) return cx.out_of_memory();
  }
  if (!is<List>(notes)) return raise_type_error(cx, "Cannot add note: __notes__ is not a list");
  return cx.heap.push(as<List>(notes)->items, a[1]) ? Value::none() : cx.out_of_memory();
}

// The arguments that make such an exception, with its details.
Value args_with_details(Context& cx, Exception* e, ErrorType type) {
  Tuple* args = args_of(e);
  const Value file = exception_detail(cx, e, "filename"), file2 = exception_detail(cx, e, "filename2");
  if (type != ErrorType::kOSError || args->count != 2 || file.is_none()) return e->args;
  const Value all[] = {args->items[0], args->items[1], file, Value::none(), file2};
  return tuple_of(cx, std::span(all, file2.is_none() ? 3 : 5));
}

Value exception_reduce(Context& cx, Value* a) {
  auto* e = self_of(a[0]);
  const ErrorType type = family(cx, e->cls);
  std::vector<Value> parts{Value::object(e->cls), args_with_details(cx, e, type)};
  if (parts[1].is_outcome()) return parts[1];
  Value state;
  if (is<Dict>(e->attributes)) state = dict_copy(cx, as<Dict>(e->attributes));
  if (type == ErrorType::kImportError) {
    for (const char* name : {"name", "path"}) {
      const Value detail = exception_detail(cx, e, name);
      if (!detail.is_none() && !state.is_outcome() && !set_in(cx, state, name, detail)) state = cx.out_of_memory();
    }
  }
  if (state.is_outcome()) return state;
  if (!state.is_unset()) parts.push_back(state);
  return tuple_of(cx, parts);
}

Value exception_setstate(Context& cx, Value* a) {
  if (a[1].is_none()) return Value::none();
  if (!is<Dict>(a[1])) return raise_type_error(cx, "state is not a dictionary");
  auto* e = self_of(a[0]);
  bool ok = true;
  dict_for_each(as<Dict>(a[1]), [&](DictEntry& entry) {
    if (!ok || !(ok = is<Str>(entry.key))) return;
    const std::string_view name = as<Str>(entry.key)->view();
    ok = set_in(cx, is_exception_detail(cx, e->cls, name) ? e->details : e->attributes, name, entry.value);
  });
  return ok ? Value::none() : cx.out_of_memory();
}

constexpr NativeRow kBaseMethods[] = {
    {"__new__", exception_new, "cls, /, *args, **kwargs", nullptr, NativeRow::kStatic | NativeRow::kNew},
    {"__init__", exception_init, "self, /, *args, **kwargs", "BaseException__init__", NativeRow::kChanges},
    {"with_traceback", with_traceback, "self, tb, /", nullptr, NativeRow::kChanges},
    {"add_note", add_note, "self, note, /", nullptr, NativeRow::kChanges},
    {"__reduce__", exception_reduce, "self, /"},
    {"__setstate__", exception_setstate, "self, state, /", nullptr, NativeRow::kChanges},
};

// --- methods of BaseExceptionGroup; most are Python (prelude/exceptions.py)

constexpr NativeRow kGroupMethods[] = {
    new_row("BaseExceptionGroup__new__"),
    {"derive", nullptr, "self, excs, /", "BaseExceptionGroup_derive"},
    {"split", nullptr, "self, condition, /", "BaseExceptionGroup_split"},
    {"subgroup", nullptr, "self, condition, /", "BaseExceptionGroup_subgroup"},
    kClassGetItem,
};
constexpr NativeRow kGroupConstructor = {"BaseExceptionGroup", nullptr, "cls, /, *args, **kwargs", "exception_group_construct"};

// --- attributes of single classes

// A name as a template argument.
template <size_t N>
struct Text {
  char data[N];
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, data); }
};

template <Text name>
Value get_field(Context& cx, Value self) {
  return exception_detail(cx, self_of(self), name.data);
}
template <Text name>
Value set_field(Context& cx, Value self, Value value) {
  return set_exception_detail(cx, self_of(self), name.data, value.is_unset() ? Value::none() : value) ? Value::none() : cx.out_of_memory();
}
#define FIELD(name) \
  { name, get_field<name>, set_field<name> }

// StopIteration.value and SystemExit.code follow the arguments until they are set.
Value get_stop_value(Context& cx, Value self) {
  Value v = exception_detail(cx, self_of(self), "value");
  if (!v.is_none() || args_of(self_of(self))->count == 0) return v;
  return args_of(self_of(self))->items[0];
}
Value get_exit_code(Context& cx, Value self) {
  Value v = exception_detail(cx, self_of(self), "code");
  Tuple* args = args_of(self_of(self));
  if (!v.is_none() || args->count == 0) return v;
  return args->count == 1 ? args->items[0] : self_of(self)->args;
}

constexpr AttributeRow kStopIterationAttributes[] = {{"value", get_stop_value, set_field<"value">}};
constexpr AttributeRow kSystemExitAttributes[] = {{"code", get_exit_code, set_field<"code">}};
constexpr AttributeRow kGroupAttributes[] = {{"message", get_field<"message">, read_only_member},
                                             {"exceptions", get_field<"exceptions">, read_only_member}};
constexpr AttributeRow kImportErrorAttributes[] = {FIELD("msg"), FIELD("name"), FIELD("path")};
constexpr AttributeRow kAttributeErrorAttributes[] = {FIELD("name"), FIELD("obj")};
constexpr AttributeRow kNameErrorAttributes[] = {FIELD("name")};
constexpr AttributeRow kSyntaxErrorAttributes[] = {FIELD("msg"),  FIELD("filename"),   FIELD("lineno"),     FIELD("offset"),
                                                   FIELD("text"), FIELD("end_lineno"), FIELD("end_offset"), FIELD("print_file_and_line")};
constexpr AttributeRow kOSErrorAttributes[] = {FIELD("errno"), FIELD("strerror"), FIELD("filename"), FIELD("filename2")};
template <uint32_t index>
Value get_unicode_field(Context& cx, Value self) {
  return unicode_field(cx, self_of(self), index);
}
template <Text name>
Value set_place(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "can't delete numeric/char attribute");
  if (!is_int_or_bool(payload_of(value))) return raise_type_error(cx, "an integer is required");
  const Value place = index_of(cx, value);
  if (!int64_of(place)) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
  return set_field<name>(cx, self, place);
}
constexpr AttributeRow kUnicodeErrorAttributes[] = {
    {"encoding", get_unicode_field<0>, set_field<"encoding">}, {"object", get_unicode_field<1>, set_field<"object">},
    {"start", get_unicode_field<2>, set_place<"start">},       {"end", get_unicode_field<3>, set_place<"end">},
    {"reason", get_unicode_field<4>, set_field<"reason">},
};
#undef FIELD

std::span<const AttributeRow> attributes_of(ErrorType type) {
  switch (type) {
    case ErrorType::kBaseException: return kBaseAttributes;
    case ErrorType::kStopIteration: return kStopIterationAttributes;
    case ErrorType::kSystemExit: return kSystemExitAttributes;
    case ErrorType::kImportError: return kImportErrorAttributes;
    case ErrorType::kAttributeError: return kAttributeErrorAttributes;
    case ErrorType::kNameError: return kNameErrorAttributes;
    case ErrorType::kSyntaxError: return kSyntaxErrorAttributes;
    case ErrorType::kOSError: return kOSErrorAttributes;
    case ErrorType::kUnicodeDecodeError:
    case ErrorType::kUnicodeEncodeError:
    case ErrorType::kUnicodeTranslateError: return kUnicodeErrorAttributes;
    case ErrorType::kBaseExceptionGroup: return kGroupAttributes;
    default: return {};
  }
}

}  // namespace

bool is_exception_detail(Context& cx, const Class* cls, std::string_view name) {
  const ErrorType type = family(cx, cls);
  if (type == ErrorType::kBaseException) return false;
  return std::ranges::any_of(attributes_of(type), [&](const AttributeRow& row) { return row.name == name; });
}

namespace {

constexpr NativeRow kConstructor = {"BaseException", exception_construct, "cls, /, *args, **kwargs", "exception_construct"};

TypeRow make_row(ErrorType type, const char* name, const char* base) {
  TypeRow row{.kind = Kind::kException,
              .name = name,
              .base = base,
              .attributes = attributes_of(type),
              .constructor = &kConstructor,
              .flags = kClassHasDict,
              .named = true,
              .make_new = &kBaseMethods[0],
              .place = [](Image& image, const TypeRow& own, Class* cls) { image.errors[&own - exception_type_rows().data()] = cls; }};
  if (type == ErrorType::kBaseException) {
    row.doc = "Common base class for all exceptions";
    row.methods = kBaseMethods;
    row.operations = &kExceptionOperations;
    row.place = [](Image& image, const TypeRow&, Class* cls) { image.errors[0] = image.classes[size_t(Kind::kException)] = cls; };
  }
  if (type == ErrorType::kBaseExceptionGroup || type == ErrorType::kExceptionGroup) {
    row.constructor = &kGroupConstructor;
    row.methods = type == ErrorType::kBaseExceptionGroup ? std::span(kGroupMethods) : std::span(kGroupMethods, 1);
  }
  if (type == ErrorType::kBaseExceptionGroup) row.doc = "A combination of multiple unrelated exceptions.";
  return row;
}

}  // namespace

const Operations kExceptionOperations = {.hash = hash_by_identity, .repr = exception_repr, .str = exception_str};

Value construct_exception(Context& cx, Class* cls, Value args) {
  Value arguments[] = {Value::object(cls), args, Value::object(new_dict(cx))};
  Value e = exception_new(cx, arguments);
  if (e.is_outcome()) return e;
  const Value r = initialize(cx, self_of(e), args, as<Dict>(arguments[2]));
  return r.is_outcome() ? r : e;
}

std::span<const TypeRow> exception_type_rows() {
  static const TypeRow kRows[] = {
#define ERROR(Name, Base) make_row(ErrorType::k##Name, #Name, #Base),
#include "objects/model/exceptions.def"
#undef ERROR
  };
  return kRows;
}

}  // namespace fermata
