// A program stops at a call; its state becomes bytes, which may wait anywhere for any length of time; another session, made from nothing
// but the bytes, goes on with the answer.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "fermata/session.h"

constexpr const char* kProgram = R"(
def ask_for(amounts):
    return [amount for amount in amounts if approve(amount=amount)]

ask_for([20, 400])
)";

// In a real host this happens in another process, on another day.
fermata::Outcome answer_from_file(const std::string& file, bool approved) {
  std::ifstream input(file, std::ios::binary);
  const std::string state((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());

  fermata::StateProblem problem;
  auto session = fermata::Session::load(state, {}, &problem);
  if (!session) {  // bytes are checked before they are believed
    std::fprintf(stderr, "%s: %s\n", problem.kind.c_str(), problem.message.c_str());
    std::exit(1);
  }
  const fermata::Call call = session->pending().at(0);
  std::printf("%s line %u: %s(%s=%lld)? %s\n", call.file.c_str(), call.line, call.function.c_str(), call.kwargs.at(0).first.c_str(),
              static_cast<long long>(call.kwargs.at(0).second.as_int()), approved ? "yes" : "no");
  const fermata::Outcome outcome = session->resume(call.id, fermata::Data(approved));
  std::ofstream(file, std::ios::binary) << session->save();
  return outcome;
}

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "refunds.fermata";
  std::vector<fermata::Finding> findings;
  auto program = fermata::Program::compile(kProgram, "refunds.py", &findings);
  if (!program) return 1;

  fermata::Session session(program, {.functions = {"approve"}});
  fermata::Outcome outcome = session.start();
  std::printf("%s\n", fermata::to_string(outcome.status));
  // JSON is the other encoding: larger, but readable for people. Either can be loaded.
  std::ofstream(file, std::ios::binary) << session.save(fermata::StateEncoding::kJson);

  outcome = answer_from_file(file, true);
  outcome = answer_from_file(file, false);
  std::printf("%s, %zu approved\n", fermata::to_string(outcome.status), outcome.result.items().size());
  std::remove(file.c_str());
}
