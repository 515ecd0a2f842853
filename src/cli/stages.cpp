// `fermata tokens`, `ast`, `dis`: what each stage of the front end makes of a program.
#include <unistd.h>

#include "base/source.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/report.h"
#include "compiler/compiler.h"
#include "compiler/disassembler.h"
#include "fermata/program.h"
#include "syntax/ast_dump.h"
#include "syntax/parser.h"

namespace fermata::cli {

namespace {

// Why it doesn't compile, as python3 says it.
int tell_errors(const ProgramText& text) {
  std::vector<Finding> findings;
  Program::compile(text.text, text.name, &findings);
  return tell_findings(text.name, findings, /*json=*/false);
}

}  // namespace

int tokens_command(const StageOptions& options) {
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  write_all(STDOUT_FILENO, dump_tokens(Source(text.name, text.text)));
  return kExitDone;
}

int ast_command(const StageOptions& options) {
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  const Source source(text.name, text.text);
  const ParseResult tree = parse_module(source);
  if (!tree.ok()) return tell_errors(text);
  AstDumpOptions dump;
  dump.include_attributes = options.attributes;
  write_all(STDOUT_FILENO, dump_ast(*tree.module, dump) + "\n");
  return kExitDone;
}

int dis_command(const StageOptions& options) {
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  const Source source(text.name, text.text);
  const ParseResult tree = parse_module(source);
  if (!tree.ok()) return tell_errors(text);
  const CompileResult compiled = compile(source, *tree.module);
  if (!compiled.ok()) return tell_errors(text);
  write_all(STDOUT_FILENO, disassemble(*compiled.code));
  return kExitDone;
}

}  // namespace fermata::cli
