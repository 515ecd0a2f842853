#include "compiler/patterns.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "compiler/constants.h"
#include "syntax/ast_dump.h"

namespace fermata {

using namespace ast;

namespace {

// A literal number as a key of a mapping pattern: `-1`, `0x10`, `2.0`, `1 - 2j`.
struct Number {
  std::string real;  // digits as an int has them when it is one, so that 1 and 1.0 are the same
  double imaginary = 0;
  std::string text;  // its repr
};

std::string number_text(double value) {
  if (!std::isfinite(value) || value != std::floor(value)) return fmt::format("{}", value);
  std::string text = fmt::format("{:.0f}", value);
  return text == "-0" ? "0" : text;
}

Number number_of(const Expr* expr) {
  if (const auto* unary = expr->maybe<UnaryOp>()) {
    Number n = number_of(unary->operand);
    n.real = n.real == "0" ? n.real : "-" + n.real;
    n.imaginary = -n.imaginary;
    n.text = "-" + n.text;
    return n;
  }
  if (const auto* sum = expr->maybe<BinOp>()) {
    Number n = number_of(sum->left);
    const Number imaginary = number_of(sum->right);
    const bool minus = sum->op == Operator::Sub;
    n.imaginary = minus ? -imaginary.imaginary : imaginary.imaginary;
    if (n.text.ends_with(".0")) n.text.resize(n.text.size() - 2);
    n.text = fmt::format("({}{}{})", n.text, minus ? '-' : '+', imaginary.text);
    return n;
  }
  const auto* constant = expr->as<ast::Constant>();
  Number n;
  n.text = literal_text(*constant);
  switch (constant->constant_kind) {
    case ConstantKind::Int: n.real = literal_constant(*constant).text; break;
    case ConstantKind::Float: n.real = number_text(constant->number); break;
    case ConstantKind::Imaginary:
      n.real = "0";
      n.imaginary = constant->number;
      break;
    default: break;
  }
  return n;
}

class Checker {
 public:
  explicit Checker(std::vector<CompileError>& errors) : errors_(errors) {}

  void check(const Pattern* pattern, bool last) {
    at_ = pattern->span;
    switch (pattern->kind) {
      case NodeKind::MatchSequence: return sequence(pattern->as<MatchSequence>());
      case NodeKind::MatchMapping: return mapping(pattern->as<MatchMapping>());
      case NodeKind::MatchClass: return class_pattern(pattern->as<MatchClass>());
      case NodeKind::MatchStar: return store(pattern->as<MatchStar>()->name);
      case NodeKind::MatchAs: {
        const auto* as = pattern->as<MatchAs>();
        if (as->pattern) {
          check(as->pattern, last);
        } else if (!last) {
          error(as->name.data() ? fmt::format("name capture '{}' makes remaining patterns unreachable", as->name)
                                : "wildcard makes remaining patterns unreachable");
        }
        return store(as->name);
      }
      case NodeKind::MatchOr: return alternatives(pattern->as<MatchOr>(), last);
      default: return;
    }
  }

  std::vector<PatternName> take() { return std::move(names_); }

 private:
  void error(std::string message) { errors_.push_back({std::move(message), at_}); }

  bool has(std::string_view name) const { return known_.contains(name); }

  void store(Identifier name) {
    if (!name.data()) return;
    if (has(name)) return error(fmt::format("multiple assignments to name '{}' in pattern", name));
    names_.push_back({name, at_});
    known_.insert(name);
  }

  void sequence(const MatchSequence* pattern) {
    size_t stars = 0, star = 0;
    for (size_t i = 0; i < pattern->patterns.size(); i++) {
      if (!pattern->patterns[i]->is<MatchStar>()) continue;
      if (stars++ > 0) return error("multiple starred names in sequence pattern");
      star = i;
    }
    if (stars && (star > 255 || pattern->patterns.size() - star - 1 > 255)) {
      return error("too many expressions in star-unpacking sequence pattern");
    }
    // Wildcards in it are looked at when all items are taken.
    const bool unpacked = !stars || !is_star_wildcard(pattern->patterns[star]);
    const bool plain = std::all_of(pattern->patterns.begin(), pattern->patterns.end(),
                                   [](const Pattern* each) { return is_wildcard(each) || is_star_wildcard(each); });
    if (plain) return;
    for (const Pattern* each : pattern->patterns)
      if (unpacked || !(is_wildcard(each) || is_star_wildcard(each))) check(each, true);
  }

  void mapping(const MatchMapping* pattern) {
    std::unordered_set<std::string> seen;
    for (const Expr* key : pattern->keys) {
      if (key->is<Attribute>()) continue;
      std::string text, same;
      const auto* constant = key->maybe<ast::Constant>();
      if (constant && (constant->constant_kind == ConstantKind::True || constant->constant_kind == ConstantKind::False)) {
        text = literal_text(*constant);
        same = constant->constant_kind == ConstantKind::True ? "1" : "0";
      } else if (constant && (constant->constant_kind == ConstantKind::Str || constant->constant_kind == ConstantKind::Bytes ||
                              constant->constant_kind == ConstantKind::None)) {
        same = text = literal_text(*constant);
      } else {
        const Number number = number_of(key);
        text = number.text;
        same = number.imaginary == 0 ? number.real : fmt::format("{}{:+}j", number.real, number.imaginary);
      }
      if (!seen.insert(same).second) error(fmt::format("mapping pattern checks duplicate key ({})", text));
    }
    for (const Pattern* each : pattern->patterns) check(each, true);
    store(pattern->rest);
  }

  void class_pattern(const MatchClass* pattern) {
    std::unordered_map<std::string_view, size_t> first;
    std::vector<std::pair<size_t, size_t>> repeated;  // where it stood first, and again
    for (size_t i = 0; i < pattern->kwd_attrs.size(); i++)
      if (const auto [at, is_new] = first.emplace(pattern->kwd_attrs[i], i); !is_new) repeated.emplace_back(at->second, i);
    std::sort(repeated.begin(), repeated.end());  // CPython looks for the first one's repetition first
    for (const auto& [at, again] : repeated) {
      at_ = pattern->kwd_patterns[again]->span;
      error(fmt::format("attribute name repeated in class pattern: {}", pattern->kwd_attrs[at]));
    }
    for (const auto& patterns : {pattern->patterns, pattern->kwd_patterns}) {
      for (const Pattern* each : patterns)
        if (!is_wildcard(each)) check(each, true);
    }
  }

  void alternatives(const MatchOr* pattern, bool last) {
    std::vector<PatternName> outer = std::move(names_), first;
    const std::unordered_set<std::string_view> outer_known = std::move(known_);
    for (size_t i = 0; i < pattern->patterns.size(); i++) {
      names_.clear(), known_.clear();
      check(pattern->patterns[i], last && i + 1 == pattern->patterns.size());
      if (i == 0) {
        first = std::move(names_);
        continue;
      }
      const auto bound = [&](const PatternName& each) { return has(each.name); };
      if (names_.size() != first.size() || !std::all_of(first.begin(), first.end(), bound)) {
        error("alternative patterns bind different names");
      }
    }
    names_ = std::move(outer), known_ = outer_known;
    for (const PatternName& each : first) store(each.name);
  }

  std::vector<CompileError>& errors_;
  std::vector<PatternName> names_;
  std::unordered_set<std::string_view> known_;  // their texts
  Span at_;                                     // of the pattern looked at last, which CPython 3.11's errors point at
};

}  // namespace

std::vector<PatternName> check_pattern(const Pattern* pattern, bool last, std::vector<CompileError>& errors) {
  Checker checker(errors);
  checker.check(pattern, last);
  return checker.take();
}

}  // namespace fermata
