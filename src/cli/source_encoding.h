// The encoding of a program's file (PEP 263): a byte order mark, or a comment in one of the first two lines. For the commands that
// read programs; a library's caller gives text.
#pragma once

#include <stdexcept>
#include <string>

namespace fermata::cli {

// The file's bytes aren't text, in CPython's words: "SyntaxError: encoding problem: foo". Said on standard error, exit code 1.
struct EncodingProblem : std::runtime_error {
  using runtime_error::runtime_error;
};

// The text in UTF-8. What says that it is UTF-8 comes back as it is, for the lexer to judge. `name`: the file's, for messages.
std::string decode_program(std::string bytes, const std::string& name);

}  // namespace fermata::cli
