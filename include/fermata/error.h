// Errors as the host sees them. Nothing in this API throws for what a program or a state does; it throws
// UsageError for calls that the host should not have made (resuming a call that isn't pending, …), and such
// a call changes nothing.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fermata/value.h"

namespace fermata {

// A function of a program's, as an exception left it or a limit stopped it.
struct Place {
  std::string function{};
  std::string file{};
  uint32_t line = 0, column = 0;          // from 1, columns in characters; 0: not known
  uint32_t end_line = 0, end_column = 0;  // past the last character
  std::string source_line{};              // empty in the library's own code
};
// So many of the innermost are told.
inline constexpr size_t kMostPlaces = 1'000;

// An exception that left the program, or one the host wants raised in it.
struct Error {
  std::string type{};       // "ValueError", the name of a class of the program's, or, for the program, one of the library: "json.decoder.JSONDecodeError"
  std::string message{};    // str(exception)
  std::string traceback{};  // as CPython 3.11 prints it, with the last line "ValueError: …"
  std::vector<Data> args{}; // those that can cross
  std::string hint{};       // what may help: "Did you mean: 'total'?", as the traceback has it; or empty
  std::vector<Place> frames{};  // the traceback's, outermost first
  // Of an exception for the program: what a class is made below when the program has none of the name `type`: the first of these ("A, B")
  // that it has, else RuntimeError.
  std::string base{};
  // Of an exception for the program: attributes that it gets there beside what its class makes of its arguments. Of one that left the
  // program: its __notes__, if it has some; and public ones that can cross, of a class that the host declared.
  std::vector<std::pair<std::string, Data>> attributes{};
  // Of an exception for the program that is a group: those in it.
  std::vector<Error> exceptions{};
  // Of an exception for the program: the one that it was raised from, if any.
  std::vector<Error> cause{};
  // Of one that left the program, when its class is one of the library: the class's module.
  std::string module{};
  bool declared = false;  // of one that left the program: its class is one that the host declared
  // Of one that left the program: the call that the host answered with it, or with one that it comes from. 0: none, or too long ago.
  uint64_t call = 0;
};

// Something wrong with a program, found before it runs.
struct Finding {
  // kArguments: of a call of a host function. kWarning: legal and surely not meant; the program runs. kMisfit: of a saved state and the
  // host's code of today.
  enum class Kind : uint8_t { kSyntax, kUnknownName, kUnknownImport, kArguments, kWarning, kMisfit };
  Kind kind = Kind::kSyntax;
  std::string type;      // "SyntaxError", "IndentationError", … for kSyntax, "SyntaxWarning" for kWarning
  std::string message;
  uint32_t line = 0, column = 0;          // from 1, in characters
  uint32_t end_line = 0, end_column = 0;
  std::string text;      // as CPython would print it: file, line, caret
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
