// The emitter of one CodeUnit: walks the statements and expressions of a frame scope and writes instructions. Made by compiler.cpp for the
// module, and by the emitter of the enclosing code for each function, lambda, class body and generator expression. Its methods are spread
// over emit_*.cpp, one file for each group of constructs.
//
// Registers: the scope's locals, then temporaries as a stack (`top_`). Three rules keep the code right and short:
//   - A local that needs no copy is an operand itself. `any(expr, later)` gives its register; `later` are the expressions evaluated between
//     this moment and the use: when one of them may rebind the local (a walrus), a copy is taken.
//   - `to(expr, dst)` writes a *local* dst once, as its very last action: until then the old value is there, for the expression itself and
//     for handlers. A temporary dst may be scribbled on from the start.
//   - The window of a call lies on top of the temporaries, so the callee's registers may lie over what follows it.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/assembler.h"
#include "compiler/compiler.h"
#include "compiler/folding.h"
#include "compiler/scopes.h"

namespace fermata {

using Reg = uint32_t;
using Later = std::initializer_list<const ast::Expr*>;

// What all emitters of one compilation share.
struct Compilation {
  const Source& source;
  ScopeTable& scopes;
  std::vector<CompileError>& errors;
  uint32_t flags = 0;
  bool program = false;
  bool chunk = false;
  bool interactive = false;
  bool returns = false;  // there is a `return` at the program's top
  bool future_annotations = false;
  uint32_t futures_end = 0;  // offset of the first statement that isn't a `from __future__ import`
  Folder folder;
  int depth = 0;
  size_t words = 0;  // of all code made so far; finally bodies multiply what is in them

  void error(std::string message, const Span& at) { errors.push_back({std::move(message), at}); }
};

class Emitter {
 public:
  Emitter(Compilation& compilation, Scope* scope, const Emitter* parent);

  std::shared_ptr<CodeUnit> emit_module(const ast::Module& module);
  std::shared_ptr<CodeUnit> emit_expression(const ast::Expression& expression);

 private:
  using Constant = fermata::Constant;  // not the node
  static constexpr Reg kNoReg = UINT32_MAX;
  static constexpr uint32_t kMaxDisplay = 64;     // elements built from registers at once
  static constexpr uint32_t kMaxArguments = 200;  // arguments passed in registers
  static constexpr int kMaxDepth = 160;           // at most about 1 KB of stack each
  static constexpr size_t kMaxBlocks = 20;
  static constexpr size_t kMaxWords = 1u << 22;  // of a whole compilation

  // A statement that `return`, `break`, `continue` and exceptions may leave.
  struct Block {
    enum class Kind : uint8_t {
      kLoop,
      kTry,      // the body of try … except: nothing to do on leaving
      kFinally,  // run the finally body
      kHandler,  // in an except clause or a finally body run for an exception: LEAVE_HANDLER
      kName,     // in `except … as name`: unbind it
      kStar,     // in an except* clause, which only exceptions may leave
      kWith,     // call __exit__
    };
    Kind kind;
    Span span;
    // Loop
    Label* loop_top = nullptr;
    Label* loop_end = nullptr;
    // Where exceptions go, and the register that takes them; range_begin is where the open range of protected code began.
    Label* target = nullptr;
    Reg exception = 0;
    uint32_t range_begin = 0;
    LocalSet assigned;
    // What leaving it needs.
    Reg reg = 0;  // kHandler: what was handled before; kWith: __exit__ and its self
    const Seq<ast::Stmt*>* final_body = nullptr;
    std::string_view name = {};
    bool is_async = false;  // kWith: what __exit__ gives is awaited
  };

  class Mark {
   public:
    explicit Mark(Emitter& emitter) : emitter_(emitter), top_(emitter.top_) {}
    ~Mark() { emitter_.top_ = top_; }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    Emitter& emitter_;
    Reg top_;
  };

  // Counts nesting; false when it is too deep (reported once).
  class Nesting {
   public:
    Nesting(Emitter& emitter, const Span& at) : emitter_(emitter), ok_(++emitter.c_.depth <= kMaxDepth) {
      if (!ok_) emitter.report_depth(at);
    }
    ~Nesting() { emitter_.c_.depth--; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    explicit operator bool() const { return ok_; }

   private:
    Emitter& emitter_;
    bool ok_;
  };

  // ---- the unit (emit_functions.cpp)
  void begin_unit();
  void set_parameters(const ast::Arguments& arguments);
  std::shared_ptr<CodeUnit> finish_unit(const Span& at);
  void set_docstring(const Seq<ast::Stmt*>& body);
  std::shared_ptr<CodeUnit> emit_function_body(const ast::Node& node, const ast::Arguments& arguments, const Seq<ast::Stmt*>& body);
  std::shared_ptr<CodeUnit> emit_lambda_body(const ast::Lambda& lambda);
  std::shared_ptr<CodeUnit> emit_class_body(const ast::ClassDef& statement);
  std::shared_ptr<CodeUnit> emit_generator_body(const ast::GeneratorExp& expr);
  std::string qualified_name() const;
  void report_depth(const Span& at);

  // ---- registers
  Reg alloc(uint32_t count = 1) {
    const Reg first = top_;
    top_ += count;
    if (top_ > max_top_) {
      max_top_ = top_;
      if (top_ > 0xFFF0) code_.set_overflowed();
    }
    return first;
  }
  bool is_local(Reg reg) const { return reg < frame_->locals.size(); }
  bool is_top(Reg reg) const { return reg + 1 == top_ && !is_local(reg); }
  void move(const Span& at, Reg dst, Reg src) {
    if (dst != src) code_.emit(at, Op::MOVE, dst, src);
  }

  // ---- expressions (emit_expressions.cpp)
  void to(const ast::Expr* expr, Reg dst);
  Reg any(const ast::Expr* expr, Later later = {});
  // The same, but what needs a temporary goes to `temp`.
  Reg operand(const ast::Expr* expr, Reg temp, Later later = {});
  void effect(const ast::Expr* expr);
  Reg direct_local(const ast::Expr* expr, Later later);
  bool may_rebind(Reg local, Later later) const;
  const Constant* fold(const ast::Expr* expr) { return c_.folder.fold(expr); }
  void load_constant(const Span& at, Reg dst, Constant constant);
  void load_none(const Span& at, Reg dst) { load_constant(at, dst, none_constant()); }
  // The index of a constant that fits a 16-bit operand, or -1.
  int constant_operand(const ast::Expr* expr);
  void emit_binary(const ast::BinOp* expr, Reg dst);
  void emit_operator(const Span& at, ast::Operator op, Reg dst, Reg left, const ast::Expr* right, bool augmented);
  void emit_unary(const ast::UnaryOp* expr, Reg dst);
  void emit_walrus(const ast::NamedExpr* expr, Reg dst);
  void emit_if_expression(const ast::IfExp* expr, Reg dst);
  void emit_yield(const ast::Yield* expr, Reg dst);
  void emit_yield_from(const ast::YieldFrom* expr, Reg dst);
  void emit_await(const ast::Await* expr, Reg dst);
  void emit_await_value(const Span& at, Reg dst, Reg value, uint32_t form);
  void emit_slice(const ast::Slice* expr, Reg dst);
  void emit_joined(const ast::JoinedStr* expr, Reg dst);
  void emit_formatted(const ast::FormattedValue* expr, Reg dst, const Span& at);

  // ---- conditions (emit_conditions.cpp)
  // Truth is asked at `at`, which is then the last comparison that was jumped on: where CPython 3.11 says that what follows is, too.
  void jump_if(const ast::Expr* expr, bool sense, Label& target, Span& at);
  void jump_if_compare(const ast::Compare* expr, bool sense, Label& target);
  void emit_fused(const Span& at, ast::CompareOperator op, Reg left, const ast::Expr* right, Reg right_reg, bool sense, Label& target);
  void emit_compare(const ast::Compare* expr, Reg dst);
  void emit_comparison(const Span& at, ast::CompareOperator op, Reg dst, Reg left, const ast::Expr* right, Reg right_reg);
  void emit_bool(const ast::BoolOp* expr, Reg dst);
  void emit_deciding(const Span& at, const ast::Expr* expr, Reg work, bool sense, Label& end);
  // A list or set literal of constants that is only looked into.
  const Constant* searched_constant(const ast::Expr* expr);
  Reg right_operand(ast::CompareOperator op, const ast::Expr* expr);

  // ---- primaries: a.b(c)[d] (emit_calls.cpp)
  void emit_chain(const ast::Expr* expr, Reg dst);
  void emit_link(const ast::Expr* link, Reg dst, Reg value);
  void emit_call(const ast::Call* call, Reg dst, Reg base, const Span& at, bool is_method);
  void emit_spread_keywords(const ast::Call* call, Reg dst, Reg base);
  void emit_spread_call(const ast::Call* call, Reg dst, Reg base);
  void emit_keyword_dict(const Seq<ast::Keyword*>& keywords, Reg dst, Reg callable, const Span& at);
  void emit_subscript(const ast::Subscript* expr, Reg dst, Reg value);
  bool emit_super_call(const ast::Call* call, Reg dst, Reg base);
  void check_keywords(const Seq<ast::Keyword*>& keywords);

  // ---- displays and comprehensions (emit_displays.cpp, emit_comprehensions.cpp)
  void emit_list(const Seq<ast::Expr*>& elements, Reg dst, const Span& at);
  [[gnu::noinline]] bool emit_constant_list(const Seq<ast::Expr*>& elements, Reg dst, const Span& at);
  void emit_tuple(const Seq<ast::Expr*>& elements, Reg dst, const Span& at);
  void emit_set(const Seq<ast::Expr*>& elements, Reg dst, const Span& at);
  void emit_dict(const ast::Dict* expr, Reg dst);
  void emit_run(const Seq<ast::Expr*>& elements, size_t count, Op op, Reg dst, const Span& at);
  void extend_list(const Seq<ast::Expr*>& elements, size_t from, Reg list, const Span& at);
  const Constant* all_constants(const Seq<ast::Expr*>& elements, Constant& storage);
  void emit_comprehension(const ast::Expr* expr, Reg dst);
  void emit_generators(const ast::Expr* expr, const Seq<ast::Comprehension*>& generators, size_t index, Reg iterator, Reg result, Span at);
  void emit_generator_expression(const ast::GeneratorExp* expr, Reg dst);

  // ---- names and assignment (emit_names.cpp, emit_assignment.cpp)
  std::string_view mangled(std::string_view name) { return c_.scopes.mangle(scope_->private_class, name); }
  Binding binding_of(std::string_view name);
  void load_name(std::string_view name, const Span& at, Reg dst);
  void store_name(std::string_view name, const Span& at, Reg src);
  void delete_name(std::string_view name, const Span& at);
  void forget_name(std::string_view name, const Span& at);  // at the end of `except … as name`
  void check_local(Reg reg, const Span& at);
  void mark_assigned(Reg reg) {
    if (!frame_->local_is_deletable[reg]) code_.assigned().add(reg);
  }
  // The register of a name that is a plain local, else kNoReg.
  Reg local_of(const ast::Expr* target);
  void store(const ast::Expr* target, Reg src);
  void assign(const ast::Expr* target, const ast::Expr* value);
  void unpack(const Seq<ast::Expr*>& targets, Reg src, const Span& at);
  bool assign_in_parallel(const Seq<ast::Expr*>& targets, const Seq<ast::Expr*>& values);
  // What FOR_ITER, CALL_METHOD and the like may write for `target` at once: a local, or a temporary to store from.
  Reg target_register(const ast::Expr* target);
  void store_from_register(const ast::Expr* target, Reg reg);
  void emit_assign(const ast::Assign* statement);
  void emit_augmented(const ast::AugAssign* statement);
  void emit_annotated(const ast::AnnAssign* statement);
  void emit_annotation(const ast::Expr* annotation, Reg dst);
  void emit_delete(const ast::Expr* target);

  // ---- statements (emit_control.cpp)
  void body(const Seq<ast::Stmt*>& statements);
  void statement(const ast::Stmt* statement);
  void emit_if(const ast::If* statement);
  void emit_while(const ast::While* statement);
  void emit_for(const ast::For* statement);
  void emit_async_for(const ast::AsyncFor* statement);
  bool emit_async_next(const Span& at, Reg item, Reg iterator, Label& on_end, Reg exception);
  void emit_return(const ast::Return* statement);
  void emit_break(const ast::Stmt* statement, bool is_break);
  void emit_assert(const ast::Assert* statement);
  void emit_raise(const ast::Raise* statement);

  // ---- blocks and exceptions (emit_exceptions.cpp)
  bool push_block(Block block);
  void pop_block();
  void close_range(Block& block);
  // Emits what leaving the blocks above `depth` needs, then `then()`, which must end the flow.
  template <class F>
  void leave_blocks(size_t depth, F&& then);
  void leave_block(const Block& block);
  bool leaving_needs_code(size_t depth) const;
  // T is Try or TryStar.
  template <class T>
  void emit_try(const T* statement);
  template <class T>
  void emit_try_except(const T* statement);
  template <class T>
  void emit_try_finally(const T* statement);
  void emit_clauses(const ast::Try* statement, Reg exception, Label& end);
  void emit_clauses(const ast::TryStar* statement, Reg exception, Label& end);
  void emit_star_clause(const ast::ExceptHandler* handler, Reg left, Reg raised);
  bool leaves_star(size_t depth, const Span& at);
  void emit_clause_body(const ast::ExceptHandler* handler, Reg exception, Reg saved, Label& end);
  template <class T>
  void emit_with(const T* statement, size_t item);
  void call_exit(const Span& at, Reg exit, bool is_async);
  bool begin_handler(const Span& at, Label& cleanup, Reg saved, Reg exception, Reg second);
  void end_handler(const Span& at, Label& cleanup, Reg saved, Reg exception);

  // ---- match (emit_match.cpp)
  struct PatternCapture {
    std::string_view name;
    Span span;
    Reg reg;  // what the name gets when the pattern has matched
  };
  struct Captures {
    std::vector<PatternCapture> all;
    std::unordered_map<std::string_view, Reg> registers;  // by name
  };
  void emit_match(const ast::Match* statement);
  void emit_pattern(const ast::Pattern* pattern, Reg subject, const Captures& captures, Label& fail);
  void emit_sequence_pattern(const ast::MatchSequence* pattern, Reg subject, const Captures& captures, Label& fail);
  void emit_mapping_pattern(const ast::MatchMapping* pattern, Reg subject, const Captures& captures, Label& fail);
  void emit_class_pattern(const ast::MatchClass* pattern, Reg subject, const Captures& captures, Label& fail);
  void capture(ast::Identifier name, const Span& at, Reg value, const Captures& captures);
  void show(Reg value, const Span& at);
  void call_prelude(const Span& at, std::string_view name, Reg window, uint32_t arguments);

  // ---- functions and classes (emit_functions.cpp)
  template <class T>
  void emit_function(const T* statement);
  void emit_lambda(const ast::Lambda* expr, Reg dst);
  // Calls the decorators in the registers from `first` on what comes after them.
  void apply_decorators(const Seq<ast::Expr*>& decorators, Reg first);
  template <class T>
  std::shared_ptr<CodeUnit> function_code(const T& statement);
  void emit_class(const ast::ClassDef* statement);
  void make_class(const ast::ClassDef& statement, Reg dst);
  void make_function(const Span& at, Reg dst, std::shared_ptr<CodeUnit> code, const ast::Arguments& arguments, const ast::Expr* returns);
  void emit_defaults(const ast::Arguments& arguments, Reg dst, const Span& at);
  void emit_keyword_defaults(const ast::Arguments& arguments, Reg dst, const Span& at);
  void emit_annotations(const ast::Arguments& arguments, const ast::Expr* returns, Reg dst, const Span& at);

  // ---- type parameters, `type` statements (emit_generics.cpp)
  template <class T>
  void make_generic_function(const T& statement, Reg dst);
  void make_generic_class(const ast::ClassDef& statement, Reg dst);
  void add_generic_base(const Span& at, Reg bases);
  void emit_type_alias(const ast::TypeAlias* statement);
  void make_type_alias(const ast::TypeAlias& statement, Reg parameters, Reg dst);
  template <class T>
  std::shared_ptr<CodeUnit> emit_generic_function_body(const T& statement);
  std::shared_ptr<CodeUnit> emit_generic_class_body(const ast::ClassDef& statement);
  std::shared_ptr<CodeUnit> emit_generic_alias_body(const ast::TypeAlias& statement);
  std::shared_ptr<CodeUnit> emit_deferred_body(const ast::Expr* value);
  void emit_type_parameters(const Seq<ast::TypeParam*>& parameters, Reg dst, const Span& at);
  void make_deferred(const ast::Node* node, const ast::Expr* value, Reg dst);
  void call_type_scope(const Span& at, std::shared_ptr<CodeUnit> code, Reg dst);

  // ---- imports (emit_imports.cpp)
  void emit_import(const ast::Import* statement);
  void emit_import_from(const ast::ImportFrom* statement);

  Compilation& c_;
  Scope* scope_;  // of the innermost comprehension, or frame_
  Scope* const frame_;
  const Emitter* const parent_;
  Assembler code_;
  std::shared_ptr<CodeUnit> unit_;
  Reg top_;
  Reg max_top_;
  std::vector<Block> blocks_;
  std::vector<const ast::Expr*> chain_;  // links of the primaries being emitted, innermost last
};

}  // namespace fermata
