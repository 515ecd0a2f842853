// CodeUnit: what the compiler makes of a function, class body, lambda, comprehension or module, as plain
// data without a heap. objects/code/code.h turns it into the heap's Code. Owned by the caller of compile().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"

namespace fermata {

struct CodeUnit;

// A constant of a CodeUnit.
struct Constant {
  enum class Type : uint8_t {
    kNone,
    kTrue,
    kFalse,
    kEllipsis,
    kInt,
    kFloat,
    kImaginary,
    kStr,
    kBytes,
    kTuple,
    kFrozenSet,
    kCode,
    kPrelude
  };
  Type type = Type::kNone;
  std::string text;   // kInt: decimal digits, maybe '-'; kStr: WTF-8; kBytes; kPrelude: the name of a function in the prelude or a builtin
                      // class
  double number = 0;  // kFloat, kImaginary
  std::vector<Constant> items;     // kTuple, kFrozenSet
  std::shared_ptr<CodeUnit> code;  // kCode
};

// A place that names something; in memory it has an inline cache.
struct SiteUnit {
  uint32_t name = 0;   // index into constants: a str, or for CALL_KEYWORDS a tuple of str
  uint32_t count = 0;  // CALL_KEYWORDS: positional and keyword arguments together
};

// While pc is in [begin, end) an exception goes to `target`, with the exception in register `reg`.
// Inner ranges come before outer ones.
struct Handler {
  uint32_t begin = 0, end = 0, target = 0, reg = 0;
};

// Where MAKE_FUNCTION finds a cell for the new function's free variable: a register of the enclosing frame
// that holds a cell, or a free variable of the enclosing function.
struct Capture {
  uint32_t from_free = 0;
  uint32_t index = 0;
};

enum CodeFlag : uint32_t {
  kCodeVarArgs = 1,      // *args
  kCodeVarKeywords = 2,  // **kwargs
  kCodeGenerator = 4,
  kCodeCoroutine = 8,
  kCodeAsyncGenerator = 16,
  kCodeModule = 32,               // returns the value of the last expression statement, else Missing
  kCodeClassBody = 64,            // one parameter, the namespace; returns the __class__ cell or None
  kCodeComprehension = 128,       // one parameter, the outermost iterator (hidden as a local named ".0")
  kCodeHidden = 256,              // prelude and library: not in tracebacks, and may import the engine's modules
  kCodeOptimized = 512,           // locals are registers (functions, lambdas, comprehensions)
  kCodeNativeIterator = 1024,     // a prelude generator that stands for a builtin iterator: StopIteration that leaves it is its end
  kCodeStartsAgain = 8192,        // one of these that no exception ends, StopIteration included: it starts over with its parameters
  kCodeIterableCoroutine = 4096,  // a generator that may be awaited (types.coroutine)
  kCodeNoResult = 2048,           // module: its last statement isn't an expression statement, so what it returns (None) is not a result
  kCodeCompiled = 16384,          // made by the program by compile(), exec() or replace(), not of its file's text: the name is what it says
};

// One instruction's source span, sorted by pc; it holds up to the next entry's pc.
struct PositionUnit {
  uint32_t pc = 0;
  Span span;
};

// The local of a function that names exec(), eval(), locals() and the like, in which its frame keeps the dict that they use.
inline constexpr std::string_view kKeptLocals = ".locals";

// Registers: parameters first, in the order positional-only, positional, keyword-only, *args, **kwargs;
// then the other locals; then temporaries. A captured local holds a cell (MAKE_CELL at the start).
struct CodeUnit {
  std::string name, qualname;
  uint32_t flags = 0;
  uint32_t positional_only = 0;  // how many of `positional` are positional-only
  uint32_t positional = 0;       // positional parameters, positional-only ones included
  uint32_t keyword_only = 0;
  uint32_t registers = 0;  // in all
  uint32_t first_line = 1;
  std::vector<std::string> locals;     // names of the registers 0 … locals.size()-1
  std::vector<uint8_t> local_is_cell;  // parallel to locals: 1 when the register holds a cell
  std::vector<std::string> free_names;
  std::vector<Capture> captures;  // parallel to free_names
  std::vector<uint64_t> words;
  std::vector<Constant> constants;
  std::vector<SiteUnit> sites;
  std::vector<Handler> handlers;
  std::vector<PositionUnit> positions;
  std::string doc;
  bool has_doc = false;
};

// An error found while compiling: a SyntaxError of CPython's.
struct CompileError {
  std::string message;
  Span span;
};

}  // namespace fermata
