// Errors as the host sees them. Nothing in this API throws for what a program or a state does; it throws
// UsageError for calls that the host should not have made (resuming a call that isn't pending, …). Such
// a call changes nothing.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fermata/value.h"

namespace fermata {

// A function of the program, where an exception left it or a limit stopped it.
struct Place {
  std::string function{};
  std::string file{};
  uint32_t line = 0, column = 0;          // from 1, columns in characters; 0: not known
  uint32_t end_line = 0, end_column = 0;  // past the last character
  std::string source_line{};              // empty in the library's own code
};
// At most this many are kept, the innermost ones.
inline constexpr size_t kMostPlaces = 1'000;

inline constexpr size_t kMostExceptions = 1'000;

// An exception that left the program, or one the host wants raised in it.
struct Error {
  std::string type{};           // "ValueError", the name of a class of the program's, or, for the program, one of the library:
                                // "json.decoder.JSONDecodeError"
  std::string message{};        // str(exception)
  std::string traceback{};      // as CPython 3.11 prints it, with the last line "ValueError: …"
  std::vector<Data> args{};     // those that can cross
  std::string hint{};           // what may help: "Did you mean: 'total'?", as the traceback has it; or empty
  std::vector<Place> frames{};  // the traceback's, outermost first
  // For an exception for the program: the base of the class that is made when the program has none named `type`. It is the first of
  // these ("A, B") that the program has, or else RuntimeError.
  std::string base{};
  // For an exception for the program: attributes that it gets in addition to what its class makes of its arguments. For one that left the
  // program: its __notes__, if it has any; and, if the host declared its class, public attributes that can cross.
  std::vector<std::pair<std::string, Data>> attributes{};
  // Of a group: the exceptions in it. Those that left the program have no traceback of their own, and are at most kMostExceptions,
  // of texts that aren't long together.
  std::vector<Error> exceptions{};
  // For an exception for the program: the one that it was raised from, if any.
  std::vector<Error> cause{};
  // For one that left the program, if its class is a builtin one or the library's: the class's module, such as "builtins".
  std::string module{};
  bool declared = false;  // for one that left the program: the host declared its class
  // For one that left the program: the call that the host answered with it, or with an exception that led to it. 0: none, or too long ago.
  uint64_t call = 0;
};

// Something wrong with a program, found before it runs.
struct Finding {
  // kArguments: a call of a host function has the wrong ones. kWarning: legal but surely not meant; the program runs. kMisfit: a saved
  // state doesn't fit the host's code of today.
  enum class Kind : uint8_t { kSyntax, kUnknownName, kUnknownImport, kArguments, kWarning, kMisfit };
  Kind kind = Kind::kSyntax;
  std::string type;  // "SyntaxError", "IndentationError", … for kSyntax, "SyntaxWarning" for kWarning
  std::string message;
  uint32_t line = 0, column = 0;  // from 1, in characters
  uint32_t end_line = 0, end_column = 0;
  std::string text;  // as CPython would print it: file, line, caret
};

class UsageError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Why bytes could not be loaded as a state.
struct StateProblem {
  std::string kind;     // "truncated", "bad reference", "unsupported version", …
  std::string message;  // with the place
};

}  // namespace fermata
