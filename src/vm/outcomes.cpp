// What happens between instructions: results delivered to the instruction that waits for them, and the
// outcomes of natives (defer, call, resume, retry).
#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "heap/marker.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "vm/frames.h"
#include "vm/interpreter.h"
#include "vm/live_registers.h"
#include "vm/operator_word.h"

namespace fermata {

Interpreter::Action Interpreter::settle(Value outcome, Value* slots, uint32_t n, Value twin) {
  switch (outcome.as_special()) {
    case Special::kError: return Action::kUnwind;
    case Special::kDefer: return call_twin(twin, slots, n);
    case Special::kRetry: return settle_trap();
    case Special::kCall: return call_inner(cx.call_function, {cx.call_arguments, cx.call_count, Value(), false});
    case Special::kResume: return resume_generator(as<Generator>(cx.resume_generator), cx.resume_value, cx.resume_how);
    default: return deliver(outcome);
  }
}

// A native must not run now: collect, or stop as exhausted. The instruction stands as it was and runs again.
Interpreter::Action Interpreter::settle_trap() {
  Trap trap = cx.trap.kind;
  cx.trap.kind = Trap::kNone;
  if (trap == Trap::kCollect) {
    const auto how = std::exchange(cx.trap.collection, Collection::kUsual);
    collect(how);
    if (how != Collection::kUsual) {
      cx.trap.collection_made = true;
      return Action::kRun;
    }
    // Until the instruction is done. Not every way out of one says so, but the next safepoint does.
    cx.trap.collected = true;
    cx.trap.collected_at = &top().code->words[top().pc];
    cx.trap.collected_depth = cx.task->frames.size;
    cx.budget.force_safepoint();
    return Action::kRun;
  }
  if (trap == Trap::kWait) {
    host_call = {};
    return stop(Stop::kWaiting);
  }
  if (trap == Trap::kSwitch) return switch_thread();
  exhausted = cx.trap.limit;
  cx.trap.collected = false;  // until it runs again there is new garbage
  note_cut();
  return stop(Stop::kExhausted);
}

namespace {

uint64_t left_of(const Budget& budget, Limit limit) {
  const uint64_t spent = limit == Limit::k_steps ? budget.steps() : budget.running_time_ns() / 1'000'000,
                 all = limit_value(budget.limits, limit);
  return all == 0 ? UINT64_MAX : all - std::min(all, spent);
}

}  // namespace

bool Interpreter::at_cut() const {
  if (cx.task->frames.size != cut_.depth) return false;
  const Frame& f = cx.task->frames.back();
  return f.code == cut_.code && f.pc == cut_.pc;
}

void Interpreter::note_cut() {
  if (exhausted != Limit::k_steps && exhausted != Limit::k_time_ms) return;
  const bool again = cut_.runs && cut_.limit == exhausted && at_cut();
  const Frame& f = top();
  cut_ = {f.code, f.pc, cx.task->frames.size, exhausted, false, again ? cut_.left : 0};  // how much it had the first time is unknown
}

bool Interpreter::begin_cut() {
  if (unwinding_ || !at_cut()) {
    cut_ = {};
    return true;
  }
  const uint64_t left = left_of(cx.budget, cut_.limit);
  if (left / 2 < cut_.left) return false;
  cut_.left = left;
  cut_.runs = true;
  cx.budget.force_safepoint();  // the next one says that the instruction is done
  return true;
}

Interpreter::Action Interpreter::outcome_of_instruction(Value outcome) {
  if (outcome.is_defer()) return defer_instruction();
  return settle(outcome);
}

Interpreter::Action Interpreter::defer_instruction() {
  Frame& f = top();
  const Word w = f.code->words[f.pc];
  const Op op = op_of(w);
  const Value* r = f.registers;
  // What rows of opcodes.def give the prelude's functions.
  const auto a = [&] { return r[a_of(w)]; };
  const auto b = [&] { return r[b_of(w)]; };
  const auto c = [&] { return r[c_of(w)]; };
  const auto number = [](uint32_t n) { return Value::small(n); };
  const auto flag = [&] { return (d_of(w) & 1) != 0; };
  const auto name = [&] { return f.code->sites[c_of(w)].name; };
  const auto constant = [&] { return f.code->constants[c_of(w)]; };
  const auto globals = [&] { return f.function->globals; };
  const auto free_variable = [&] {
    const Value content = as<Cell>(f.function->closure[b_of(w)])->content;
    return content.is_unset() ? Value::missing() : content;
  };
  const auto specification = [&] { return d_of(w) & kNoExtras ? Value::object(cx.image->empty_str) : c(); };
  const auto conversion = [&] {
    static constexpr const char* kConversions[] = {"", "s", "r", "a"};
    return Value::object(cx.intern(kConversions[d_of(w) & 3]));
  };
  Value items;  // of its run
  if (info_of(w).operands[1] == Operand::kReadRun) items = tuple_of(cx, {r + b_of(w), run_length(w, 0)});
  if (items.is_outcome()) return settle(items);

  // A map whose function must be called here.
  if (auto* map = op == Op::FOR_ITER ? try_as<Map>(b()) : nullptr; map && !map->held.is_unset() && --cx.budget.fuel >= 0) {
    Value item = std::exchange(map->held, Value::unset());
    const Action action = call_inner(map->function, {&item, 1, Value(), false});
    if (action != Action::kUnwind || !exception_matches(cx, cx.exception, ErrorType::kStopIteration)) return action;
    return deliver_end(as<Exception>(cx.exception));
  }
  // A method of the program's own that is certainly the one asked. It is charged as calls are.
  if (SpecialCall s = special_call(f); s.method) {
    if (--cx.budget.fuel >= 0) return call_special(s);
    ++cx.budget.fuel;  // a safepoint, after which the instruction runs again
    return safepoint() ? Action::kRun : Action::kStop;
  }
  if (OperatorWord o; read_operator(f, &o)) {
    if (o.comparison && ((is<Tuple>(o.a) && is<Tuple>(o.b)) || (is<List>(o.a) && is<List>(o.b))))
      return call_prelude(Prelude::k_container_compare, {number(o.op), o.a, o.b});
    // A format's own way comes first, but for a class below str.
    if (!o.comparison && BinaryOp(o.op) == BinaryOp::kMod && is<Str>(o.a) && !is<Str>(payload_of(o.b)))
      return call_prelude(Prelude::k_text_percent, {o.a, o.b});
    if (o.comparison) return call_prelude(Prelude::k_op_compare, {number(o.op), o.a, o.b});
    return call_prelude(o.in_place ? Prelude::k_op_binary_in_place : Prelude::k_op_binary, {number(o.op), o.a, o.b});
  }
  // What builtin containers do has a twin of its own.
  const auto is_row = [](Value v) { return is<List>(v) || is<Tuple>(v); };
  // The dict that `v` is, or that an instance holds whose class hasn't one of these methods of its own.
  const auto dict_in = [&](Value v, uint32_t traits) -> Value {
    if (is<Dict>(v)) return v;
    const auto* o = try_as<Instance>(v);
    return o && is<Dict>(o->payload) && !(class_traits(cx, o->shape->cls) & traits) ? o->payload : Value();
  };
  switch (op) {
    case Op::GET_ITEM:
    case Op::GET_ITEM_K: {
      const Value key = op == Op::GET_ITEM ? c() : constant();
      if (const Value d = dict_in(b(), kTraitGetItem | kTraitMissing); !d.is_unset())
        return call_prelude(Prelude::k_dict__getitem__, {d, key});
      if (const Value d = dict_in(b(), kTraitGetItem); !d.is_unset())
        return call_prelude(Prelude::k_dict_getitem_or_missing, {b(), d, key});
      if (is_row(b())) return call_prelude(Prelude::k_container_item, {b(), key});
      break;
    }
    case Op::SET_ITEM:
      if (const Value d = dict_in(a(), kTraitSetItem); !d.is_unset()) return call_prelude(Prelude::k_dict__setitem__, {d, b(), c()});
      break;
    case Op::DELETE_ITEM:
      if (const Value d = dict_in(a(), kTraitDelItem); !d.is_unset()) return call_prelude(Prelude::k_dict__delitem__, {d, b()});
      break;
    case Op::IN:
    case Op::JUMP_IN: {
      const Value in = op == Op::IN ? c() : b(), item = op == Op::IN ? b() : a();
      if (const Value d = dict_in(in, kTraitContains); !d.is_unset()) return call_prelude(Prelude::k_dict__contains__, {d, item});
      if (is<Set>(in) || is<FrozenSet>(in)) return call_prelude(Prelude::k_set__contains__, {in, item});
      if (is_row(in)) return call_prelude(Prelude::k_container_holds, {in, item});
      break;
    }
    default: break;
  }
  switch (op) {
#define DEFERS(function, ...) return call_prelude(Prelude::k_##function, {__VA_ARGS__});
#define OP(number, name, format, doc, ...) \
  case Op::name: __VA_ARGS__ break;
#include "compiler/opcodes.def"
  }
  raise(cx, ErrorType::kSystemError, std::string("an instruction has no way to defer: ") + info_of(w).name);
  return Action::kUnwind;
}

Interpreter::Action Interpreter::deliver(Value v) {
  Frame& f = top();
  const Word w = f.code->words[f.pc];
  const Op op = op_of(w);
  Value* r = f.registers;
  auto jump_if = [&](bool jump, int32_t by) {
    f.pc += 1 + uint32_t(jump ? by : 0);
    return Action::kRun;
  };
  cx.trap.collected = false;
  // Only a method that the machine called itself says so; the prelude's functions go on asking.
  if (v == Value::not_implemented())
    if (OperatorWord o; read_operator(f, &o)) {
      if (o.comparison) return call_prelude(Prelude::k_op_compare_rest, {Value::small(o.op), o.a, o.b});
      return call_prelude(Prelude::k_op_binary_rest, {Value::small(o.op), Value::boolean(o.in_place), o.a, o.b});
    }
  if (has_trait(op, kNoResult)) {
    ++f.pc;
    return Action::kRun;
  }
  if (has_trait(op, kDecides)) {
    // Where a truth value is needed, a comparison's result may be any object.
    if (!v.is_bool()) {
      Value t = truth(cx, v);
      if (t.is_defer()) {
        SpecialCall s = truth_call(v, false);
        return s.method ? call_special(s) : call_prelude(Prelude::k_op_truth, {v});
      }
      if (t.is_outcome()) return settle(t);
      v = t;
    }
    if (op == Op::JUMP_IF_TRUE) return jump_if(v.is_true(), sbx_of(w));
    if (op == Op::JUMP_IF_FALSE) return jump_if(v.is_false(), sbx_of(w));
    if (has_jump(w)) return jump_if(v.is_true() == bool(d_of(w) & 1), sc_of(w));
    if (op == Op::IN) v = Value::boolean(v.is_true() != bool(d_of(w) & 1));
  }
  switch (op) {
    case Op::FOR_ITER:
      if (v.is_exhausted()) return jump_if(true, sc_of(w));
      break;
    case Op::GET_ITER:
      if (!v.is_object() || class_lookup(cx, class_of(cx, v), cx.name(Name::k___next__)).is_unset()) {
        raise_type_error(cx, "iter() returned non-iterator of type '{}'", type_name(cx, v));
        return Action::kUnwind;
      }
      break;
    case Op::GET_METHOD:
    case Op::GET_SPECIAL: r[a_of(w) + 1] = Value(); break;
    case Op::FORMAT:
      if (!is<Str>(payload_of(v))) {
        raise_type_error(cx, "{} returned non-string (type {})", (d_of(w) & 3) == 2 ? "__repr__" : "__str__", type_name(cx, v));
        return Action::kUnwind;
      }
      if (d_of(w) & 3) v = payload_of(v);  // which is what str's own __format__ gives of a converted value
      break;
    case Op::UNPACK:
    case Op::UNPACK_STAR: {
      const uint32_t count = run_length(w, 0);
      auto* t = try_as<Tuple>(v);
      if (!t || t->count != count) {
        raise(cx, ErrorType::kSystemError, "unpacking gave something other than the items");
        return Action::kUnwind;
      }
      std::copy_n(t->items, t->count, r + a_of(w));
      ++f.pc;
      return Action::kRun;
    }
    case Op::RAISE: return raise_instruction(v, b_of(w) < f.code->registers ? r[b_of(w)] : Value(), d_of(w));
    default: break;
  }
  r[a_of(w)] = v;
  ++f.pc;
  return Action::kRun;
}

void Interpreter::answer(Value value) {
  if (cx.task->frames.empty()) return;
  if (deliver(value) == Action::kUnwind) unwinding_ = true;
}

void Interpreter::answer_with_exception(Value exception) {
  cx.exception = exception;
  unwinding_ = true;
}

bool Interpreter::safepoint() {
  if (stress_collect || cx.heap.collection_due()) collect();
  if (cx.heap.over_limit()) {
    exhausted = Limit::k_heap_bytes;
    stop_ = Stop::kExhausted;
    return false;
  }
  if (cx.budget.slice_over()) {
    stop_ = Stop::kYielded;
    return false;
  }
  exhausted = cx.budget.settle();
  if (exhausted != Limit::kNone) {
    stop_ = Stop::kExhausted;
    return false;
  }
  bool others_wait = false;
  if (!cx.threads.is_unset() && cx.budget.turn_over() && take_turns(&others_wait)) [[unlikely]]
    return false;
  const auto give_fuel = [&](int64_t steps) {
    cx.budget.set_steps(cx.budget.steps() + uint64_t(steps));
    cx.budget.fuel = steps;
  };
  // A few steps, not always as many: the safepoints of a loop that spends most of its time in the library would all be there.
  if (others_wait) give_fuel(1 + int64_t((cx.budget.steps() * 0x9E3779B97F4A7C15u) >> 60));
  if (cx.trap.collected) {
    cx.trap.collected = cx.trap.collected_at == &top().code->words[top().pc] && cx.trap.collected_depth == cx.task->frames.size;
    if (cx.trap.collected) give_fuel(1);  // for the call that this safepoint precedes; the next one looks again
  }
  if (cut_.runs) {
    if (at_cut()) {
      cx.budget.force_safepoint();
      ++cx.budget.fuel;  // for the call that this safepoint precedes
    } else {
      cut_ = {};
    }
  }
  if (stress_collect) {
    // One step, so that the call that this safepoint precedes is made; then the next collection. Long programs are collected in less
    // and less often, or they would never end.
    const int64_t gap = int64_t(1) << std::min(stress_collections_++ / 2000, 20u);
    give_fuel(std::clamp<int64_t>(cx.budget.fuel, 1, gap));
  }
  return true;
}

void Interpreter::mark_roots(Marker& marker) {
  cx.mark_roots(marker);
  marker.mark(result);
  marker.mark(host_call.function);
  marker.mark(host_call.args);
  marker.mark(host_call.kwargs);
}

void Interpreter::collect(Collection how) {
  const bool weakly = how == Collection::kWeak;
  if (how != Collection::kUsual) {
    forget_dead_registers(cx, cx.task);
    // Inline caches keep nothing alive either: states don't have them.
    for (auto& caches : cx.image_caches) std::fill(caches.begin(), caches.end(), SiteCache());
    cx.heap.for_each([](Object* o) {
      if (o->kind == Kind::kCode && !o->immortal())
        std::fill(static_cast<Code*>(o)->caches.begin(), static_cast<Code*>(o)->caches.end(), SiteCache());
    });
    cx.call_function = cx.resume_generator = cx.resume_value = Value();  // of calls that were made long ago
    std::fill(std::begin(cx.call_arguments), std::end(cx.call_arguments), Value());
  }
  cx.heap.collect(
      [&](Marker& m) {
        if (weakly) m.be_weak();
        mark_roots(m);
      },
      [&] {
        if (weakly) drop_dead_targets();
        if (cx.coroutines_made) note_dead_coroutines();
        cx.interned.erase_if([](Str* s) { return !Heap::is_marked(s); }, [this](int64_t bytes) { cx.heap.count_outside(bytes); });
        cx.str_index.clear();
        cx.heap.count_outside(-int64_t(std::exchange(cx.str_index_bytes, 0)));
        if (cx.streams) cx.streams->forget_dead();
        cx.forget_methods();
      });
  ++collections;
  if (after_collect) after_collect();
}

bool is_fresh_coroutine(const Object* o) {
  if (o->kind != Kind::kGenerator || o->immortal()) return false;
  const auto* g = static_cast<const Generator*>(o);
  return g->state == uint32_t(GeneratorState::kFresh) && g->code && g->code->has(kCodeCoroutine);
}

std::string coroutine_name(const Generator* g) {
  constexpr size_t kLongest = 50;  // CPython's
  std::string_view name = is<Str>(g->qualname) ? as<Str>(g->qualname)->view() : "?";
  return std::string(name.substr(0, utf8::valid_prefix(name.substr(0, kLongest), utf8::Surrogates::kForbid)));
}

// After marking: coroutines that go and have never begun. With as many names as anybody reads.
void Interpreter::note_dead_coroutines() {
  constexpr size_t kMostNames = 32;
  bool any = false;
  cx.heap.for_each([&](Object* o) {
    if (!is_fresh_coroutine(o)) return;
    if (Heap::is_marked(o)) {
      any = true;
      return;
    }
    ++cx.never_awaited[coroutine_name(static_cast<Generator*>(o))].dead;
    // (The same ones whenever the collector comes by.)
    if (cx.never_awaited.size() > kMostNames) cx.never_awaited.erase(std::prev(cx.never_awaited.end()));
  });
  cx.coroutines_made = any;
}

// After marking: cells whose targets go say so, and those that are kept notify their owners (gc.collect() does, with the list).
void Interpreter::drop_dead_targets() {
  const auto goes = [](const WeakCell* cell) { return cell->target.is_object() && !Heap::is_marked(cell->target.as_object()); };
  const size_t before = cx.bereaved.size();
  size_t count = 0;
  cx.heap.for_each([&](Object* o) {
    if (o->kind == Kind::kClass && Heap::is_marked(o) && !o->immortal()) {
      Array<Value>& known = static_cast<Class*>(o)->subclasses;
      known.size =
          uint32_t(std::remove_if(known.begin(), known.end(), [](Value v) { return !Heap::is_marked(v.as_object()); }) - known.begin());
    }
    count += o->kind == Kind::kWeakCell && Heap::is_marked(o) && goes(static_cast<WeakCell*>(o));
  });
  // This happens when memory is short: the cells are put in order where their owners will stand.
  cx.bereaved.reserve(before + count);
  cx.heap.for_each([&](Object* o) {
    if (o->kind != Kind::kWeakCell || !Heap::is_marked(o) || !goes(static_cast<WeakCell*>(o))) return;
    cx.heap.serial_of(o);
    cx.bereaved.push_back(Value::object(o));
  });
  const auto cell = [](Value v) { return as<WeakCell>(v); };
  const auto first = cx.bereaved.begin() + before, last = cx.bereaved.end();
  std::sort(first, last, [&](Value a, Value b) {
    return std::pair(cell(a)->target.bits(), cell(a)->serial) < std::pair(cell(b)->target.bits(), cell(b)->serial);
  });
  // An object's references are notified last made first, as in CPython; the objects by their first reference, whose number stands in
  // for the target now.
  Value target;
  int64_t number = 0;
  for (auto i = first; i != last; ++i) {
    if (i == first || cell(*i)->target.bits() != target.bits()) {
      target = cell(*i)->target;
      number = cell(*i)->serial;
    }
    cell(*i)->target = Value::small(number);
  }
  std::sort(first, last, [&](Value a, Value b) {
    const int64_t first_of_a = cell(a)->target.as_small(), first_of_b = cell(b)->target.as_small();
    return first_of_a != first_of_b ? first_of_a < first_of_b : cell(a)->serial > cell(b)->serial;
  });
  for (auto i = first; i != last; ++i) {
    cell(*i)->target = Value::none();
    *i = cell(*i)->owner;
  }
}

}  // namespace fermata
