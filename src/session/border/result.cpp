// The result of a program, for the host. What can't cross becomes an object of kind kInstance with its repr(), which the program's own code
// may have to make: that runs apart from the program, for a short time. Those texts are kept in the session, so that a state that is loaded
// has the same result, and nothing runs again.
#include "base/object_table.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"
#include "session/session_impl.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

constexpr std::string_view kReprs = "border.reprs";  // in the library's state: value, text, value, text, …
constexpr size_t kMaxReprs = 1000, kMaxText = 100'000;

std::string plain_repr(Context& cx, Value value) {
  TextBuilder text(cx);
  default_repr_into(cx, value, text);
  return std::string(text.text());
}

// By natives alone. False: the program's own code has to make it.
bool native_repr(Context& cx, Value value, std::string* out) {
  TextBuilder text(cx);
  const Value done = repr_into(cx, value, text);
  const bool made = !done.is_defer();
  if (done.is_error() || (done.is_retry() && text.text().empty())) *out = plain_repr(cx, value);
  else if (made) *out = done.is_none() ? cut_text(text.text(), kMaxText) : cut_text(text.text(), kMaxText) + "... [the rest is not shown]";
  cx.exception = Value();
  cx.trap.kind = Trap::kNone;
  return made;
}

}  // namespace

List* Session::Impl::kept_reprs() const {
  auto& context = const_cast<Context&>(cx);
  const Value kept = is<Dict>(cx.library_state) ? dict_get_str(as<Dict>(cx.library_state), context.intern(kReprs)) : Value();
  return is<List>(kept) ? as<List>(kept) : nullptr;
}

void Session::Impl::forget_reprs() {
  if (kept_reprs()) dict_delete_str(cx, as<Dict>(cx.library_state), cx.intern(kReprs));
}

std::string Session::Impl::made_repr(Value value) {
  Value function = dict_get_str(cx.image->prelude, cx.intern("op_repr"));
  const std::string type(class_name(class_of(cx, value)));
  if (!is<Function>(function) || text_steps == 0) return plain_repr(cx, value);
  const uint64_t begin = cx.budget.steps();
  const Value made = run_aside(function, {&value, 1}, text_steps);
  const bool over = cx.budget.steps() - begin >= text_steps;
  text_steps -= std::min(text_steps, cx.budget.steps() - begin + 1);
  const Value exception = std::exchange(cx.exception, Value());
  cx.trap.kind = Trap::kNone;
  if (const Value text = payload_of(made); is<Str>(text)) return cut_text(as<Str>(text)->view(), kMaxText);
  if (over) return fmt::format("<{} object: its __repr__ takes too long>", type);
  return fmt::format("<{} object: its __repr__ raises {}>", type,
                     is<Exception>(exception) ? class_name(as<Exception>(exception)->cls) : "an exception");
}

// Every second place is filled with the text for the value before it.
void Session::Impl::make_reprs(List* reprs) {
  text_steps = kTextSteps;
  for (uint32_t i = 0; i + 1 < reprs->items.size; i += 2) {
    const Value text = new_str(cx, made_repr(reprs->items[i]));
    reprs->items[i + 1] = text.is_outcome() ? Value::none() : text;
  }
  cx.exception = Value();
  cx.trap.kind = Trap::kNone;
}

void Session::Impl::read_result(Outcome& o) {
  std::vector<Value> missing;
  const auto read = [&] {
    ObjectTable known(16);
    List* const kept = kept_reprs();
    const auto is_value = [&](uint32_t i) { return kept->items[i].is_object() && is<Str>(kept->items[i + 1]); };
    bool is_new;
    for (uint32_t i = 0; kept && i + 1 < kept->items.size; i += 2)
      if (is_value(i)) known.find_or_add(kept->items[i].as_object(), i, &is_new);
    const auto repr_of = [&](Value v) {
      std::string text;
      if (const uint32_t* place = kept && v.is_object() ? known.find(v.as_object()) : nullptr)
        return std::string(as<Str>(kept->items[*place + 1])->view());
      if (native_repr(cx, v, &text)) return text;
      if (!kept && missing.size() < kMaxReprs) missing.push_back(v);
      return plain_repr(cx, v);
    };
    std::string why;
    DataRoom room(cx);
    Leaving leaving(cx, &why, room, repr_of);
    o.result_is_repr = false;
    if (!leaving.value(result, &o.result)) {  // it is too large
      const Class* cls = class_of(cx, result);
      o.result = Data::object(ObjectKind::kInstance, std::string(class_name(cls)),
                              {{"module", "builtins"}, {"repr", repr_of(result)}, {"attributes", Data()}});
      o.result_is_repr = true;
    }
    o.result_is_repr |= leaving.instances() > 0;
    cx.exception = Value();
    cx.trap.kind = Trap::kNone;
  };
  read();
  if (missing.empty()) return;
  std::vector<Value> reprs;
  for (Value v : missing) reprs.insert(reprs.end(), {v, Value::none()});
  const Value list = list_of(cx, reprs);
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  if (!is<List>(list) || !dict_set_str(cx, as<Dict>(cx.library_state), cx.intern(kReprs), list)) return;
  make_reprs(as<List>(list));
  read();
}

}  // namespace fermata
