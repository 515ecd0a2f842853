#include "compiler/folding.h"

#include <cmath>
#include <limits>

namespace fermata {
namespace {

using ast::Operator;
using Type = Constant::Type;

constexpr int kMaxDepth = 50;
constexpr size_t kMaxText = 4096;  // bytes of a folded str or bytes
constexpr size_t kMaxItems = 256;  // items of a folded tuple
constexpr int64_t kExactInDouble = int64_t{1} << 53;

std::optional<double> as_double(const Constant& c) {
  if (c.type == Type::kFloat) return c.number;
  if (auto i = small_int(c); i && *i <= kExactInDouble && *i >= -kExactInDouble) return static_cast<double>(*i);
  return std::nullopt;
}

std::optional<Constant> fold_ints(Operator op, int64_t a, int64_t b) {
  constexpr int64_t kHalf = int64_t{1} << 61;  // sums of two of these fit
  constexpr int64_t kRoot = int64_t{1} << 31;  // products of two of these fit
  const bool small = a <= kHalf && a >= -kHalf && b <= kHalf && b >= -kHalf;
  switch (op) {
    case Operator::Add: return small ? std::optional(int_constant(a + b)) : std::nullopt;
    case Operator::Sub: return small ? std::optional(int_constant(a - b)) : std::nullopt;
    case Operator::Mult:
      if (a <= kRoot && a >= -kRoot && b <= kRoot && b >= -kRoot) return int_constant(a * b);
      return std::nullopt;
    case Operator::FloorDiv:
    case Operator::Mod: {
      if (b == 0 || !small) return std::nullopt;
      int64_t quotient = a / b, remainder = a % b;
      if (remainder != 0 && (remainder < 0) != (b < 0)) {
        quotient--;
        remainder += b;
      }
      return int_constant(op == Operator::Mod ? remainder : quotient);
    }
    case Operator::Div:
      if (b == 0 || a > kExactInDouble || a < -kExactInDouble || b > kExactInDouble || b < -kExactInDouble) return std::nullopt;
      return float_constant(static_cast<double>(a) / static_cast<double>(b));
    case Operator::Pow: {
      if (b < 0 || b > 64) return std::nullopt;
      int64_t result = 1;
      const int64_t limit =
          a == 0 ? 1 : std::numeric_limits<int64_t>::max() / (a < 0 ? (a == std::numeric_limits<int64_t>::min() ? 1 : -a) : a);
      for (int64_t i = 0; i < b; i++) {
        if (result > limit || result < -limit) return std::nullopt;
        result *= a;
      }
      return int_constant(result);
    }
    case Operator::LShift:
      if (a < 0 || b < 0 || b > 62 || a > (std::numeric_limits<int64_t>::max() >> b)) return std::nullopt;
      return int_constant(a << b);
    case Operator::RShift:
      if (b < 0) return std::nullopt;
      return int_constant(a >> (b > 63 ? 63 : b));
    case Operator::BitAnd: return int_constant(a & b);
    case Operator::BitOr: return int_constant(a | b);
    case Operator::BitXor: return int_constant(a ^ b);
    default: return std::nullopt;
  }
}

std::optional<Constant> repeat(const Constant& sequence, int64_t times) {
  if (times < 0) times = 0;
  Constant result;
  result.type = sequence.type;
  if (sequence.type == Type::kTuple) {
    if (times > 256 || sequence.items.size() * static_cast<size_t>(times) > kMaxItems) return std::nullopt;
    for (const Constant& item : sequence.items) {
      if (item.type == Type::kTuple || item.type == Type::kFrozenSet) return std::nullopt;  // could grow by repetition upon repetition
    }
    for (int64_t i = 0; i < times; i++) result.items.insert(result.items.end(), sequence.items.begin(), sequence.items.end());
    return result;
  }
  if (times > static_cast<int64_t>(kMaxText) || sequence.text.size() * static_cast<size_t>(times) > kMaxText) return std::nullopt;
  for (int64_t i = 0; i < times; i++) result.text += sequence.text;
  return result;
}

std::optional<Constant> fold_binary(Operator op, const Constant& a, const Constant& b) {
  const auto int_a = small_int(a), int_b = small_int(b);
  if (int_a && int_b) return fold_ints(op, *int_a, *int_b);
  const auto is_sequence = [](const Constant& c) { return c.type == Type::kStr || c.type == Type::kBytes || c.type == Type::kTuple; };
  if (op == Operator::Mult && is_sequence(a) && int_b) return repeat(a, *int_b);
  if (op == Operator::Mult && is_sequence(b) && int_a) return repeat(b, *int_a);
  if (op == Operator::Add && a.type == b.type && (a.type == Type::kStr || a.type == Type::kBytes)) {
    if (a.text.size() + b.text.size() > kMaxText) return std::nullopt;
    Constant result = a;
    result.text += b.text;
    return result;
  }
  if (a.type != Type::kFloat && b.type != Type::kFloat) return std::nullopt;
  const auto x = as_double(a), y = as_double(b);
  if (!x || !y) return std::nullopt;
  switch (op) {
    case Operator::Add: return float_constant(*x + *y);
    case Operator::Sub: return float_constant(*x - *y);
    case Operator::Mult: return float_constant(*x * *y);
    case Operator::Div: return *y == 0 ? std::nullopt : std::optional(float_constant(*x / *y));
    default: return std::nullopt;
  }
}

std::optional<Constant> fold_unary(ast::UnaryOperator op, const Constant& c) {
  switch (op) {
    case ast::UnaryOperator::Not: return bool_constant(!is_true(c));
    case ast::UnaryOperator::UAdd:
      if (c.type == Type::kInt || c.type == Type::kFloat) return c;
      return std::nullopt;
    case ast::UnaryOperator::USub:
      if (c.type == Type::kFloat) return float_constant(-c.number);
      if (c.type == Type::kInt) {
        Constant result = c;
        if (c.text.starts_with('-')) {
          result.text.erase(0, 1);
        } else if (c.text != "0") {
          result.text.insert(0, 1, '-');
        }
        return result;
      }
      return std::nullopt;
    case ast::UnaryOperator::Invert:
      if (auto i = small_int(c)) return int_constant(~*i);
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

const Constant* Folder::keep(const ast::Expr* expr, std::optional<Constant> constant) {
  auto& slot = known_[expr];
  if (constant) slot = std::make_unique<Constant>(std::move(*constant));
  return slot.get();
}

const Constant* Folder::fold(const ast::Expr* expr) {
  switch (expr->kind) {
    case ast::NodeKind::Constant:
    case ast::NodeKind::UnaryOp:
    case ast::NodeKind::BinOp:
    case ast::NodeKind::Tuple:
    case ast::NodeKind::Name: break;
    default: return nullptr;
  }
  if (expr->kind == ast::NodeKind::Name && expr->as<ast::Name>()->id != "__debug__") return nullptr;
  if (auto found = known_.find(expr); found != known_.end()) return found->second.get();
  if (depth_ >= kMaxDepth) return nullptr;
  depth_++;
  const Constant* result = compute(expr);
  depth_--;
  return result;
}

const Constant* Folder::compute(const ast::Expr* expr) {
  switch (expr->kind) {
    case ast::NodeKind::Constant: return keep(expr, literal_constant(*expr->as<ast::Constant>()));
    case ast::NodeKind::Name:
      return keep(expr, expr->as<ast::Name>()->ctx == ast::ExprContext::Load ? std::optional(bool_constant(true)) : std::nullopt);
    case ast::NodeKind::UnaryOp: {
      const auto* unary = expr->as<ast::UnaryOp>();
      const Constant* operand = fold(unary->operand);
      return keep(expr, operand ? fold_unary(unary->op, *operand) : std::nullopt);
    }
    case ast::NodeKind::BinOp: return fold_chain(expr->as<ast::BinOp>());
    case ast::NodeKind::Tuple: return fold_tuple(expr->as<ast::Tuple>());
    default: return nullptr;
  }
}

// Long sums are deep on the left: down in a loop, then up.
const Constant* Folder::fold_chain(const ast::BinOp* top) {
  std::vector<const ast::BinOp*> chain;
  const ast::Expr* expr = top;
  while (const auto* binary = expr->maybe<ast::BinOp>()) {
    if (known_.contains(expr)) break;
    chain.push_back(binary);
    expr = binary->left;
  }
  const Constant* left = fold(expr);
  for (size_t i = chain.size(); i-- > 0;) {
    const Constant* right = left ? fold(chain[i]->right) : nullptr;
    left = keep(chain[i], right ? fold_binary(chain[i]->op, *left, *right) : std::nullopt);
  }
  return left;
}

const Constant* Folder::fold_tuple(const ast::Tuple* tuple) {
  if (tuple->ctx != ast::ExprContext::Load) return keep(tuple, std::nullopt);
  std::vector<Constant> items;
  for (const ast::Expr* element : tuple->elts) {
    const Constant* item = fold(element);
    if (!item) return keep(tuple, std::nullopt);
    items.push_back(*item);
  }
  return keep(tuple, tuple_constant(std::move(items)));
}

}  // namespace fermata
