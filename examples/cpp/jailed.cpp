// Code from a stranger runs in a process that has nothing: what it gives is the same, and when that process dies it is an outcome.
// Needs fermata-jail, beside this program's folder or named by $FERMATA_JAIL, and a Linux that permits seccomp filters.
#include <csignal>
#include <cstdio>

#include "fermata/jail.h"

constexpr const char* kProgram = R"(
total = sum(price(name) for name in ["pen", "ink"])
f"{total} in all"
)";

int main() try {
  fermata::Jail jail;  // one for the host's whole life: its processes are forked from a warm one
  std::vector<fermata::Finding> findings;

  // The text is compiled over there, too. Host functions are called here.
  auto session = jail.session(kProgram, "order.py", {.functions = {"price"}}, &findings);
  if (!session) return 1;
  fermata::Outcome outcome =
      session->run_with({{"price", [](const fermata::Call& call) { return fermata::Data(call.args.at(0).as_str() == "pen" ? 3 : 8); }}});
  std::printf("%s: %s\n", fermata::to_string(outcome.status), outcome.result.as_str().c_str());

  // The worst that can come of a fault of ours: the process dies. With checkpoints another one goes on from the last call.
  for (const auto checkpoint : {fermata::JailedOptions::Checkpoint::kNone, fermata::JailedOptions::Checkpoint::kCalls}) {
    session = jail.session("price('pen') * 2", "order.py", {.functions = {"price"}}, &findings, {.checkpoint = checkpoint});
    outcome = session->start();
    kill(fermata::jailed_process(*session), SIGKILL);
    outcome = session->resume(session->pending().at(0).id, fermata::Data(3));
    if (outcome.status == fermata::Status::kCrashed) std::printf("crashed: %s\n", outcome.crash->reason.c_str());
    else std::printf("%s: %lld\n", fermata::to_string(outcome.status), static_cast<long long>(outcome.result.as_int()));
  }
} catch (const fermata::JailError& error) {
  std::fprintf(stderr, "no jail here: %s\n", error.what());  // `fermata doctor` says more
  return 1;
}
