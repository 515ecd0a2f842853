// Session::view: a paused session as people want to see it.
#include <algorithm>

#include "compiler/code.h"
#include "objects/code.h"
#include "objects/containers.h"
#include "objects/object.h"
#include "objects/operations.h"
#include "objects/text.h"
#include "session/session_impl.h"

namespace fermata {

namespace {

constexpr size_t kMaxText = 200;

// repr(v) by natives alone, shortened.
std::string show(Context& cx, Value v) {
  if (v.is_unset()) return "<unset>";
  Value r = repr_of(cx, v);
  std::string text;
  if (is<Str>(r)) {
    text = as<Str>(r)->view();
  } else {
    // It needs the program's own __repr__, which must not run now.
    cx.exception = Value();
    cx.trap = Trap::kNone;
    TextBuilder out(cx);
    default_repr_into(cx, v, out);
    text = out.text();
  }
  if (text.size() > kMaxText) {
    size_t cut = kMaxText;
    while (cut > 0 && (text[cut] & 0xC0) == 0x80) --cut;
    text = text.substr(0, cut) + "…";
  }
  return text;
}

const Source* find_source(Context& cx, std::string_view name) {
  for (const auto& s : cx.sources)
    if (s->name() == name) return s.get();
  return nullptr;
}

FrameView view_frame(Context& cx, const Frame& f) {
  FrameView v;
  v.function = as<Str>(f.code->qualname)->view();
  v.file = as<Str>(f.code->filename)->view();
  v.line = position_at(f.code, f.pc).line;
  if (const Source* s = find_source(cx, v.file)) v.source_line = s->line(v.line);
  for (uint32_t i = 0; i < f.code->locals.size; ++i) {
    Value value = f.registers[i];
    if (is<Cell>(value)) value = as<Cell>(value)->content;
    std::string name(as<Str>(f.code->locals[i])->view());
    if (!value.is_unset() && !name.starts_with(".")) v.locals.emplace_back(name, show(cx, value));
  }
  for (uint32_t i = 0; i < f.code->free_names.size; ++i)
    if (Value value = as<Cell>(f.function->closure[i])->content; !value.is_unset())
      v.locals.emplace_back(as<Str>(f.code->free_names[i])->view(), show(cx, value));
  return v;
}

}  // namespace

SessionView Session::view() const {
  Impl& impl = open();
  Context& cx = impl.cx;
  SessionView v;
  v.pending = impl.pending;
  v.spent = spent();
  v.limits = limits();
  v.objects = cx.heap.objects();
  if (cx.task)
    for (const Frame& f : cx.task->frames)
      if (!f.code->has(kCodeHidden)) v.stack.push_back(view_frame(cx, f));
  for (const auto& source : cx.sources) {
    const auto in_it = [&](const auto& place) { return place.file == source->name(); };
    if (std::ranges::any_of(v.stack, in_it) || std::ranges::any_of(v.pending, in_it))
      v.sources.emplace_back(source->name(), source->text());
  }
  for (const DictEntry& e : as<Dict>(cx.main_globals)->entries) {
    if (!is<Str>(e.key)) continue;
    std::string name(as<Str>(e.key)->view());
    if (name.starts_with("__") || is<HostFunction>(e.value) || is<Module>(e.value)) continue;
    v.globals.emplace_back(name, show(cx, e.value));
  }
  return v;
}

}  // namespace fermata
