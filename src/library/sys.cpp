// Module sys's native part: the session's own settings.
#include "compiler/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/model/running_frames.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/import.h"

namespace fermata {

namespace {

Value get_recursion_limit(Context& cx, Value*) { return Value::small(cx.recursion_limit); }

Value set_recursion_limit(Context& cx, Value* args) {
  int64_t wanted = 0;
  const Value status = index_clamped(cx, payload_of(args[0]), &wanted);
  if (status.is_outcome()) return status;
  if (wanted < 1) return raise_value_error(cx, "recursion limit must be greater or equal than 1");
  const auto most = int64_t(cx.budget.limits.depth ? cx.budget.limits.depth : UINT32_MAX);
  cx.recursion_limit = uint32_t(std::min({wanted, most, int64_t(UINT32_MAX)}));
  return Value::none();
}

Value get_digits(Context& cx, Value*) { return make_uint(cx, int_digits(cx)); }

// As far as the host's limit goes.
Value set_digits(Context& cx, Value* args) {
  int64_t wanted = 0;
  const Value status = index_clamped(cx, payload_of(args[0]), &wanted);
  if (status.is_outcome()) return status;
  if (wanted != 0 && wanted < 640) return raise_value_error(cx, "maxdigits must be 0 or larger than 640");
  return set_int_digits(cx, uint64_t(wanted)) ? Value::none() : cx.out_of_memory();
}

Value intern(Context& cx, Value* args) {
  if (!is<Str>(args[0])) return raise_type_error(cx, "intern() argument must be str, not {}", type_name(cx, args[0]));
  Str* const interned = cx.intern(as<Str>(args[0])->view());
  return interned ? Value::object(interned) : cx.out_of_memory();
}

Value modules(Context& cx, Value*) { return listed_modules(cx); }

// Roughly what CPython says about the same object, for programs that compare sizes.
Value get_size(Context&, Value* args) {
  const Value v = payload_of(args[0]);
  int64_t bytes = 48;
  if (is_int_or_bool(v))
    bytes = 24 + 4 * int64_t((v.is_small() ? (std::abs(double(v.as_small())) >= 1073741824.0 ? 2 : v != Value::small(0))
                              : is<Int>(v) ? as<Int>(v)->count * 2
                                           : 1));
  else if (is_float(v)) bytes = 24;
  else if (v.is_none()) bytes = 16;
  else if (Str* s = try_as<Str>(v)) bytes = s->ascii() ? 49 + s->count : 74 + 2 * int64_t(s->length);
  else if (is<Bytes>(v)) bytes = 33 + as<Bytes>(v)->count;
  else if (is<Tuple>(v)) bytes = 40 + 8 * int64_t(as<Tuple>(v)->count);
  else if (is<List>(v)) bytes = 56 + 8 * int64_t(as<List>(v)->items.capacity);
  else if (is<Dict>(v)) bytes = 64 + 24 * int64_t(as<Dict>(v)->entries.capacity) + int64_t(as<Dict>(v)->index.capacity);
  else if (is<Set>(v) || is<FrozenSet>(v)) bytes = 216 + 16 * int64_t(static_cast<Set*>(v.as_object())->table.capacity);
  return Value::small(bytes);
}

// The frame that lies `depth` below the innermost one of the program (the library's and the prelude's own don't count); null: none.
const Frame* find_frame(Context& cx, int64_t depth, uint32_t* index) {
  for (uint32_t i = cx.task ? cx.task->frames.size : 0; i-- > 0;) {
    const Frame& f = cx.task->frames[i];
    if (f.code->has(kCodeHidden) || depth-- > 0) continue;
    *index = i;
    return &f;
  }
  return nullptr;
}

Value get_frame(Context& cx, Value* args) {
  int64_t depth = 0;
  if (const Value status = index_clamped(cx, payload_of(args[0]), &depth); status.is_outcome()) return status;
  uint32_t first = 0;
  if (!find_frame(cx, std::max<int64_t>(depth, 0), &first)) return raise_value_error(cx, "call stack is not deep enough");
  if (!cx.tick(first + 1)) return Value::retry();
  return running_frame_object(cx, first);
}

Value get_frame_module(Context& cx, Value* args) {
  int64_t depth = 0;
  if (const Value status = index_clamped(cx, payload_of(args[0]), &depth); status.is_outcome()) return status;
  uint32_t index = 0;
  const Frame* f = find_frame(cx, std::max<int64_t>(depth, 0), &index);
  if (!f || !is<Dict>(f->function->globals)) return Value::none();
  const Value name = dict_get_str(as<Dict>(f->function->globals), cx.intern("__name__"));
  return name.is_unset() ? Value::none() : name;
}

constexpr NativeRow kFunctions[] = {
    {"getrecursionlimit", get_recursion_limit, ""},
    {"setrecursionlimit", set_recursion_limit, "limit, /"},
    {"get_int_max_str_digits", get_digits, ""},
    {"set_int_max_str_digits", set_digits, "maxdigits"},
    {"intern", intern, "string, /"},
    {"getsizeof", get_size, "object, default=?"},
    {"_modules", modules, ""},
    {"_getframe", get_frame, "depth=0, /"},
    {"_getframemodulename", get_frame_module, "depth=0"},
};

}  // namespace

extern const ModuleRow kSysModule = {"sys", kFunctions};

}  // namespace fermata
