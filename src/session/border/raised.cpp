// What the host is told of an exception that left the program.
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"
#include "session/session_impl.h"
#include "session/shown.h"
#include "vm/import.h"
#include "vm/suggestions.h"
#include "vm/traceback.h"

namespace fermata {

namespace {
constexpr int kMostGroups = 60;  // within one another
}

// How what is in an error, and in those of its group, crosses, and how much more of it.
struct Session::Impl::Telling {
  Leaving& values;
  Leaving& arguments;  // of which each crosses, if only as what it looks like: they are told by their place
  size_t exceptions, text_bytes;
};

// str(exception), with the program's own __str__ when it has one: that runs for a little while only, all exceptions of an error together.
std::string Session::Impl::text_of(Value exception) {
  Value s = str_of(cx, exception);
  if (is<Str>(s)) return std::string(as<Str>(s)->view());
  std::string text = "<exception str() failed>";
  Value function = dict_get_str(cx.image->prelude, cx.intern("op_str"));
  if (!s.is_defer() || !is<Function>(function)) {
    cx.exception = Value();
    cx.trap.kind = Trap::kNone;
    return text;
  }
  if (text_steps == 0) return text;
  const uint64_t begin = cx.budget.steps();
  const Value made = run_aside(function, {&exception, 1}, text_steps);
  text_steps -= std::min(text_steps, cx.budget.steps() - begin + 1);
  if (is<Str>(made)) text = as<Str>(made)->view();
  cx.exception = Value();
  return text;
}

Error Session::Impl::describe(Value exception) {
  text_steps = kTextSteps;
  auto* object = as<Exception>(exception);
  const std::string text = text_of(exception);
  std::string why;
  DataRoom room(cx);
  Leaving values(cx, &why, room), arguments(cx, &why, room, [this](Value v) { return Shown(cx).text(v); });
  Telling telling{values, arguments, kMostExceptions, kMaxTraceback};
  Error e = describe_alone(object, text, telling, 0);
  if (const std::string hint = suggestion_for(cx, object); !hint.empty()) e.hint = hint.substr(2);  // after ". "
  else if (is_subclass(object->cls, error_class(cx, ErrorType::kModuleNotFoundError)))
    if (const Value name = exception_detail(cx, object, "name"); is<Str>(name)) e.hint = module_hint(cx, as<Str>(name)->view());
  // What an asynchronous function gives, taken for its value.
  if (e.hint.empty() && e.message.find("'coroutine'") != e.message.npos &&
      (is_subclass(object->cls, error_class(cx, ErrorType::kTypeError)) ||
       is_subclass(object->cls, error_class(cx, ErrorType::kAttributeError))))
    e.hint = "Is an `await` missing?";
  if (e.hint.empty() && e.message.empty() && cx.budget.limits.heap_bytes &&
      is_subclass(object->cls, error_class(cx, ErrorType::kMemoryError)))
    e.hint = "The limit of heap_bytes is " + std::to_string(cx.budget.limits.heap_bytes);
  e.frames = places_of(cx, object->traceback);
  e.call = call_that_raised(exception);
  const Value most = payload_of(patched_sys_attribute(cx, "tracebacklimit"));
  e.traceback = format_exception(
      cx, exception, [&](Value v) { return v == exception ? text : text_of(v); },
      most.is_small() ? std::optional(most.as_small()) : std::nullopt);
  return e;
}

Error Session::Impl::describe_alone(Exception* object, std::string_view text, Telling& telling, int depth) {
  Leaving& leaving = telling.values;
  Error e;
  e.type = cut_text(class_name(object->cls));
  e.message = cut_text(text);
  const bool group = is_subclass(object->cls, error_class(cx, ErrorType::kBaseExceptionGroup));
  const bool exits = is_subclass(object->cls, error_class(cx, ErrorType::kSystemExit));
  for (Value v : as<Tuple>(object->args)->span()) {
    Data d;
    // What a process would end with: the number that a member of an IntEnum is.
    if (const Value number = payload_of(v); exits && (number.is_small() || is<Int>(number))) v = number;
    if (!(group ? leaving : telling.arguments).value(v, &d)) break;  // no room, or a group's exceptions, which are told below
    e.args.push_back(std::move(d));
  }
  if (Data notes; leaving.value(exception_attribute(cx, object, "__notes__"), &notes) && notes.type() == Data::Type::kList)
    e.attributes.emplace_back("__notes__", std::move(notes));
  if (is_subclass(object->cls, error_class(cx, ErrorType::kOSError)))
    for (const char* name : {"filename", "filename2"})
      if (Data file; leaving.value(exception_detail(cx, object, name), &file) && !file.is_none())
        e.attributes.emplace_back(name, std::move(file));
  e.module = library_module_of(object->cls);
  const Tuple* lent = declared(class_name(object->cls));
  e.declared = lent && lent->items[1] == Value::object(object->cls);
  if (e.declared && is<Dict>(object->attributes))
    dict_for_each(as<Dict>(object->attributes), [&](DictEntry& held) {
      Data d;
      if (is<Str>(held.key) && !as<Str>(held.key)->view().starts_with('_') && leaving.value(held.value, &d))
        e.attributes.emplace_back(as<Str>(held.key)->view(), std::move(d));
    });
  if (!group || depth == kMostGroups) return e;
  if (const Value within = exception_detail(cx, object, "exceptions"); is<Tuple>(within))
    for (const Value one : as<Tuple>(within)->span()) {
      if (!is<Exception>(one) || telling.exceptions == 0) break;
      const std::string said = text_of(one);
      if (said.size() > telling.text_bytes) break;
      --telling.exceptions;
      telling.text_bytes -= said.size();
      e.exceptions.push_back(describe_alone(as<Exception>(one), said, telling, depth + 1));
    }
  return e;
}

}  // namespace fermata
