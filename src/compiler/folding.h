// Constant folding, as CPython's optimiser does it for the simple cases: literals, signs, arithmetic on small numbers, short texts repeated
// or joined, tuples of constants. Anything that could raise or grow large is left to run time. One folder serves one compilation.
#pragma once

#include <memory>
#include <unordered_map>

#include "compiler/constants.h"

namespace fermata {

class Folder {
 public:
  // The constant that `expr` is, or null. The result lives as long as the folder. Remembers what it found for every node, so asking
  // for each node of a tree in turn takes linear time.
  const Constant* fold(const ast::Expr* expr);

 private:
  const Constant* compute(const ast::Expr* expr);
  const Constant* keep(const ast::Expr* expr, std::optional<Constant> constant);
  const Constant* fold_chain(const ast::BinOp* top);
  const Constant* fold_tuple(const ast::Tuple* tuple);

  std::unordered_map<const ast::Expr*, std::unique_ptr<Constant>> known_;  // null: not a constant
  int depth_ = 0;
};

}  // namespace fermata
