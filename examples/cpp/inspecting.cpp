// Looks into a paused program: its calls, its stack, its variables, what it has used.
#include <cstdio>

#include "fermata/session.h"

int main() {
  std::vector<fermata::Finding> findings;
  auto program = fermata::Program::compile(R"(
rate = 0.25

def quote(customer, days):
    price = days * rate * 100
    return confirm(customer, price)

quote('ada', 3)
)",
                                           "quote.py", &findings);
  if (!program) return 1;

  fermata::Session session(program, {.functions = {"confirm"}});
  session.start();
  const fermata::SessionView view = session.view();
  for (const fermata::Call& call : view.pending) std::printf("waits for %s, %zu arguments\n", call.function.c_str(), call.args.size());
  for (const fermata::FrameView& frame : view.stack) {
    std::printf("%s line %u: %s\n", frame.function.c_str(), frame.line, frame.source_line.c_str());
    for (const auto& [name, value] : frame.locals) std::printf("    %s = %s\n", name.c_str(), value.c_str());
  }
  for (const auto& [name, value] : view.globals) {
    if (name == "rate") std::printf("global %s = %s\n", name.c_str(), value.c_str());
  }
  std::printf("host calls: %llu\n", static_cast<unsigned long long>(view.spent.host_calls));
}
