// The verifier: proves that code from anywhere (a hostile saved state) keeps the dispatch loop within its tables. Called by the loader for
// each Code before anything runs it, and by tests on what the compiler makes. Linear in the size of the code; owns nothing.
//
// Proved: every opcode is known and its D bits mean something; registers (with their runs), constants, sites, free variables are in range
// and of the right type; jumps land on instructions, only JUMP_BACK goes backward (so every loop passes a safepoint) and it really does;
// the code cannot fall off its end; handlers are sane; parameters, locals, captures and positions fit; a register that is read is set, and
// LEAVE_HANDLER finds what an ENTER_HANDLER put there (assignment.h).
//
// NOT proved, so the loop checks at run time: that LOAD_CELL, STORE_CELL, DELETE_CELL, RERAISE, ENTER_HANDLER, LIST_APPEND, SET_ADD,
// FOR_ITER, LIST_TO_TUPLE and the like find a value of the right type in their register.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/code.h"
#include "compiler/opcodes.h"

namespace fermata {

// What the verifier needs to know about a constant.
enum class ConstantTag : uint8_t { kOther, kStr, kStrTuple, kCode };

struct ConstantShape {
  ConstantTag tag = ConstantTag::kOther;
  uint32_t size = 0;                  // kStrTuple: its length
  std::span<const Capture> captures;  // kCode: where it takes its cells from
};

// A Code as plain spans, whatever form it is kept in.
struct CodeShape {
  std::span<const Word> words;
  uint32_t registers = 0;
  uint32_t locals = 0;
  std::span<const uint8_t> local_is_cell;  // one per local
  uint32_t flags = 0;
  uint32_t positional_only = 0, positional = 0, keyword_only = 0;
  std::span<const ConstantShape> constants;
  uint32_t site_names = 0;  // how many of them, the last ones, only sites name: no instruction has them for an operand
  std::span<const SiteUnit> sites;
  uint32_t free_count = 0;
  std::span<const Capture> captures;  // of this code itself: one per free variable
  std::span<const Handler> handlers;
  std::span<const PositionUnit> positions;
};

// A unit as the verifier sees it. The shape points into the unit and into `constants`, which are made.
CodeShape shape_of(const CodeUnit& unit, std::vector<ConstantShape>& constants);

class Assignment;

// Nothing when the code is sound; else what is wrong with it. `assignment`, unless null, gets the analysis of a sound code, which refers to
// the shape.
std::optional<std::string> verify(const CodeShape& shape, std::optional<Assignment>* assignment = nullptr);

// The same for a unit and all units in its constants.
std::optional<std::string> verify(const CodeUnit& unit);

}  // namespace fermata
