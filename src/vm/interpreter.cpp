// The dispatch loop. Its rules:
//  - Everything an instruction needs is in the frame: registers R, constants K, inline caches S. `ip` points
//    after the instruction that runs.
//  - An instruction either finishes here and dispatches the next one, or it has a result that isn't a value
//    (an outcome): then the pc is written back (SAVE) and a slow path decides. An instruction is executed
//    again from the start after a retry, so it changes nothing before it can fail.
//  - After a slow path everything is loaded again from the top frame (LOAD), which may be another one.
//  - Code may come from a hostile state: what the verifier doesn't prove (verifier.h says what) is checked
//    where it is used, and ends in SystemError.
//  - Steps are counted at calls and at JUMP_BACK; both are safepoints. Only there and in slow paths may the
//    collector run, so plain instructions hold raw pointers freely.
#include "vm/interpreter.h"

#include <algorithm>
#include <cmath>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/iterators/generator.h"
#include "objects/iterators/iterators.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/operations.h"
#include "objects/natives/signature.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/frames.h"
#include "vm/import.h"
#include "vm/operands_check.h"

#if defined(__GNUC__) && !defined(FERMATA_NO_COMPUTED_GOTO)
#define FERMATA_THREADED 1
#endif

// Keeps the compiler from turning a loop over a few words into a call of memset or memcpy.
#if defined(__GNUC__)
#define FERMATA_SHORT_LOOP() asm volatile("" ::: "memory")
#else
#define FERMATA_SHORT_LOOP() (void)0
#endif

namespace fermata {

#ifndef FERMATA_TRACED_LOOP  // traced_loop.cpp has the loop a second time, and nothing else
std::vector<Str*> machine_function_names(Context& cx) {
  static constexpr const char* kNames[] = {
#define PRELUDE(name) #name,
#include "vm/prelude_functions.def"
#undef PRELUDE
  };
  std::vector<Str*> names;
  for (const char* name : kNames) names.push_back(cx.intern(name));
  return names;
}

bool Interpreter::enter(Function* function) {
  Value* registers = reserve_registers(cx, cx.task, nullptr, function->code->registers);
  if (!registers) return false;
  std::fill_n(registers, function->code->registers, Value());
  return push_frame(cx, cx.task, function, registers, Deliver::kValue);
}

Stop Interpreter::run() {
  if (stress_collect) cx.budget.force_safepoint();
  if (cut_.code && !begin_cut()) return stop_at_limit(cut_.limit);
  Action action = unwinding_ ? Action::kUnwind : Action::kRun;
  unwinding_ = false;
  for (;;) {
    if (action == Action::kUnwind) action = unwind();
    if (action == Action::kStop && stop_ != Stop::kSwitched) return stop_;
    if (action == Action::kStop) action = Action::kRun;
    if (action == Action::kRun) action = on_instruction ? traced_loop() : loop();
  }
}
#endif

namespace {

// The dict that holds a namespace's names, or null when the program's own code is to be asked. A metaclass's __prepare__ may have given an
// instance of a subclass of dict.
const Dict* plain_namespace(Context& cx, Value names) {
  if (is<Dict>(names)) return as<Dict>(names);
  const Value payload = payload_of(names);
  if (!is<Dict>(payload)) return nullptr;
  Class* cls = class_of(cx, names);
  if (class_traits(cx, cls) & (kTraitMissing | kTraitGetItem)) return nullptr;
  return as<Dict>(payload);
}

// Fast arithmetic on small ints and inline floats; unset when it doesn't apply.
[[gnu::always_inline]] inline Value make_inline_float(Context& cx, double d) {
  if (Value v = Value::inline_float(d); !v.is_unset()) [[likely]] return v;
  return make_float(cx, d);
}

inline bool both_small(Value a, Value b) { return a.bits() & b.bits() & 1; }
inline bool both_inline_floats(Value a, Value b) { return a.is_inline_float() && b.is_inline_float(); }

template <BinaryOp op>
[[gnu::always_inline]] inline Value fast_binary(Context& cx, Value a, Value b) {
  if (both_small(a, b)) [[likely]] {
    int64_t x = int64_t(a.bits()), y = int64_t(b.bits()), r;  // tagged: 2n+1
    if constexpr (op == BinaryOp::kAdd) {
      if (!__builtin_add_overflow(x, y - 1, &r)) return Value::from_bits(uint64_t(r));
    } else if constexpr (op == BinaryOp::kSub) {
      if (!__builtin_sub_overflow(x, y - 1, &r)) return Value::from_bits(uint64_t(r));
    } else if constexpr (op == BinaryOp::kMul) {
      if (!__builtin_mul_overflow(x - 1, y >> 1, &r)) return Value::from_bits(uint64_t(r) + 1);
    } else if constexpr (op == BinaryOp::kFloorDiv) {
      int64_t n = x >> 1, d = y >> 1;
      if (d > 0) return Value::small(n >= 0 ? n / d : -((-n + d - 1) / d));
    } else if constexpr (op == BinaryOp::kMod) {
      int64_t n = x >> 1, d = y >> 1;
      if (d > 0) {
        // Operands of 32 bits divide several times faster.
        if (uint64_t(n | d) >> 32 == 0) return Value::small(int64_t(uint32_t(n) % uint32_t(d)));
        int64_t m = n % d;
        return Value::small(m < 0 ? m + d : m);
      }
    } else if constexpr (op == BinaryOp::kAnd) {
      return Value::from_bits(uint64_t(x & y));
    } else if constexpr (op == BinaryOp::kOr) {
      return Value::from_bits(uint64_t(x | y));
    } else if constexpr (op == BinaryOp::kXor) {
      return Value::from_bits(uint64_t(x ^ y) | 1);
    } else if constexpr (op == BinaryOp::kRShift) {
      int64_t s = y >> 1;
      if (s >= 0) return Value::small(s > 62 ? (x < 0 ? -1 : 0) : (x >> 1) >> s);
    } else if constexpr (op == BinaryOp::kLShift) {
      int64_t s = y >> 1, n = x >> 1;
      if (s >= 0 && s < 62 && n < (int64_t(1) << (62 - s)) && n > -(int64_t(1) << (62 - s))) return Value::small(int64_t(uint64_t(n) << s));
    } else if constexpr (op == BinaryOp::kTrueDiv) {
      int64_t n = x >> 1, d = y >> 1;
      constexpr int64_t kExact = int64_t(1) << 53;
      if (d != 0 && n < kExact && n > -kExact && d < kExact && d > -kExact) return make_inline_float(cx, double(n) / double(d));
    }
    return Value();
  }
  if constexpr (op == BinaryOp::kPow) {
    // A positive base and a finite result: no special case of Python's.
    if (both_inline_floats(a, b) && a.as_inline_float() > 0) {
      double power = std::pow(a.as_inline_float(), b.as_inline_float());
      if (std::isfinite(power)) return make_inline_float(cx, power);
    }
  }
  if constexpr (op == BinaryOp::kAdd || op == BinaryOp::kSub || op == BinaryOp::kMul || op == BinaryOp::kTrueDiv) {
    double x, y;
    if (both_inline_floats(a, b)) {
      x = a.as_inline_float(), y = b.as_inline_float();
    } else if (a.is_inline_float() && b.is_small()) {
      constexpr int64_t kExact = int64_t(1) << 53;
      if (b.as_small() > kExact || b.as_small() < -kExact) return Value();
      x = a.as_inline_float(), y = double(b.as_small());
    } else if (a.is_small() && b.is_inline_float()) {
      constexpr int64_t kExact = int64_t(1) << 53;
      if (a.as_small() > kExact || a.as_small() < -kExact) return Value();
      x = double(a.as_small()), y = b.as_inline_float();
    } else {
      return Value();
    }
    if constexpr (op == BinaryOp::kAdd) return make_inline_float(cx, x + y);
    if constexpr (op == BinaryOp::kSub) return make_inline_float(cx, x - y);
    if constexpr (op == BinaryOp::kMul) return make_inline_float(cx, x * y);
    if constexpr (op == BinaryOp::kTrueDiv)
      if (y != 0) return make_inline_float(cx, x / y);
  }
  return Value();
}

template <CompareOp op, class T>
inline bool compare(T x, T y) {
  if constexpr (op == CompareOp::kLt) return x < y;
  if constexpr (op == CompareOp::kLe) return x <= y;
  if constexpr (op == CompareOp::kGt) return x > y;
  if constexpr (op == CompareOp::kGe) return x >= y;
  if constexpr (op == CompareOp::kEq) return x == y;
  return x != y;
}

// 1 true, 0 false, -1 not here
template <CompareOp op>
[[gnu::always_inline]] inline int fast_compare(Value a, Value b) {
  if (both_small(a, b)) [[likely]] return compare<op>(int64_t(a.bits()), int64_t(b.bits()));
  if (both_inline_floats(a, b)) return compare<op>(a.as_inline_float(), b.as_inline_float());
  if constexpr (op == CompareOp::kEq || op == CompareOp::kNe)
    if (is<Str>(a) && is<Str>(b))
      if (const SameKey same = same_key(a, b); same != SameKey::kAsk) return (same == SameKey::kYes) == (op == CompareOp::kEq);
  return -1;
}

// False: there is no memory for them. (A hostile state may extend a list by itself.)
bool append_all(Context& cx, List* list, std::span<const Value> items) {
  const bool is_own = items.data() == list->items.data;
  if (!cx.heap.reserve(list->items, uint64_t(list->items.size) + items.size())) return false;
  const Value* from = is_own ? list->items.data : items.data();
  Value* to = list->items.data + list->items.size;
  for (const Value* const end = from + items.size(); from != end; ++from, ++to) {
    *to = *from;
    FERMATA_SHORT_LOOP();
  }
  list->items.size += uint32_t(items.size());
  return true;
}

// Nothing with a destructor lives in the loop itself: its jumps don't run them.
Value extend_list_by_any(Context& cx, List* list, Value iterable) {
  Items items(cx);
  if (!is_leaf_iterable(cx, iterable)) return Value::defer();
  const Value r = items.take(iterable);
  if (r.is_outcome()) return r;
  return append_all(cx, list, items.span()) ? Value::none() : items.give_back(cx.out_of_memory());
}

Value extend_list(Context& cx, List* list, Value iterable) {
  if (!is<Tuple>(iterable)) return extend_list_by_any(cx, list, iterable);
  const std::span<const Value> items = as<Tuple>(iterable)->span();  // f(*args), mostly
  if (!cx.tick(items.size() / 4 + 1)) return Value::retry();
  return append_all(cx, list, items) ? Value::none() : cx.out_of_memory();
}

Value update_set(Context& cx, Set* set, Value iterable) {
  Items items(cx);
  if (const Value r = items.take(iterable); r.is_outcome()) return r;
  for (const Value item : items)
    if (const Value r = set_add(cx, set, item); r.is_outcome()) return items.give_back(r);
  return Value::none();
}

// Is `self` a value of exactly the builtin class that the method belongs to? (A hostile state may pair any
// method with any value.)
[[gnu::always_inline]] inline bool is_plain_receiver(const Builtin* b, Value self) {
  if (!is<Class>(b->owner)) return false;
  Kind kind =
      self.is_small() ? Kind::kInt : self.is_inline_float() ? Kind::kFloat : self.is_object() ? self.as_object()->kind : Kind::kFree;
  return kind != Kind::kInstance && uint32_t(kind) == as<Class>(b->owner)->layout;
}

// Truth without any call: 1, 0, or -1 for "ask".
[[gnu::always_inline]] inline int fast_truth(Value v) {
  if (v.is_true()) return 1;
  if (v.is_false() || v.is_none()) return 0;
  if (v.is_small()) return v.as_small() != 0;
  if (is<Str>(v)) return as<Str>(v)->count != 0;
  if (is<List>(v)) return as<List>(v)->items.size != 0;
  return -1;
}

}  // namespace

#ifdef FERMATA_TRACED_LOOP
#define LOOP traced_loop
#define LOOK() on_instruction(*f, uint32_t(ip - words - 1))
#else
#define LOOP loop
#define LOOK() (void)0
#endif
#ifndef NDEBUG
#define CHECK() do { if (!operands_are_values(f->code, R, w)) goto bad_register; } while (0)
#else
#define CHECK() (void)0
#endif

// GCC's manual advises against this pass where gotos are computed: with it the loop keeps its variables in memory.
#if defined(__GNUC__) && !defined(__clang__)
[[gnu::optimize("no-gcse")]]
#endif
Interpreter::Action Interpreter::LOOP() {
  Task* const task = cx.task;
  Frame* f;
  Value* R;
  const Value* K;
  SiteCache* S;
  const uint64_t* words;
  const uint64_t* ip;
  uint64_t w;
  Value r;       // the result at hand, or the outcome for the slow path
  Action action;
  Value callee;  // of a call, with
  Value* args;   // its arguments,
  uint32_t n;    // so many
  uint32_t frames;  // how many there were before it
  Storage<8> storage;  // of a leaf: its parameters

#define A ((w >> 16) & 0xFFFF)
#define B ((w >> 32) & 0xFFFF)
#define C (w >> 48)
#define D ((w >> 8) & 0xFF)
#define BX uint32_t(w >> 32)
#define SBX int32_t(w >> 32)
#define SC int16_t(w >> 48)
#define LOAD() ENTER(&task->frames.back())
#define ENTER(frame)                    \
  do {                                  \
    f = (frame);                        \
    R = f->registers;                   \
    K = f->code->constants.data;        \
    S = f->caches;                      \
    words = f->code->words.data;        \
    ip = words + f->pc;                 \
  } while (0)
#define SAVE() (f->pc = uint32_t(ip - words - 1))
#define SITE_NAME(i) as<Str>(f->code->sites[i].name)

#ifdef FERMATA_THREADED
  static const void* const kLabels[256] = {
#define OP(number, name, ...) &&op_##name,
#define OP_GAP(number) &&op_unknown,
#include "compiler/opcodes.def"
  };
#define NEXT()                 \
  do {                         \
    w = *ip++;                 \
    LOOK();                    \
    CHECK();                   \
    goto* kLabels[w & 0xFF];   \
  } while (0)
#define TARGET(name) op_##name
#else
#define NEXT() goto dispatch
#define TARGET(name) case uint8_t(Op::name)
#endif
  // The result goes to A, unless it is an outcome.
#define STORE_RESULT()                          \
  do {                                          \
    if (r.is_outcome()) [[unlikely]] goto outcome; \
    R[A] = r;                                   \
    NEXT();                                     \
  } while (0)
#define NO_RESULT()                             \
  do {                                          \
    if (r.is_outcome()) [[unlikely]] goto outcome; \
    NEXT();                                     \
  } while (0)
#define ACT(expression)           \
  do {                            \
    SAVE();                       \
    action = (expression);        \
    goto acted;                   \
  } while (0)
  // The same for a call, whose result goes to A and nowhere else.
#define ACT_CALL(expression)      \
  do {                            \
    SAVE();                       \
    frames = task->frames.size;   \
    action = (expression);        \
    goto called;                  \
  } while (0)

  LOAD();
#ifdef FERMATA_THREADED
  NEXT();
#else
dispatch:
  w = *ip++;
  LOOK();
  CHECK();
  switch (w & 0xFF)
#endif
  {
    // --- moves, constants, names
    TARGET(MOVE): R[A] = R[B]; NEXT();
    TARGET(LOAD_CONST): R[A] = K[BX]; NEXT();
    TARGET(UNSET): R[A] = Value(); NEXT();
    TARGET(CHECK_LOCAL): {
      if (!R[A].is_unset()) [[likely]] NEXT();
      r = raise_unbound_local(*f, A);
      goto outcome;
    }
    TARGET(DELETE_LOCAL): {
      if (R[A].is_unset()) {
        r = raise_unbound_local(*f, A);
        goto outcome;
      }
      R[A] = Value();
      NEXT();
    }
    TARGET(MAKE_CELL): {
      Cell* cell = cx.heap.make<Cell>();
      cell->content = R[A];
      R[A] = Value::object(cell);
      NEXT();
    }
    TARGET(LOAD_CELL): {
      if (is<Cell>(R[B])) [[likely]] {
        r = as<Cell>(R[B])->content;
        if (!r.is_unset()) [[likely]] {
          R[A] = r;
          NEXT();
        }
      }
      r = raise_unbound_local(*f, B);
      goto outcome;
    }
    TARGET(STORE_CELL): {
      if (!is<Cell>(R[A])) R[A] = Value::object(cx.heap.make<Cell>());
      as<Cell>(R[A])->content = R[B];
      NEXT();
    }
    TARGET(DELETE_CELL): {
      if (!is<Cell>(R[A]) || as<Cell>(R[A])->content.is_unset()) {
        r = raise_unbound_local(*f, A);
        goto outcome;
      }
      as<Cell>(R[A])->content = Value();
      NEXT();
    }
    TARGET(LOAD_FREE): {
      r = as<Cell>(f->function->closure[B])->content;
      if (r.is_unset()) [[unlikely]] {
        r = raise_unbound_free(*f, B);
        goto outcome;
      }
      R[A] = r;
      NEXT();
    }
    TARGET(STORE_FREE): {
      auto* cell = as<Cell>(f->function->closure[A]);
      if (cell->immortal()) [[unlikely]] goto shared_cell;
      cell->content = R[B];
      NEXT();
    }
    TARGET(DELETE_FREE): {
      if (f->function->closure[A].as_object()->immortal()) [[unlikely]] goto shared_cell;
      Value& content = as<Cell>(f->function->closure[A])->content;
      if (content.is_unset()) {
        r = raise_unbound_free(*f, A);
        goto outcome;
      }
      content = Value();
      NEXT();
    }
    TARGET(LOAD_GLOBAL): {
      SiteCache& c = S[BX];
      auto* globals = as<Dict>(f->function->globals);
      if (c.guard == globals && c.version == globals->version) [[likely]] {
        R[A] = c.kind == uint32_t(CacheKind::kGlobal) ? globals->entries[c.index].value : c.value;
        NEXT();
      }
      r = load_global_slow(*f, SITE_NAME(BX), &c);
      STORE_RESULT();
    }
    TARGET(STORE_GLOBAL): {
      SiteCache& c = S[BX];
      auto* globals = as<Dict>(f->function->globals);
      if (c.guard == globals && c.version == globals->version && c.kind == uint32_t(CacheKind::kGlobal)) [[likely]] {
        globals->entries[c.index].value = R[A];
        NEXT();
      }
      if (globals->immortal()) [[unlikely]] {
        if (!(globals->aux & Dict::kPatchable)) goto bad_register;
        if (patch_global(cx, globals, SITE_NAME(BX), R[A])) NEXT();
        r = cx.out_of_memory();
        goto outcome;
      }
      if (!dict_set_str(cx, globals, SITE_NAME(BX), R[A])) {
        r = cx.out_of_memory();
        goto outcome;
      }
      c = {globals, globals->version, Value(), uint32_t(CacheKind::kGlobal), uint32_t(dict_find_str(globals, SITE_NAME(BX)))};
      NEXT();
    }
    TARGET(DELETE_GLOBAL): {
      auto* globals = as<Dict>(f->function->globals);
      if (globals->immortal() && !(globals->aux & Dict::kPatchable)) goto bad_register;
      if (globals->immortal() ? unpatch_global(cx, globals, SITE_NAME(BX)) : dict_delete_str(cx, globals, SITE_NAME(BX))) NEXT();
      r = raise_undefined(SITE_NAME(BX));
      goto outcome;
    }
    TARGET(LOAD_NAME): {
      const Dict* names = plain_namespace(cx, R[B]);
      if (!names) r = Value::defer();
      else if ((r = dict_get_str(names, SITE_NAME(C))).is_unset()) r = load_global_slow(*f, SITE_NAME(C), nullptr);
      STORE_RESULT();
    }
    TARGET(STORE_NAME): {
      if (is_own<Dict>(R[B])) {
        if (dict_set_str(cx, as<Dict>(R[B]), SITE_NAME(C), R[A])) NEXT();
        r = cx.out_of_memory();
      } else {
        r = set_item(cx, R[B], f->code->sites[C].name, R[A]);
        NO_RESULT();
      }
      goto outcome;
    }
    TARGET(DELETE_NAME): {
      if (is_own<Dict>(R[B]) && dict_delete_str(cx, as<Dict>(R[B]), SITE_NAME(C))) NEXT();
      r = is<Dict>(R[B]) ? raise_undefined(SITE_NAME(C)) : Value::defer();
      goto outcome;
    }
    TARGET(LOAD_NAME_OR_FREE): {
      const Dict* names = plain_namespace(cx, R[0]);
      r = names ? dict_get_str(names, SITE_NAME(C)) : Value::defer();
      if (r.is_unset()) r = as<Cell>(f->function->closure[B])->content;
      if (r.is_unset()) r = raise_unbound_free(*f, B);
      STORE_RESULT();
    }
    TARGET(MAKE_FUNCTION): r = make_function(*f, w); STORE_RESULT();

    // --- operators
#define BINARY_TARGET(NAME, OPERATION, RIGHT)                                           \
  TARGET(NAME): {                                                                       \
    Value x = R[B], y = RIGHT;                                                          \
    r = fast_binary<BinaryOp::OPERATION>(cx, x, y);                                     \
    if (!r.is_unset()) [[likely]] {                                                     \
      R[A] = r;                                                                         \
      NEXT();                                                                           \
    }                                                                                   \
    r = binary(cx, BinaryOp::OPERATION, x, y, D & 1);                                   \
    STORE_RESULT();                                                                     \
  }
#define BINARY(ast, op, name, function, token, symbol, level, opcode) BINARY_TARGET(opcode, k##op, R[C])
#include "syntax/operators.def"
#define BINARY(...)
#define BINARY_K(ast, op, name, function, token, symbol, level, opcode) BINARY_TARGET(opcode##_K, k##op, K[C])
#include "syntax/operators.def"
#undef BINARY_TARGET

    TARGET(NEGATE): {
      Value x = R[B];
      if (x.is_small() && x.as_small() != Value::kMinSmall) [[likely]] {
        R[A] = Value::small(-x.as_small());
        NEXT();
      }
      r = unary(cx, UnaryOp::kNegate, x);
      STORE_RESULT();
    }
    TARGET(POSITIVE): r = unary(cx, UnaryOp::kPositive, R[B]); STORE_RESULT();
    TARGET(INVERT): r = unary(cx, UnaryOp::kInvert, R[B]); STORE_RESULT();
    TARGET(NOT): {
      int t = fast_truth(R[B]);
      if (t >= 0) [[likely]] {
        R[A] = Value::boolean(!t);
        NEXT();
      }
      r = truth(cx, R[B]);
      if (r.is_bool()) r = Value::boolean(r.is_false());
      STORE_RESULT();
    }

#define COMPARE_TARGET(NAME, OPERATION, RIGHT)                           \
  TARGET(NAME): {                                                        \
    Value x = R[B], y = RIGHT;                                           \
    int t = fast_compare<CompareOp::OPERATION>(x, y);                    \
    if (t >= 0) [[likely]] {                                             \
      R[A] = Value::boolean(t);                                          \
      NEXT();                                                            \
    }                                                                    \
    r = rich_compare(cx, CompareOp::OPERATION, x, y);                    \
    STORE_RESULT();                                                      \
  }
#define COMPARE(ast, op, name, symbol, opcode) COMPARE_TARGET(opcode, k##op, R[C])
#include "syntax/operators.def"
#define COMPARE(ast, op, name, symbol, opcode) COMPARE_TARGET(opcode##_K, k##op, K[C])
#include "syntax/operators.def"
#undef COMPARE_TARGET
    TARGET(IS): R[A] = Value::boolean((R[B] == R[C]) != bool(D & 1)); NEXT();
    TARGET(IN): {
      r = contains(cx, R[C], R[B]);
      if (r.is_bool()) r = Value::boolean(r.is_true() != bool(D & 1));
      STORE_RESULT();
    }

    // --- jumps
    TARGET(JUMP): ip += SBX; NEXT();
    TARGET(JUMP_BACK): {
      if (--cx.budget.fuel < 0) [[unlikely]] {
        ++cx.budget.fuel;
        SAVE();
        if (!safepoint()) return Action::kStop;
        LOAD();
        NEXT();
      }
      ip += SBX;
      NEXT();
    }
    TARGET(JUMP_IF_TRUE): {
      int t = fast_truth(R[A]);
      if (t < 0) [[unlikely]] {
        r = truth(cx, R[A]);
        if (r.is_outcome()) goto outcome;
        t = r.is_true();
      }
      if (t) ip += SBX;
      NEXT();
    }
    TARGET(JUMP_IF_FALSE): {
      int t = fast_truth(R[A]);
      if (t < 0) [[unlikely]] {
        r = truth(cx, R[A]);
        if (r.is_outcome()) goto outcome;
        t = r.is_true();
      }
      if (!t) ip += SBX;
      NEXT();
    }
#define JUMP_COMPARE(NAME, OPERATION, RIGHT)                                                \
  TARGET(NAME): {                                                                           \
    Value x = R[A], y = RIGHT;                                                              \
    int t = fast_compare<CompareOp::OPERATION>(x, y);                                       \
    if (t < 0) [[unlikely]] {                                                               \
      r = rich_compare(cx, CompareOp::OPERATION, x, y);                                     \
      if (r.is_outcome()) goto outcome;                                                     \
      if (!r.is_bool()) ACT(deliver(r));                                                    \
      t = r.is_true();                                                                      \
    }                                                                                       \
    if (bool(t) == bool(D & 1)) ip += SC;                                                   \
    NEXT();                                                                                 \
  }
#define COMPARE(ast, op, name, symbol, opcode) JUMP_COMPARE(JUMP_##opcode, k##op, R[B])
#include "syntax/operators.def"
#define COMPARE(ast, op, name, symbol, opcode) JUMP_COMPARE(JUMP_##opcode##_K, k##op, K[B])
#include "syntax/operators.def"
#undef JUMP_COMPARE
    TARGET(JUMP_IS): {
      if ((R[A] == R[B]) == bool(D & 1)) ip += SC;
      NEXT();
    }
    TARGET(JUMP_IS_K): {
      if ((R[A] == K[B]) == bool(D & 1)) ip += SC;
      NEXT();
    }
    TARGET(JUMP_IN): {
      r = contains(cx, R[B], R[A]);
      if (r.is_outcome()) goto outcome;
      if (r.is_true() == bool(D & 1)) ip += SC;
      NEXT();
    }

    // --- attributes and items
    TARGET(GET_ATTR): {
      SiteCache& c = S[C];
      Value o = R[B];
      if (is<Instance>(o) && as<Instance>(o)->shape == c.guard && c.version == cx.class_epoch) [[likely]] {
        if (c.kind == uint32_t(CacheKind::kSlot)) [[likely]] {
          R[A] = as<Instance>(o)->slot(c.index);
          NEXT();
        }
        if (c.kind == uint32_t(CacheKind::kTupleItem)) {
          const auto* tuple = as<Tuple>(as<Instance>(o)->payload);
          if (c.index < tuple->count) {
            R[A] = tuple->items[c.index];
            NEXT();
          }
        }
        if (c.kind == uint32_t(CacheKind::kProperty)) {
          if (--cx.budget.fuel < 0) [[unlikely]] goto call_safepoint;
          ACT(call_function(as<Function>(c.value), {&o, 1, Value(), false}, Deliver::kValue, Value()));
        }
      } else if (is<Module>(o) && as<Module>(o)->dict.as_object() == c.guard && as<Dict>(as<Module>(o)->dict)->version == c.version) {
        R[A] = as<Dict>(as<Module>(o)->dict)->entries[c.index].value;
        NEXT();
      }
      r = get_attribute(cx, o, SITE_NAME(C), &c);
      STORE_RESULT();
    }
    TARGET(SET_ATTR): {
      SiteCache& c = S[C];
      Value o = R[A];
      if (is<Instance>(o) && as<Instance>(o)->shape == c.guard && c.version == cx.class_epoch) [[likely]] {
        if (c.kind == uint32_t(CacheKind::kSetSlot)) [[likely]] {
          as<Instance>(o)->slot(c.index) = R[B];
          NEXT();
        }
        if (c.kind == uint32_t(CacheKind::kAddSlot) && c.index < as<Instance>(o)->aux) {
          as<Instance>(o)->slots[c.index] = R[B];
          as<Instance>(o)->shape = as<Shape>(c.value);
          NEXT();
        }
      }
      r = set_attribute(cx, o, SITE_NAME(C), R[B], &c);
      NO_RESULT();
    }
    TARGET(DELETE_ATTR): r = delete_attribute(cx, R[A], SITE_NAME(C)); NO_RESULT();
    TARGET(GET_METHOD): {
      SiteCache& c = S[C];
      Value o = R[B];
      if (c.kind == uint32_t(CacheKind::kMethod)) [[likely]] {
        if (is<Instance>(o)) {
          if (as<Instance>(o)->shape == c.guard && c.version == cx.class_epoch) [[likely]] {
            R[A] = c.value;
            R[A + 1] = o;
            NEXT();
          }
        } else if (o.is_object() && c.guard == cx.image->classes[size_t(o.as_object()->kind)] &&
                   !kind_has<kManyClasses>(o.as_object()->kind)) {
          R[A] = c.value;
          R[A + 1] = o;
          NEXT();
        }
      } else if (c.kind == uint32_t(CacheKind::kModule) && is<Module>(o) && as<Module>(o)->dict.as_object() == c.guard &&
                 as<Dict>(as<Module>(o)->dict)->version == c.version) {
        R[A] = as<Dict>(as<Module>(o)->dict)->entries[c.index].value;
        R[A + 1] = Value();
        NEXT();
      }
      Value self;
      r = get_method(cx, o, SITE_NAME(C), &self, &c);
      if (r.is_outcome()) [[unlikely]] goto outcome;
      R[A] = r;
      R[A + 1] = self;
      NEXT();
    }
    TARGET(GET_SPECIAL): {
#define NAME(name) Name::k_##name,
      static constexpr Name kNames[] = {FERMATA_SPECIAL_NAMES(NAME)};
#undef NAME
      Value o = R[B];
      Class* cls = class_of(cx, o);
      Value found = class_lookup(cx, cls, cx.name(kNames[C & 3]));
      if (found.is_unset()) {
        bool async = C >= 2;
        bool exit_missing = C == 1 || C == 3;
        r = raise_type_error(cx, "'{}' object does not support the {}context manager protocol{}", class_text(cx, cls),
                             async ? "asynchronous " : "",
                             exit_missing && !class_lookup(cx, cls, cx.name(kNames[(C & 3) - 1])).is_unset()
                                 ? (async ? " (missed __aexit__ method)" : " (missed __exit__ method)") : "");
        goto outcome;
      }
      if (takes_self(found)) {
        R[A] = found;
        R[A + 1] = o;
        NEXT();
      }
      r = bind_attribute(cx, found, o, cls);
      if (r.is_outcome()) goto outcome;
      R[A] = r;
      R[A + 1] = Value();
      NEXT();
    }
#define GET_ITEM_BODY(KEY)                                                                  \
  {                                                                                         \
    Value o = R[B], key = KEY;                                                              \
    if (key.is_small() && o.is_object()) {                                                  \
      int64_t i = key.as_small();                                                           \
      if (is<List>(o)) {                                                                    \
        auto& items = as<List>(o)->items;                                                   \
        if (uint64_t(i) < items.size) [[likely]] {                                          \
          R[A] = items.data[i];                                                             \
          NEXT();                                                                           \
        }                                                                                   \
        if (i < 0 && uint64_t(i + items.size) < items.size) {                               \
          R[A] = items.data[i + items.size];                                                \
          NEXT();                                                                           \
        }                                                                                   \
      } else if (is<Tuple>(o)) {                                                            \
        auto* t = as<Tuple>(o);                                                             \
        if (i < 0) i += t->count;                                                           \
        if (uint64_t(i) < t->count) [[likely]] {                                            \
          R[A] = t->items[i];                                                               \
          NEXT();                                                                           \
        }                                                                                   \
      }                                                                                     \
      else if (is<Dict>(o)) {                                                               \
        int64_t at = dict_find_quick(as<Dict>(o), key, small_int_hash(i));                  \
        if (at >= 0) [[likely]] {                                                           \
          R[A] = as<Dict>(o)->entries[size_t(at)].value;                                    \
          NEXT();                                                                           \
        }                                                                                   \
      }                                                                                     \
    } else if (is<Dict>(o) && is<Str>(key)) {                                               \
      int64_t at = dict_find_quick(as<Dict>(o), key, cached_str_hash(as<Str>(key)));        \
      if (at >= 0) [[likely]] {                                                             \
        R[A] = as<Dict>(o)->entries[size_t(at)].value;                                      \
        NEXT();                                                                             \
      }                                                                                     \
    }                                                                                       \
    r = get_item(cx, o, key);                                                               \
    STORE_RESULT();                                                                         \
  }
    TARGET(GET_ITEM): GET_ITEM_BODY(R[C])
    TARGET(GET_ITEM_K): GET_ITEM_BODY(K[C])
#undef GET_ITEM_BODY
    TARGET(SET_ITEM): {
      Value o = R[A], key = R[B];
      if (is_own<List>(o) && key.is_small()) {
        auto& items = as<List>(o)->items;
        const int64_t i = key.as_small();
        if (uint64_t(i) < items.size) [[likely]] {
          items.data[i] = R[C];
          NEXT();
        }
      } else if (is_own<Dict>(o)) {
        r = dict_set_fast(cx, as<Dict>(o), key, R[C]);
        NO_RESULT();
      }
      r = set_item(cx, o, key, R[C]);
      NO_RESULT();
    }
    TARGET(DELETE_ITEM): r = delete_item(cx, R[A], R[B]); NO_RESULT();
    TARGET(BUILD_SLICE): R[A] = Value::object(new_slice(cx, R[B], R[B + 1], R[B + 2])); NEXT();

    // --- calls
    TARGET(CALL): {
      if (--cx.budget.fuel < 0) [[unlikely]] goto call_safepoint;
      callee = R[B];
      args = &R[B + 1];
      n = uint32_t(C);
      if (is<Function>(callee)) [[likely]] goto enter_function;
      if (is<Builtin>(callee)) {
        // A builtin function with plain parameters: no binding beyond defaults.
        auto* b = as<Builtin>(callee);
        const Signature& s = *b->signature;
        if (s.simple && n <= s.positional && n >= s.required && s.positional <= 8 && b->row->leaf && !is<Class>(b->owner)) goto run_leaf;
      } else if (is<Class>(callee) && as<Class>(callee)->immortal() && is<Builtin>(as<Class>(callee)->constructor)) {
        // A builtin class: its constructor takes the class as the first argument.
        auto* cls = as<Class>(callee);
        auto* b = as<Builtin>(cls->constructor);
        const Signature& s = *b->signature;
        if (s.simple && n < s.positional && n + 1 >= s.required && s.positional <= 8 && b->row->leaf && b->owner == callee &&
            cls->meta == cx.image->type && cls != cx.image->type) {
          callee = cls->constructor;
          --args;
          ++n;
          goto run_leaf;
        }
      }
      ACT_CALL(call(callee, {args, n, Value(), true}));
    }
    TARGET(CALL_METHOD): {
      if (--cx.budget.fuel < 0) [[unlikely]] goto call_safepoint;
      callee = R[B];
      args = &R[B + 2];
      n = uint32_t(C);
      if (!R[B + 1].is_unset()) {
        --args;
        ++n;
      }
      if (is<Function>(callee)) [[likely]] goto enter_function;
      if (is<Builtin>(callee)) {
        // A method of a builtin value with plain parameters.
        auto* b = as<Builtin>(callee);
        const Signature& s = *b->signature;
        if (s.simple && n <= s.positional && n >= s.required && s.positional <= 8 && b->row->leaf) {
          if (is<Class>(b->owner) ? b->row->is_plain_method() && !R[B + 1].is_unset() && is_plain_receiver(b, R[B + 1]) : true)
            goto run_leaf;
        }
      }
      ACT_CALL(call(callee, {args, n, Value(), true}));
    }
    TARGET(CALL_KEYWORDS): {
      if (--cx.budget.fuel < 0) [[unlikely]] goto call_safepoint;
      callee = R[B];
      n = f->code->sites[C].count;
      args = &R[B + 1];
      if (D & 1) {
        if (R[B + 1].is_unset()) ++args;
        else ++n;
      }
      ACT_CALL(call(callee, {args, n, f->code->sites[C].name, true}));
    }
    TARGET(CALL_SPREAD): {
      if (--cx.budget.fuel < 0) [[unlikely]] goto call_safepoint;
      ACT_CALL(call_spread(R[B], R[B + 1], R[B + 2]));
    }
    TARGET(RETURN): {
      r = R[A];
    returning:
      if (f->returns_to == ReturnsTo::kCall) [[likely]] {
        task->top = f->top_before;
        --task->frames.size;
        ENTER(f - 1);
        w = *ip++;
        R[A] = r;
        NEXT();
      }
      ACT(return_value(r));
    }
    TARGET(RETURN_CONST): r = K[BX]; goto returning;
    TARGET(YIELD): {
      r = R[B];
      if (f->returns_to == ReturnsTo::kForIter) [[likely]] {
        Generator* g = f->generator;
        g->pc = uint32_t(ip - words - 1);
        g->handled = f->handled;
        g->state = uint32_t(GeneratorState::kSuspended);
        --task->frames.size;
        ENTER(f - 1);
        w = *ip++;
        R[A] = r;
        NEXT();
      }
      if (!f->generator || task->frames.size < 2) goto bad_register;
      ACT(yield_value(r));
    }
    TARGET(AWAIT):
    TARGET(YIELD_FROM): {
      if (!is<Generator>(R[B])) {
        r = raise_type_error(cx, "cannot delegate to '{}'", type_name(cx, R[B]));
        goto outcome;
      }
      if (!R[C].is_none() && as<Generator>(R[B])->code->has(kCodeNativeIterator) &&
          class_lookup(cx, class_of(cx, R[B]), cx.intern("send")).is_unset()) {
        r = raise_no_attribute(cx, R[B], cx.intern("send"));
        goto outcome;
      }
      cx.budget.charge(1);  // an item passes through every generator of a chain
      ACT(resume_generator(as<Generator>(R[B]), R[C], Resume::kSend));
    }

    // --- iteration
    TARGET(GET_ITER): {
      if (is<Generator>(R[B]) && !as<Generator>(R[B])->code->has(kCodeCoroutine | kCodeAsyncGenerator)) {
        R[A] = R[B];
        NEXT();
      }
      r = get_iter(cx, R[B]);
      STORE_RESULT();
    }
    TARGET(GET_YIELD_FROM_ITER): {
      if (is<Generator>(R[B]) && !as<Generator>(R[B])->code->has(kCodeCoroutine | kCodeAsyncGenerator)) {
        R[A] = R[B];
        NEXT();
      }
      if (is<Generator>(R[B]) && as<Generator>(R[B])->code->has(kCodeCoroutine)) {
        if (f->code->has(kCodeIterableCoroutine | kCodeHidden)) {
          R[A] = R[B];
          NEXT();
        }
        r = raise_type_error(cx, "cannot 'yield from' a coroutine object in a non-coroutine generator");
        goto outcome;
      }
      r = Value::defer();
      goto outcome;
    }
    TARGET(GET_AWAITABLE): {
      if (is<Generator>(R[B])) {
        auto* g = as<Generator>(R[B]);
        if (g->code->has(kCodeCoroutine) && awaits(g)) {
          r = raise_runtime_error(cx, "coroutine is being awaited already");
          goto outcome;
        }
        if (g->code->has(kCodeCoroutine | kCodeIterableCoroutine)) {
          R[A] = R[B];
          NEXT();
        }
      }
      r = Value::defer();
      goto outcome;
    }
    TARGET(GET_AITER): {
      if (is<Generator>(R[B]) && as<Generator>(R[B])->code->has(kCodeAsyncGenerator)) {
        R[A] = R[B];
        NEXT();
      }
      r = Value::defer();
      goto outcome;
    }
    TARGET(GET_ANEXT): {
      // An asynchronous generator is awaited as it is: its yield ends the AWAIT.
      if (is<Generator>(R[B]) && as<Generator>(R[B])->code->has(kCodeAsyncGenerator)) {
        auto* g = as<Generator>(R[B]);
        if (g->state == uint32_t(GeneratorState::kRunning) || g->state == uint32_t(GeneratorState::kDelegating) || awaits(g)) {
          r = raise_runtime_error(cx, "anext(): asynchronous generator is already running");
          goto outcome;
        }
        if (g->state == uint32_t(GeneratorState::kFresh) && is<Dict>(cx.imports.patches)) {  // there may be a hook that wants to know
          r = Value::defer();
          goto outcome;
        }
        R[A] = R[B];
        NEXT();
      }
      r = Value::defer();
      goto outcome;
    }
    TARGET(FOR_ITER): {
      Value it = R[B];
      if (is<RangeIterator>(it)) {
        auto* ri = as<RangeIterator>(it);
        if (ri->remaining == 0) {
          ip += SC;
          NEXT();
        }
        int64_t i = ri->next;
        ri->next = int64_t(uint64_t(i) + uint64_t(ri->step));
        --ri->remaining;
        if (Value::fits_small(i)) [[likely]] R[A] = Value::small(i);
        else R[A] = make_int(cx, i);
        NEXT();
      }
      if (is<SequenceIterator>(it)) {
        auto* si = as<SequenceIterator>(it);
        if (is<List>(si->sequence) && !si->aux) {
          auto& items = as<List>(si->sequence)->items;
          if (si->index < items.size) [[likely]] {
            R[A] = items[si->index++];
            NEXT();
          }
        }
      } else if (is<Generator>(it)) {
        auto* g = as<Generator>(it);
        Code* code = g->code;
        if (g->state == uint32_t(GeneratorState::kSuspended) && (code->caches.data || !code->sites.size) && !code->has(kCodeHidden) &&
            task->frames.size < task->frames.capacity && depth_of(task) < cx.recursion_limit) [[likely]] {
          SAVE();
          g->state = uint32_t(GeneratorState::kRunning);
          ++task->frames.size;
          ++f;
          f->function = g->function;
          f->code = code;
          f->registers = R = g->registers.data;
          f->pc = g->pc;
          f->deliver = Deliver::kValue;
          f->returns_to = ReturnsTo::kForIter;
          f->segment_before = uint16_t(task->segment);
          f->caches = S = code->caches.data;
          f->generator = g;
          f->handled = g->handled;
          f->receiver = Value();
          f->top_before = task->top;
          K = code->constants.data;
          words = code->words.data;
          ip = words + g->pc;
          w = *ip;
          if (op_of(w) == Op::YIELD) [[likely]] {
            R[A] = Value::none();
            ++ip;
          } else {
            R[C] = Value::none();
          }
          NEXT();
        }
        ACT(resume_generator(g, Value::none(), Resume::kSend));
      }
      if (!it.is_object()) [[unlikely]] {
        r = iter_next(cx, it);
        goto outcome;
      }
#ifndef FERMATA_TRACED_LOOP
      if (uint64_t next = *ip; takes_item_apart(w, next, f->code->locals.size)) {
        r = iter_next_into(cx, it, &R[a_of(next)], c_of(next));
        if (r.is_none()) {
          ++ip;
          NEXT();
        }
        if (r.is_exhausted()) {
          ip += SC;
          NEXT();
        }
        if (!r.is_unset()) goto outcome;
      }
#endif
      r = iter_next(cx, it);
      if (r.is_exhausted()) {
        ip += SC;
        NEXT();
      }
      STORE_RESULT();
    }
    TARGET(UNPACK): {
      Value o = R[B];
      const Value* items = nullptr;
      uint32_t n = 0;
      if (is<Tuple>(o)) items = as<Tuple>(o)->items, n = as<Tuple>(o)->count;
      else if (is<List>(o)) items = as<List>(o)->items.data, n = as<List>(o)->items.size;
      if (items && n == C) [[likely]] {
        Value* to = &R[A];
        for (uint32_t i = 0; i < n; ++i) to[i] = items[i];
        NEXT();
      }
      r = Value::defer();
      goto outcome;
    }
    TARGET(UNPACK_STAR): r = unpack_star(cx, R[B], C & 255, C >> 8, &R[A]); NO_RESULT();

    // --- building values
    TARGET(BUILD_LIST): r = list_of(cx, {&R[B], size_t(C)}); STORE_RESULT();
    TARGET(BUILD_TUPLE): {
      Tuple* t = new_tuple(cx, C);
      if (!t) [[unlikely]] {
        r = cx.out_of_memory();
        goto outcome;
      }
      for (uint32_t i = 0; i < C; ++i) t->items[i] = R[B + i];
      R[A] = Value::object(t);
      NEXT();
    }
    TARGET(BUILD_SET): {
      Set* s = new_set(cx);
      r = Value::none();
      for (uint32_t i = 0; i < C; ++i)
        if (r = set_add(cx, s, R[B + i]); r.is_outcome()) goto outcome;
      R[A] = Value::object(s);
      NEXT();
    }
    TARGET(BUILD_DICT): {
      Dict* d = new_dict(cx);
      for (uint32_t i = 0; i < C; ++i)
        if (r = dict_set_fast(cx, d, R[B + 2 * i], R[B + 2 * i + 1]); r.is_outcome()) goto outcome;
      R[A] = Value::object(d);
      NEXT();
    }
    TARGET(BUILD_STRING): {
      uint64_t bytes = 0;
      for (uint32_t i = 0; i < C; ++i) {
        const Value part = payload_of(R[B + i]);
        if (!is<Str>(part)) goto bad_register;
        bytes += as<Str>(part)->count;
      }
      Str* s = allocate_str(cx, bytes);
      if (!s) {
        r = cx.out_of_memory();
        goto outcome;
      }
      char* to = s->fill();
      for (uint32_t i = 0; i < C; ++i) {
        auto* part = as<Str>(payload_of(R[B + i]));
        std::memcpy(to, part->text(), part->count);
        to += part->count;
      }
      finish_str(s);
      R[A] = Value::object(s);
      NEXT();
    }
    TARGET(LIST_APPEND): {
      if (!is_own<List>(R[A])) goto bad_register;
      if (cx.heap.push(as<List>(R[A])->items, R[B])) [[likely]] NEXT();
      r = cx.out_of_memory();
      goto outcome;
    }
    TARGET(LIST_EXTEND): {
      if (!is_own<List>(R[A])) goto bad_register;
      r = extend_list(cx, as<List>(R[A]), R[B]);
      NO_RESULT();
    }
    TARGET(SET_ADD): if (!is_own<Set>(R[A])) goto bad_register; r = set_add(cx, as<Set>(R[A]), R[B]); NO_RESULT();
    TARGET(SET_UPDATE): {
      if (!is_own<Set>(R[A])) goto bad_register;
      r = update_set(cx, as<Set>(R[A]), R[B]);
      NO_RESULT();
    }
    TARGET(DICT_UPDATE): {
      if (!is_own<Dict>(R[A])) goto bad_register;
      if (!is<Dict>(R[B])) {
        r = Value::defer();
        goto outcome;
      }
      r = Value::none();
      for (DictEntry& e : as<Dict>(R[B])->entries)
        if (!e.key.is_unset())
          if (r = dict_set_fast(cx, as<Dict>(R[A]), e.key, e.value); r.is_outcome()) goto outcome;
      NEXT();
    }
    TARGET(DICT_MERGE): {
      // Keywords of a call: names that aren't there yet. All else is the prelude's, errors too.
      r = Value::defer();
      if (!is_own<Dict>(R[A])) goto bad_register;
      if (is<Dict>(R[B])) {
        auto* to = as<Dict>(R[A]);
        bool plain = true;
        for (DictEntry& e : as<Dict>(R[B])->entries)
          plain = plain && (e.key.is_unset() || (is<Str>(e.key) && dict_get_str(to, as<Str>(e.key)).is_unset()));
        if (plain) {
          for (DictEntry& e : as<Dict>(R[B])->entries)
            if (!e.key.is_unset() && !dict_set_str(cx, to, as<Str>(e.key), e.value)) {
              r = cx.out_of_memory();
              goto outcome;
            }
          NEXT();
        }
      }
      goto outcome;
    }
    TARGET(LIST_TO_TUPLE): {
      if (!is<List>(R[B])) goto bad_register;
      r = tuple_of(cx, as<List>(R[B])->items.span());
      STORE_RESULT();
    }
    TARGET(FORMAT): {
      Value v = R[B];
      uint32_t conversion = D & 3;
      if (conversion == 0 && (D & 0x80) && is<Str>(v)) {
        R[A] = v;
        NEXT();
      }
      r = conversion == 0 ? v : conversion == 1 ? str_of(cx, v) : conversion == 2 ? repr_of(cx, v) : ascii_of(cx, v);
      if (r.is_outcome()) goto outcome;
      Value spec = D & 0x80 ? Value::object(cx.image->empty_str) : R[C];
      r = is<Str>(spec) ? format_value(cx, r, as<Str>(spec)) : Value::defer();
      STORE_RESULT();
    }

    // --- exceptions
    TARGET(RAISE): ACT(raise_instruction(R[A], D == 2 ? R[B] : Value(), D));
    TARGET(END_ASYNC_FOR): {
      if (!is<Exception>(R[A])) goto bad_register;
      if (is_subclass(as<Exception>(R[A])->cls, error_class(cx, ErrorType::kStopAsyncIteration))) NEXT();
    }
    // falls through
    TARGET(RERAISE): {
      if (!is<Exception>(R[A])) goto bad_register;
      cx.exception = R[A];
      reraising_ = true;
      SAVE();
      return Action::kUnwind;
    }
    TARGET(ENTER_HANDLER): {
      Value e = R[B];
      if (!is<Exception>(e)) goto bad_register;
      R[A] = f->handled;
      f->handled = e;
      NEXT();
    }
    TARGET(LEAVE_HANDLER): {
      if (!R[A].is_unset() && !R[A].is_none() && !is<Exception>(R[A])) goto bad_register;
      f->handled = R[A];
      NEXT();
    }
    TARGET(MATCH_EXCEPTION): if (!is<Exception>(R[B])) goto bad_register; r = match_exception(R[B], R[C]); STORE_RESULT();
    TARGET(RAISE_ASSERTION): {
      r = D & 1 ? raise_plain(cx, ErrorType::kAssertionError) : raise_value(cx, ErrorType::kAssertionError, R[A]);
      goto outcome;
    }

    // --- modules
    TARGET(IMPORT):
      r = import_hook(cx, f->function->globals);
      if (r.is_unset()) r = import_module(cx, SITE_NAME(C), uint32_t(B), D & 1, f->code, f->function->globals);
      else if (!r.is_outcome()) r = import_by_hook(cx, r, SITE_NAME(C), uint32_t(B), D & 1, f->function->globals, f->code, ip, A);
      STORE_RESULT();
    TARGET(IMPORT_FROM): r = import_from(cx, R[B], SITE_NAME(C)); STORE_RESULT();
    TARGET(IMPORT_STAR):
      r = D & 1 ? R[0] : f->function->globals;
      if (is<Dict>(r) ? r.as_object()->immortal() : r.is_unset() || (D & 1) == 0) goto bad_register;
      r = is<Dict>(r) ? import_star(cx, R[A], as<Dict>(r)) : Value::defer();
      NO_RESULT();
    TARGET(SETUP_ANNOTATIONS): {
      Dict* ns = D & 1 ? as<Dict>(f->function->globals) : try_as<Dict>(R[0]);
      if (ns && ns->immortal()) goto bad_register;
      Str* name = cx.name(Name::k___annotations__);
      r = ns ? dict_get_str(ns, name) : Value::defer();
      if (r.is_unset()) {
        r = Value::object(new_dict(cx));
        dict_set_str(cx, ns, name, r);
      }
      STORE_RESULT();
    }
#ifndef FERMATA_THREADED
    default: break;
#endif
  }

shared_cell:  // what a function of the library keeps in its closure is all sessions'
  r = raise_shared(cx, f->function->closure[A]);
  goto outcome;

  // Registers whose types the compiler guarantees, but the verifier of a loaded state can't prove.
bad_register:
  SAVE();
  raise(cx, ErrorType::kSystemError, "a register holds a value of the wrong type");
  return Action::kUnwind;

op_unknown:
  SAVE();
  raise(cx, ErrorType::kSystemError, "unknown opcode");
  return Action::kUnwind;

enter_function: {
  auto* fn = as<Function>(callee);
  Code* code = fn->code;
  // The arguments are the callee's first registers. No binding, no generator, room for all: nearly every call.
  constexpr uint32_t kSlow = kCodeVarArgs | kCodeVarKeywords | kCodeGenerator | kCodeCoroutine | kCodeAsyncGenerator | kCodeHidden;
  SiteCache* const caches = code->caches.data;
  Value* const end = args + code->registers;
  if (n == code->positional && !code->keyword_only && !(code->code_flags & kSlow) && (caches || !code->sites.size) &&
      args >= task->segment_begin && end <= task->segment_end && task->frames.size < task->frames.capacity &&
      depth_of(task) < cx.recursion_limit) [[likely]] {
    SAVE();
    for (Value* p = args + n; p < end; ++p) {
      *p = Value();
      FERMATA_SHORT_LOOP();
    }
    ++task->frames.size;
    ++f;
    f->function = fn;
    f->code = code;
    f->registers = R = args;
    f->pc = 0;
    f->deliver = Deliver::kValue;
    f->returns_to = ReturnsTo::kCall;
    f->segment_before = uint16_t(task->segment);
    f->caches = S = caches;
    f->generator = nullptr;
    f->handled = Value();
    f->receiver = Value();
    f->top_before = task->top;
    task->top = end;
    K = code->constants.data;
    words = ip = code->words.data;
    NEXT();
  }
  ACT_CALL(call_function(fn, {args, n, Value(), true}, Deliver::kValue, Value()));
}

run_leaf: {
  auto* b = as<Builtin>(callee);
  const Signature& s = *b->signature;
  Value* const slots = storage.values;
  for (uint32_t i = 0; i < n; ++i) {
    slots[i] = args[i];
    FERMATA_SHORT_LOOP();
  }
  for (uint32_t i = n; i < s.positional; ++i) {
    slots[i] = s.parameters[i].default_value;
    FERMATA_SHORT_LOOP();
  }
  r = call_leaf(cx, b, slots);
  if (!r.is_outcome()) [[likely]] {
    R[A] = r;
    NEXT();
  }
  ACT(settle_leaf(r, b, slots, s.positional));
}

call_safepoint:
  ++cx.budget.fuel;
  SAVE();
  if (!safepoint()) return Action::kStop;
  LOAD();
  NEXT();

outcome:
  SAVE();
  action = outcome_of_instruction(r);

acted:
  if (action != Action::kRun) return action;
  LOAD();
  NEXT();

called:
  if (action != Action::kRun) return action;
  LOAD();
  if (task->frames.size == frames + 1 && f->deliver == Deliver::kValue && !f->generator && !f->code->has(kCodeHidden) &&
      f->segment_before == task->segment)
    f->returns_to = ReturnsTo::kCall;
  NEXT();

#undef A
#undef B
#undef C
#undef D
#undef BX
#undef SBX
#undef SC
#undef LOAD
#undef ENTER
#undef SAVE
#undef NEXT
#undef TARGET
#undef STORE_RESULT
#undef NO_RESULT
#undef ACT
#undef ACT_CALL
#undef SITE_NAME
#undef LOOP
#undef LOOK
}

}  // namespace fermata
