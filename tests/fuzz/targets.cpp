#include "targets.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/source.h"
#include "fermata/session.h"
#include "runtime/heap_check.h"
#include "session/session_impl.h"
#include "syntax/ast_dump.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"

namespace fermata {

namespace {

[[noreturn]] void wrong(const std::string& what) {
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

Limits tight_limits() {
  Limits limits;
  limits.steps = 300'000;
  limits.time_ms = 4000;  // what steps don't count in proportion, such as a pattern that goes through a long text again and again
  limits.heap_bytes = 32 << 20;
  limits.output_bytes = 1 << 16;
  limits.host_calls = 20;
  return limits;
}

// All that the program can reach keeps its promises. (Natives that raise leave half-made tuples behind.)
void check(Session& session) {
  session.impl().interpreter->collect();
  Kind kind;
  if (const char* problem = check_heap(session.impl().cx, &kind))
    wrong(std::string("the heap check: a ") + kind_name(kind) + ": " + problem);
}

void go_on(Session& session) {
  for (int stops = 0; stops < 3 && session.status() == Status::kPaused; ++stops) {
    const Call call = session.pending()[0];
    session.resume(call.id, call.args.empty() ? Data(int64_t(1)) : Answer(call.args[0]));
  }
}

}  // namespace

void fuzz_lexer(std::string_view input) {
  const Source source("fuzz", input);
  for (const bool trivia : {false, true}) {
    LexerOptions options;
    options.keep_trivia = trivia;
    Lexer lexer(source, options);
    lexer.run();
    if (lexer.tokens().empty()) wrong("no tokens");
  }
  dump_tokens(source);
}

void fuzz_parser(std::string_view input) {
  const Source source("fuzz", input);
  const ParseResult module = parse_module(source);
  if (module.ok()) dump_ast(*module.module, {.indent = 0, .include_attributes = true});
  const ParseResult expression = parse_expression(source);
  if (expression.ok()) dump_ast(*expression.expression, {.indent = 0});
}

void fuzz_compile_run(std::string_view input) {
  std::vector<Finding> findings;
  const auto program = Program::compile(input, "fuzz", &findings);
  Program::check(input, "fuzz");
  if (!program) return;
  SessionOptions options;
  options.functions = {"ask"};
  options.limits = tight_limits();
  Session session(program, options);
  session.start();
  check(session);
  go_on(session);
  check(session);
}

StateFate load_and_run(std::string_view bytes) {
  SessionOptions options;
  options.functions = {"ask"};
  const Limits limits = tight_limits();
  StateProblem problem;
  auto session = Session::load(bytes, options, &problem, &limits);
  if (!session) {
    if (problem.kind.empty() || problem.message.empty()) wrong("refused without a reason");
    return StateFate::kRefused;
  }
  check(*session);
  session->view();
  go_on(*session);
  if ((session->status() == Status::kExhausted && session->used_up().empty()) || session->status() == Status::kYielded) session->run(1000);
  check(*session);
  for (const StateEncoding encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
    const std::string saved = session->save(encoding);
    const auto again = Session::load(saved, options, &problem, &limits);
    if (!again) wrong("what was saved is refused: " + problem.kind + ": " + problem.message);
    if (again->save(encoding) != saved) wrong("what was loaded is saved with other bytes");
  }
  return StateFate::kRan;
}

void fuzz_load_msgpack(std::string_view input) {
  if (!input.empty() && input[0] != '{') load_and_run(input);
}

void fuzz_load_json(std::string_view input) {
  if (!input.empty() && input[0] == '{') load_and_run(input);
}

FuzzFunction fuzz_function(std::string_view target) {
  if (target == "lexer") return fuzz_lexer;
  if (target == "parser") return fuzz_parser;
  if (target == "compile_run") return fuzz_compile_run;
  if (target == "load_msgpack") return fuzz_load_msgpack;
  if (target == "load_json") return fuzz_load_json;
  if (target == "jail_replies") return fuzz_jail_replies;
  return nullptr;
}

}  // namespace fermata
