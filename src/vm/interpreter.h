// Interpreter: runs a task's frames until the program ends, raises or calls the host, or until a limit or a time
// slice is used up. Everything about the program is in the task's frames and the heap, so the interpreter may
// be dropped at every stop and made again from a loaded state. A Session owns one.
#pragma once

#include "objects/natives/native.h"
#include "runtime/context.h"

namespace fermata {

enum class Stop : uint8_t {
  kDone,       // `result` is the value
  kRaised,     // cx.exception went through all frames
  kHostCall,   // `host_call` is waiting; the top frame's instruction gets its answer
  kWaiting,    // for any answer of the calls that are pending; the top frame's instruction gets the list of them
  kExhausted,  // `exhausted` says what; run() goes on at the same place
  kYielded,    // the time slice is over
  kSwitched,   // another thread's turn: run() goes on with it
};

// What a program asked of the host.
struct HostCall {
  Str* function = nullptr;
  Value args;    // tuple
  Value kwargs;  // dict
};

class Interpreter {
 public:
  explicit Interpreter(Context& context) : cx(context) {}

  // Starts `function` (no parameters) as the task's first frame.
  bool enter(Function* function);
  // Runs until a stop.
  Stop run();
  // Before run(), after a host call: its answer.
  void answer(Value value);
  bool unwinds() const { return unwinding_; }                                      // the answer was an exception: run() raises it
  Stop stop_at_limit(Limit limit) { return exhausted = limit, Stop::kExhausted; }  // in place of run()
  void answer_with_exception(Value exception);

  // Ends all frames where they stand, without running anything more; `result` is a KeyboardInterrupt that says where.
  void abandon();

  Value result;
  HostCall host_call;
  Limit exhausted = Limit::kNone;

  // For tests: collect (and check the heap) at every safepoint.
  bool stress_collect = false;
  std::function<void()> after_collect;
  uint64_t collections = 0;  // how many there were

  // For `fermata trace`: called before each instruction, which must not change anything. Set it before run().
  std::function<void(const Frame&, uint32_t pc)> on_instruction;

  void collect(Collection how = Collection::kUsual);
  void note_dead_coroutines();
  void mark_roots(Marker& marker);

  void drop_dead_targets();

 private:
  // What the loop does next.
  enum class Action : uint8_t { kRun, kUnwind, kStop };
  enum class Prelude : uint8_t {
#define PRELUDE(name) k_##name,
#include "vm/prelude_functions.def"
#undef PRELUDE
    kCount
  };

  Action loop();
  Action traced_loop();  // the same with on_instruction, compiled separately so that the real one doesn't pay for it
  Frame& top() { return cx.task->frames.back(); }

  // --- calls.cpp. Arguments are `n` values at `args`, keyword ones last, named by `names` (tuple or unset).
  // `in_place`: args are registers of the top frame that the callee may use as its own, with a free one before.
  struct Arguments {
    Value* args;
    uint32_t n;
    Value names;
    bool in_place;
  };
  Action call(Value callee, const Arguments& a, Deliver deliver = Deliver::kValue, Value receiver = Value());
  Action call_inner(Value callee, const Arguments& a, Deliver deliver = Deliver::kValue, Value receiver = Value());
  Action call_function(Function* f, const Arguments& a, Deliver deliver, Value receiver);
  Action call_builtin(Builtin* b, const Arguments& a);
  Action call_class(Class* cls, const Arguments& a);
  Action call_with_self(Value function, Value self, const Arguments& a, Deliver deliver, Value receiver);
  Action call_twin(Value twin, const Value* slots, uint32_t n);
  Action settle_leaf(Value outcome, Builtin* b, Value* slots, uint32_t n);
  Action call_general(Prelude function, Value callee, const Arguments& a);
  Action call_prelude(Prelude f, std::initializer_list<Value> args);
  Value prelude(Prelude f) const {
    return size_t(f) < cx.image->machine_functions.size() ? cx.image->machine_functions[size_t(f)] : Value();
  }

  // --- special_calls.cpp
  struct SpecialCall {
    Function* method = nullptr;  // null: let the prelude find out
    Value arguments[2];
    uint32_t count = 0;
    Prelude through = Prelude::kCount;  // the function that looks at what it gives
  };
  SpecialCall special_call(Value self, Name method, Prelude through);
  SpecialCall truth_call(Value self, bool negated);
  // What is asked for a native, or an instruction, that deferred.
  SpecialCall special_call(const Builtin* b, const Value* slots);
  SpecialCall special_call(const Frame& f);
  Action call_special(SpecialCall& s);
  Action call_spread(Value function, Value args, Value kwargs);
  Action call_host(HostFunction* f, const Arguments& a);
  // Many arguments of a call on their way to where the function gets them. Kept, because taking and freeing it each time would fragment
  // memory.
  std::vector<Value> spread_, with_self_;
  Action construct(Class* cls, Value instance, const Arguments& a);
  bool bind_function(Function* f, const Arguments& a, Value* registers);
  Value check_counts(Builtin* b, uint32_t given, uint32_t names);
  bool bind_builtin(Builtin* b, const Arguments& a, Value* slots);
  Action make_generator(Function* f, Value* registers, Deliver how, Value receiver);

  // --- outcomes.cpp: what natives and instructions leave to do.
  // A native's result for the top frame's pending instruction.
  Action settle(Value outcome, Value* slots = nullptr, uint32_t n = 0, Value twin = Value());
  Action outcome_of_instruction(Value outcome);  // error, call, resume, retry; defer goes to the prelude by opcode
  Action defer_instruction();
  // Gives `v` to the top frame's pending instruction, which is then done.
  Action deliver(Value v);
  Action settle_trap();
  Action switch_thread();
  bool take_turns(bool* again);
  void end_frames();
  Action stop(Stop s) {
    stop_ = s;
    return Action::kStop;
  }

  // --- generators.cpp
  Action resume_generator(Generator* g, Value sent, Resume how);
  Action resume_finished(Generator* g, Value sent, Resume how);
  Action yield_value(Value v);  // from the top frame, a generator's
  Action return_from_generator(Value v);
  Action return_value(Value v);  // from the top frame
  Action deliver_as(Deliver how, Value v, Value receiver);
  Action end_task(Value v);  // which has no frames any more

  // --- unwind.cpp
  void leave_native_iterator(Generator* g);
  bool takes_end();
  Action deliver_end(Exception* stop_iteration);
  Action unwind();
  Action end_thread();
  void set_context(Exception* e, bool again = false);
  bool add_traceback(Exception* e, const Frame& f);
  Action raise_instruction(Value exception, Value cause, uint32_t form);
  Value handled_exception();

  // --- names.cpp
  Value load_global_slow(Frame& f, Str* name, SiteCache* cache);
  Value raise_undefined(Str* name);
  Value raise_unbound_local(Frame& f, uint32_t reg);
  Value raise_unbound_free(Frame& f, uint32_t index);
  Value match_exception(Value exception, Value classes);
  Value make_function(Frame& f, uint64_t word);

  bool safepoint();  // false: stop_ says why

  // The instruction whose native a limit cut short. It starts over when there is more, and has to get through even if that comes in small
  // pieces: so it isn't begun before there is twice what wasn't enough the last time. Thus it spends at most about twice what it needs in
  // vain.
  struct Cut {
    const Code* code = nullptr;  // null: none
    uint32_t pc = 0;
    size_t depth = 0;  // of frames
    Limit limit = Limit::kNone;
    bool runs = false;  // again
    uint64_t left = 0;  // of the limit when it began, this time or the last
  };
  Cut cut_;
  bool at_cut() const;
  void note_cut();
  bool begin_cut();  // false: there isn't enough

  Context& cx;
  uint32_t stress_collections_ = 0;
  Stop stop_ = Stop::kDone;
  bool unwinding_ = false;  // run() begins by raising cx.exception
  bool reraising_ = false;  // the frame on top is not noted in the traceback again
};

// The names in the prelude of Image::machine_functions.
std::vector<Str*> machine_function_names(Context& cx);

// A coroutine of the session's that hasn't begun, and what a warning calls it.
bool is_fresh_coroutine(const Object* o);
std::string coroutine_name(const Generator* g);

}  // namespace fermata
