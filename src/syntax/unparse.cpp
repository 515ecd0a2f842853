#include "syntax/unparse.h"

#include <cmath>

#include "syntax/ast_dump.h"

namespace fermata {

using namespace ast;

namespace {

// How tightly an expression binds: it gets parentheses where something tighter is wanted.
enum Level {
  kTuple,
  kNamed,
  kTest,
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kTerm,
  kFactor,
  kPower,
  kAwait,
  kAtom
};

struct OperatorText {
  const char* text;
  Level level;
};

OperatorText text_of(Operator op) {
  switch (op) {
#define BINARY(ast, op, name, function, token, symbol, level, opcode) \
  case Operator::ast: return {" " symbol " ", level};
#include "syntax/operators.def"
  }
  return {" ? ", kSum};
}

const char* text_of(CompareOperator op) {
  switch (op) {
#define COMPARE(ast, op, name, symbol, opcode) \
  case CompareOperator::ast: return " " symbol " ";
#include "syntax/operators.def"
    case CompareOperator::Is: return " is ";
    case CompareOperator::IsNot: return " is not ";
    case CompareOperator::In: return " in ";
    case CompareOperator::NotIn: return " not in ";
  }
  return " ? ";
}

Level next(Level level) { return static_cast<Level>(level + 1); }

class Writer {
 public:
  std::string take() { return std::move(out_); }

  void write(const Expr* expr, Level level) {
    switch (expr->kind) {
      case NodeKind::BoolOp: {
        const auto& e = *expr->as<BoolOp>();
        const Level own = e.op == BoolOperator::And ? kAnd : kOr;
        open(own < level);
        for (size_t i = 0; i < e.values.size(); i++) {
          if (i) out_ += e.op == BoolOperator::And ? " and " : " or ";
          write(e.values[i], next(own));
        }
        return close(own < level);
      }
      case NodeKind::BinOp: {
        const auto& e = *expr->as<BinOp>();
        const OperatorText op = text_of(e.op);
        const bool right_first = e.op == Operator::Pow;
        open(op.level < level);
        write(e.left, right_first ? next(op.level) : op.level);
        out_ += op.text;
        write(e.right, right_first ? op.level : next(op.level));
        return close(op.level < level);
      }
      case NodeKind::UnaryOp: {
        const auto& e = *expr->as<UnaryOp>();
        const Level own = e.op == UnaryOperator::Not ? kNot : kFactor;
        open(own < level);
        out_ += e.op == UnaryOperator::Not ? "not " : e.op == UnaryOperator::Invert ? "~" : e.op == UnaryOperator::UAdd ? "+" : "-";
        write(e.operand, own);
        return close(own < level);
      }
      case NodeKind::Lambda: {
        const auto& e = *expr->as<Lambda>();
        open(kTest < level);
        out_ += "lambda";
        const size_t before = out_.size();
        out_ += " ";
        write(*e.args);
        if (out_.size() == before + 1) out_.pop_back();
        out_ += ": ";
        write(e.body, kTest);
        return close(kTest < level);
      }
      case NodeKind::IfExp: {
        const auto& e = *expr->as<IfExp>();
        open(kTest < level);
        write(e.body, next(kTest));
        out_ += " if ";
        write(e.test, next(kTest));
        out_ += " else ";
        write(e.orelse, kTest);
        return close(kTest < level);
      }
      case NodeKind::NamedExpr: {
        const auto& e = *expr->as<NamedExpr>();
        open(kNamed < level);
        write(e.target, kAtom);
        out_ += " := ";
        write(e.value, kAtom);
        return close(kNamed < level);
      }
      case NodeKind::Dict: {
        const auto& e = *expr->as<Dict>();
        out_ += "{";
        for (size_t i = 0; i < e.values.size(); i++) {
          if (i) out_ += ", ";
          if (e.keys[i]) {
            write(e.keys[i], kTest);
            out_ += ": ";
            write(e.values[i], kTest);
          } else {
            out_ += "**";
            write(e.values[i], kBitOr);
          }
        }
        out_ += "}";
        return;
      }
      case NodeKind::Set: return listed("{", expr->as<Set>()->elts, "}");
      case NodeKind::List: return listed("[", expr->as<List>()->elts, "]");
      case NodeKind::Tuple: {
        const auto& elements = expr->as<Tuple>()->elts;
        if (elements.empty()) {
          out_ += "()";
          return;
        }
        open(kTuple < level);
        listed("", elements, elements.size() == 1 ? "," : "");
        return close(kTuple < level);
      }
      case NodeKind::ListComp: return comprehension("[", expr->as<ListComp>()->elt, nullptr, expr->as<ListComp>()->generators, "]");
      case NodeKind::SetComp: return comprehension("{", expr->as<SetComp>()->elt, nullptr, expr->as<SetComp>()->generators, "}");
      case NodeKind::GeneratorExp:
        return comprehension("(", expr->as<GeneratorExp>()->elt, nullptr, expr->as<GeneratorExp>()->generators, ")");
      case NodeKind::DictComp:
        return comprehension("{", expr->as<DictComp>()->key, expr->as<DictComp>()->value, expr->as<DictComp>()->generators, "}");
      case NodeKind::Await:
        open(kAwait < level);
        out_ += "await ";
        write(expr->as<Await>()->value, kAtom);
        return close(kAwait < level);
      case NodeKind::Yield:
        out_ += expr->as<Yield>()->value ? "(yield " : "(yield";
        if (expr->as<Yield>()->value) write(expr->as<Yield>()->value, kTuple);
        out_ += ")";
        return;
      case NodeKind::YieldFrom:
        out_ += "(yield from ";
        write(expr->as<YieldFrom>()->value, kTest);
        out_ += ")";
        return;
      case NodeKind::Compare: {
        const auto& e = *expr->as<Compare>();
        open(kCompare < level);
        write(e.left, next(kCompare));
        for (size_t i = 0; i < e.ops.size(); i++) {
          out_ += text_of(e.ops[i]);
          write(e.comparators[i], next(kCompare));
        }
        return close(kCompare < level);
      }
      case NodeKind::Call: return call(*expr->as<Call>());
      case NodeKind::JoinedStr: return joined(*expr->as<JoinedStr>());
      case NodeKind::FormattedValue: return;  // within a JoinedStr
      case NodeKind::Constant: return constant(*expr->as<Constant>());
      case NodeKind::Attribute: {
        const auto& e = *expr->as<Attribute>();
        write(e.value, kAtom);
        const auto* number = e.value->maybe<Constant>();
        out_ += number && number->constant_kind == ConstantKind::Int ? " ." : ".";
        out_ += e.attr;
        return;
      }
      case NodeKind::Subscript:
        write(expr->as<Subscript>()->value, kAtom);
        out_ += "[";
        write(expr->as<Subscript>()->slice, kTuple);
        out_ += "]";
        return;
      case NodeKind::Starred: out_ += "*"; return write(expr->as<Starred>()->value, kBitOr);
      case NodeKind::Name: out_ += expr->as<Name>()->id; return;
      case NodeKind::Slice: {
        const auto& e = *expr->as<Slice>();
        if (e.lower) write(e.lower, kTest);
        out_ += ":";
        if (e.upper) write(e.upper, kTest);
        if (!e.step) return;
        out_ += ":";
        return write(e.step, kTest);
      }
      default: return;
    }
  }

 private:
  void open(bool wanted) {
    if (wanted) out_ += "(";
  }
  void close(bool wanted) {
    if (wanted) out_ += ")";
  }

  void listed(const char* begin, const Seq<Expr*>& elements, const char* end) {
    out_ += begin;
    for (size_t i = 0; i < elements.size(); i++) {
      if (i) out_ += ", ";
      write(elements[i], kTest);
    }
    out_ += end;
  }

  void comprehension(const char* begin, const Expr* element, const Expr* value, const Seq<Comprehension*>& generators, const char* end) {
    out_ += begin;
    write(element, kTest);
    if (value) {
      out_ += ": ";
      write(value, kTest);
    }
    for (const Comprehension* each : generators) {
      out_ += each->is_async ? " async for " : " for ";
      write(each->target, kTuple);
      out_ += " in ";
      write(each->iter, next(kTest));
      for (const Expr* condition : each->ifs) {
        out_ += " if ";
        write(condition, next(kTest));
      }
    }
    out_ += end;
  }

  void call(const Call& e) {
    write(e.func, kAtom);
    if (e.args.size() == 1 && e.keywords.empty() && e.args[0]->is<GeneratorExp>()) return write(e.args[0], kTest);
    listed("(", e.args, "");
    bool first = e.args.empty();
    for (const Keyword* keyword : e.keywords) {
      if (!first) out_ += ", ";
      first = false;
      if (keyword->arg.data()) {
        out_ += keyword->arg;
        out_ += "=";
      } else {
        out_ += "**";
      }
      write(keyword->value, kTest);
    }
    out_ += ")";
  }

  void write(const Arguments& arguments) {
    bool first = true;
    const auto separate = [&] {
      if (!first) out_ += ", ";
      first = false;
    };
    const size_t positional = arguments.posonlyargs.size() + arguments.args.size();
    for (size_t i = 0; i < positional; i++) {
      separate();
      out_ += i < arguments.posonlyargs.size() ? arguments.posonlyargs[i]->arg : arguments.args[i - arguments.posonlyargs.size()]->arg;
      if (const size_t without = positional - arguments.defaults.size(); i >= without) {
        out_ += "=";
        write(arguments.defaults[i - without], kTest);
      }
      if (i + 1 == arguments.posonlyargs.size()) out_ += ", /";
    }
    if (arguments.vararg || !arguments.kwonlyargs.empty()) {
      separate();
      out_ += "*";
      if (arguments.vararg) out_ += arguments.vararg->arg;
    }
    for (size_t i = 0; i < arguments.kwonlyargs.size(); i++) {
      separate();
      out_ += arguments.kwonlyargs[i]->arg;
      if (!arguments.kw_defaults[i]) continue;
      out_ += "=";
      write(arguments.kw_defaults[i], kTest);
    }
    if (arguments.kwarg) {
      separate();
      out_ += "**";
      out_ += arguments.kwarg->arg;
    }
  }

  void constant(const Constant& e) {
    if (e.constant_kind == ConstantKind::Ellipsis) {
      out_ += "...";
    } else if ((e.constant_kind == ConstantKind::Float || e.constant_kind == ConstantKind::Imaginary) && std::isinf(e.number)) {
      out_ += e.constant_kind == ConstantKind::Float ? "1e309" : "1e309j";
    } else {
      if (e.is_u_string) out_ += "u";
      out_ += literal_text(e);
    }
  }

  // What is between an f-string's quotes.
  void parts(const JoinedStr& e, std::string* text) {
    for (const Expr* part : e.values) {
      if (const auto* plain = part->maybe<Constant>()) {
        for (char c : plain->text) {
          if (c == '{' || c == '}') *text += c;
          *text += c;
        }
        continue;
      }
      const auto& value = *part->as<FormattedValue>();
      Writer inner;
      inner.write(value.value, next(kTest));
      const std::string shown = inner.take();
      *text += shown.starts_with("{") ? "{ " : "{";
      *text += shown;
      if (value.conversion > 0) {
        *text += '!';
        *text += static_cast<char>(value.conversion);
      }
      if (value.format_spec) {
        *text += ':';
        parts(*value.format_spec->as<JoinedStr>(), text);
      }
      *text += '}';
    }
  }

  void joined(const JoinedStr& e) {
    std::string text;
    parts(e, &text);
    Constant whole{};
    whole.constant_kind = ConstantKind::Str;
    whole.text = text;
    out_ += "f" + literal_text(whole);
  }

  std::string out_;
};

}  // namespace

std::string unparse(const Expr* expr) {
  Writer writer;
  writer.write(expr, kTest);
  return writer.take();
}

}  // namespace fermata
