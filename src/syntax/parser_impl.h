// The recursive-descent parser behind parser.h, private to src/syntax. One Parser lives for one parse, on the stack of parse_module. Its
// functions are spread over parse_*.cpp by theme.
//
// How errors work. A first pass knows only valid programs; where it cannot go on it throws Failure, remembering the furthest token. A
// second pass then starts over with `diagnosing_` set: now the places that know a better message than "invalid syntax" look for their
// mistakes (CPython's invalid_* rules) and throw Reported. If none speaks up, the error is "invalid syntax" at the first pass's token.
// Valid programs thus pay nothing for good messages. Both exceptions end in parse_module().
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/ast.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/token.h"

namespace fermata {

class Parser {
 public:
  Parser(const Source& source, const ParseOptions& options, Lexer& lexer, Arena& arena)
      : source_(source), options_(options), lexer_(lexer), tokens_(lexer.tokens().data()), arena_(arena), stack_base_(stack_address()) {}

  // Null when the source isn't a valid program; error() says why.
  const ast::Module* module();
  const ast::Expression* expression_only();
  std::unique_ptr<SyntaxErrorRecord> take_error() { return std::move(error_); }
  // The error is an indentation that no rule explains. CPython then does not look for errors of the lexer further on.
  bool failed_at_indentation() const { return failed_at_indentation_; }

 private:
  struct Failure {};   // "invalid syntax", or something the second pass can name
  struct Reported {};  // error_ is set

  // A list under construction. Lists nest strictly, so all share one stack.
  template <class T>
  class ListBuilder {
   public:
    explicit ListBuilder(Parser& parser) : parser_(parser), outer_(parser.innermost_), start_(parser.scratch_.size()) {
      parser.innermost_ = this;
    }
    ~ListBuilder() {
      parser_.scratch_.resize(start_);
      parser_.innermost_ = outer_;
    }
    ListBuilder(const ListBuilder&) = delete;
    ListBuilder& operator=(const ListBuilder&) = delete;
    void push(T* item) {
      assert(parser_.innermost_ == this);
      parser_.scratch_.push_back(item);
    }
    size_t size() const { return parser_.scratch_.size() - start_; }
    T* operator[](size_t index) const { return static_cast<T*>(parser_.scratch_[start_ + index]); }
    T* back() const { return static_cast<T*>(parser_.scratch_.back()); }
    Seq<T*> finish() {
      Seq<T*> result{};
      result.count = size();
      auto** items = static_cast<T**>(parser_.arena_.allocate(sizeof(T*) * (result.count + (result.count == 0)), alignof(T*)));
      for (size_t i = 0; i < result.count; ++i) items[i] = (*this)[i];
      result.items = items;
      return result;
    }

   private:
    Parser& parser_;
    const void* const outer_;
    const size_t start_;
  };
  template <class T>
  friend class ListBuilder;

  // Every recursion of the parser passes through one of these. The count gives the same limit in every build; the stack's own depth is
  // what keeps it from overflowing, however large a build's frames are (tests/unit/syntax runs it on a 256 KiB stack).
  class Nesting {
   public:
    explicit Nesting(Parser& parser, uint32_t cost = 1) : parser_(parser), cost_(cost) {
      if (parser.nesting_ + cost > kMaxNesting || parser.stack_used() > parser.options_.stack_budget) parser.too_deep();
      parser.nesting_ += cost;
    }
    ~Nesting() { parser_.nesting_ -= cost_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
    const uint32_t cost_;
  };
  static constexpr uint32_t kMaxNesting = 1000;

  enum class TargetUse : uint8_t { Assign, Delete, For };
  enum class ParameterStyle : uint8_t { Function, Lambda };

  static uintptr_t stack_address() {
#if defined(__GNUC__)
    return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
#else
    volatile char here = 0;
    return reinterpret_cast<uintptr_t>(&here);
#endif
  }
  size_t stack_used() const {
    uintptr_t here = stack_address();
    return here < stack_base_ ? stack_base_ - here : here - stack_base_;
  }

  // ---- tokens (parser.cpp)
  const Token& current() const { return tokens_[pos_]; }
  TokenKind kind() const { return tokens_[pos_].kind; }
  // Never called on the last token: EndMarker and Error are taken by nothing.
  TokenKind next_kind() const { return tokens_[pos_ + 1].kind; }
  bool at(TokenKind wanted) const { return kind() == wanted; }
  void advance() { ++pos_; }
  bool accept(TokenKind wanted) {
    if (kind() != wanted) return false;
    ++pos_;
    return true;
  }
  void expect(TokenKind wanted) {
    if (!accept(wanted)) fail();
  }
  Position begin() const { return tokens_[pos_].span.begin; }
  // The end of the last token that was taken and is more than layout.
  Position last_end() const {
    size_t i = pos_;
    while (i > 0) {
      TokenKind before = tokens_[--i].kind;
      if (before != TokenKind::Newline && before != TokenKind::Indent && before != TokenKind::Dedent) return tokens_[i].span.end;
    }
    return {};
  }
  std::string_view token_text(const Token& token) const { return source_.text(token.span); }
  bool at_soft_keyword(std::string_view word) const { return at(TokenKind::Name) && token_text(current()) == word; }
  // Are the tokens from `first` to before `end` one pair of parentheses with all else inside?
  bool in_parentheses(size_t first, size_t end) const;
  ast::Identifier identifier();  // takes a Name
  ast::Identifier normalized(std::string_view name);

  // ---- errors (parser.cpp)
  [[noreturn]] void fail();
  // A mistake with a name: reported in the second pass, a plain failure in the first.
  [[noreturn]] void invalid(SyntaxErrorType type, Span span, std::string_view message);
  [[noreturn]] void invalid(Span span, std::string_view message) { invalid(SyntaxErrorType::SyntaxError, span, message); }
  // At the last token that was looked at.
  [[noreturn]] void invalid_here(std::string_view message) { invalid(layout_span(tokens_[std::max(pos_, furthest_)]), message); }
  [[noreturn]] void invalid_string(std::string_view message);
  [[noreturn]] void too_deep();
  void set_error(SyntaxErrorType type, Span span, std::string_view message);
  void report_failure();
  Span layout_span(const Token& token) const;
  // In the second pass: does `parse` get through from here? Messages found inside count only if `with_messages`.
  template <class F>
  bool attempt(F parse, bool with_messages = false);
  template <class F>
  bool run_passes(F parse);

  // ---- nodes
  template <class T, class... Fields>
  T* make_at(Span span, Fields... values) {
    T* node = new (arena_.allocate(sizeof(T), alignof(T))) T{ast::Node{T::kKind, 1, span}, values...};
    DepthVisitor visitor;
    if constexpr (T::kKind != ast::NodeKind::Constant) node->fields(visitor);
    if (visitor.depth >= kMaxTreeDepth) too_deep();
    node->depth = static_cast<uint16_t>(visitor.depth + 1);
    return node;
  }
  template <class T, class... Fields>
  T* make(Position from, Fields... values) {
    return make_at<T>(Span{from, last_end()}, values...);
  }

  struct DepthVisitor {
    uint32_t depth = 0;
    template <class T>
    void operator()(const char*, const T& field, ast::Presence = {}) {
      add(field);
    }
    template <class T>
      requires std::is_base_of_v<ast::Node, T>
    void add(T* node) {
      if (node != nullptr && node->depth > depth) depth = node->depth;
    }
    template <class T>
      requires std::is_base_of_v<ast::Node, T>
    void add(const Seq<T*>& nodes) {
      for (T* node : nodes) add(node);
    }
    template <class T>
    void add(const T&) {}
  };

  // ---- expressions (parse_expressions.cpp)
  ast::Expr* star_expressions();
  ast::Expr* star_expression();
  ast::Expr* star_named_expression();
  ast::Expr* named_expression();
  ast::Expr* expression();
  ast::Expr* conditional(ast::Expr* body, Position from);
  ast::Expr* lambda();
  ast::Expr* binary(int min_precedence);
  ast::Expr* bool_operation(ast::Expr* left, Position from, TokenKind op, int precedence);
  ast::Expr* comparison(ast::Expr* left, Position from);
  ast::Expr* unary();
  ast::Expr* await_primary();
  ast::Expr* primary();
  ast::Expr* subscript(ast::Expr* value, Position from);
  ast::Expr* slice();
  ast::Expr* yield_expression();
  ast::Expr* yield_or_star_expressions() { return at(TokenKind::KwYield) ? yield_expression() : star_expressions(); }
  ast::Expr* tuple_rest(ast::Expr* first, Position from, ast::Expr* (Parser::*element)());
  static bool starts_expression(TokenKind kind);
  void diagnose_expression(ast::Expr* disjunction, size_t first_token);
  void diagnose_named_expression(ast::Expr* value, size_t first_token);
  bool is_legacy_statement(const ast::Expr* value) const;
  void diagnose_legacy_statement();

  // ---- atoms and displays (parse_atoms.cpp)
  ast::Expr* atom();
  ast::Expr* name_atom();
  ast::Expr* constant_atom(ast::ConstantKind kind);
  ast::Expr* paren_atom();
  ast::Expr* list_atom();
  ast::Expr* brace_atom();
  ast::Expr* dict_rest(Position from, ast::Expr* first_key);
  Seq<ast::Comprehension*> comprehensions();
  bool at_comprehension() const { return at(TokenKind::KwFor) || (at(TokenKind::KwAsync) && next_kind() == TokenKind::KwFor); }
  void diagnose_comprehension_target(ast::Expr* first, Span comma);
  Position last_comprehension_end(const Seq<ast::Comprehension*>& generators) const;

  // ---- calls and parameters (parse_arguments.cpp)
  ast::Expr* call(ast::Expr* function, Position from);
  void call_arguments(ListBuilder<ast::Expr>& args, Seq<ast::Keyword*>& keywords, bool generator_allowed);
  ast::Keyword* keyword_argument();
  ast::Arguments* parameters(ParameterStyle style);
  ast::Arg* parameter(ParameterStyle style, bool star);
  Seq<ast::TypeParam*> type_parameters();

  // ---- literals (parse_strings.cpp)
  ast::Expr* number_atom();
  ast::Expr* strings();
  struct StringPieces;
  void add_plain_string(StringPieces& pieces, const Token& token);
  void fstring(StringPieces& pieces);
  void fstring_pieces(StringPieces& pieces, bool raw, TokenKind closing);
  void replacement_field(StringPieces& pieces, bool raw);
  std::string_view debug_text(size_t token, Span span);
  int conversion();
  void diagnose_replacement_field();
  std::string_view decode_string(std::string_view body, bool raw, bool bytes);
  std::string_view decode_escapes(std::string_view body, bool bytes);
  size_t decode_unicode_escape(std::string_view body, size_t at, std::string& out);

  // ---- targets (parse_targets.cpp)
  void set_context(ast::Expr* target, ast::ExprContext context);
  // The part of `target` that cannot be assigned or deleted; null if all can.
  static ast::Expr* invalid_target(ast::Expr* target, TargetUse use);
  static const char* expression_name(const ast::Expr* expression);
  void check_target(ast::Expr* target, TargetUse use);
  ast::Expr* for_targets();
  ast::Expr* for_target();
  ast::Expr* star_target();

  // ---- statements (parse_statements.cpp)
  void statements(ListBuilder<ast::Stmt>& body, TokenKind end);
  void statement(ListBuilder<ast::Stmt>& body);
  void simple_statements(ListBuilder<ast::Stmt>& body);
  ast::Stmt* simple_statement();
  ast::Stmt* expression_statement();
  ast::Stmt* assignment(ast::Expr* first, Position from, size_t first_token);
  ast::Stmt* annotated_assignment(ast::Expr* target, Position from, size_t first_token);
  ast::Stmt* augmented_assignment(ast::Expr* target, Position from);
  ast::Stmt* return_statement();
  ast::Stmt* raise_statement();
  ast::Stmt* delete_statement();
  ast::Stmt* assert_statement();
  ast::Stmt* import_statement();
  ast::Stmt* import_from_statement();
  ast::Identifier dotted_name();
  ast::Stmt* names_statement();
  ast::Stmt* type_alias();

  // ---- compound statements (parse_compound.cpp)
  ast::Stmt* compound_statement();  // null when there is none here
  Seq<ast::Stmt*> block(const char* what, const Token& header);
  void expect_colon();
  void force_colon();
  ast::Stmt* if_statement();
  Seq<ast::Stmt*> else_block();
  ast::Stmt* while_statement();
  ast::Stmt* for_statement(const Token* async);
  ast::Stmt* with_statement(const Token* async);
  bool at_parenthesized_with_items() const;
  ast::WithItem* with_item();
  ast::Stmt* try_statement();
  // `others` is whether the handlers before have a star: -1 when there are none.
  ast::ExceptHandler* except_handler(bool& star, int others);
  ast::Stmt* decorated();
  ast::Stmt* function_definition(const Token* async, Seq<ast::Expr*> decorators);
  ast::Stmt* class_definition(Seq<ast::Expr*> decorators);
  ast::Stmt* async_statement(Seq<ast::Expr*> decorators);

  // ---- match (parse_patterns.cpp)
  bool at_match_statement() const;
  ast::Stmt* match_statement();
  ast::MatchCase* match_case();
  ast::Expr* match_subject();
  ast::Pattern* patterns();
  ast::Pattern* maybe_star_pattern();
  ast::Pattern* as_pattern();
  ast::Pattern* or_pattern();
  ast::Pattern* closed_pattern();
  ast::Pattern* sequence_rest(ast::Pattern* first, Position from, TokenKind closing);
  ast::Pattern* paren_pattern();
  ast::Pattern* mapping_pattern();
  ast::Pattern* name_pattern();
  ast::Pattern* class_pattern(ast::Expr* cls, Position from);
  ast::Expr* pattern_number();
  ast::Expr* pattern_signed_number();

  const Source& source_;
  const ParseOptions& options_;
  Lexer& lexer_;
  const Token* tokens_;
  Arena& arena_;
  const uintptr_t stack_base_;
  size_t pos_ = 0;
  size_t furthest_ = 0;       // the furthest token at which anything failed
  size_t first_failure_ = 0;  // the first pass's
  uint32_t nesting_ = 0;
  bool diagnosing_ = false;
  bool failed_at_indentation_ = false;
  bool silent_ = false;                  // inside attempt(): name no mistakes
  bool in_legacy_statement_ = false;     // inside what may be Python 2's print or exec
  std::vector<ast::Keyword*> keywords_;  // those of all calls under construction; a call's own list of arguments is in scratch_
  std::vector<void*> scratch_;           // the items of all lists under construction
  const void* innermost_ = nullptr;      // the ListBuilder that may grow now
  std::unique_ptr<SyntaxErrorRecord> error_;
};

template <class F>
bool Parser::attempt(F parse, bool with_messages) {
  size_t start = pos_;
  uint32_t nesting = nesting_;
  size_t keywords = keywords_.size();
  bool was_silent = silent_;
  silent_ |= !with_messages;
  bool result = true;
  try {
    parse();
  } catch (Failure) {
    pos_ = start;
    nesting_ = nesting;
    keywords_.resize(keywords);
    result = false;
  }
  silent_ = was_silent;
  return result;
}

}  // namespace fermata
