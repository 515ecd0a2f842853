// Compiles Python files and proves what became of them, as a loader would:
//
//   build/tests/verify_sources FILE…
//
// A line "refused FILE: message" for each that has a syntax error; "WRONG FILE: message" where the verifier refuses what the compiler made.
// Ends with 1 when there was one of those. The runner's kind "sources" compares the refused ones with CPython's.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "compiler/compiler.h"
#include "compiler/verifier.h"
#include "syntax/parser.h"

int main(int count, char** arguments) {
  using namespace fermata;
  bool wrong = false;
  for (int i = 1; i < count; ++i) {
    const char* path = arguments[i];
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const Source source(path, text);
    const ParseResult parsed = parse_module(source);
    if (!parsed.ok()) {
      std::printf("refused %s: line %u: %s\n", path, parsed.error->span.begin.line, parsed.error->message.c_str());
      continue;
    }
    const CompileResult compiled = compile(source, *parsed.module);
    if (!compiled.ok()) {
      std::printf("refused %s: line %u: %s\n", path, compiled.errors[0].span.begin.line, compiled.errors[0].message.c_str());
    } else if (const auto problem = verify(*compiled.code)) {
      std::printf("WRONG %s: %s\n", path, problem->c_str());
      wrong = true;
    }
  }
  return wrong;
}
