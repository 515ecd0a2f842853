// `fermata trace`: runs a program like `run`, and shows each line, or each instruction, before it runs.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "cli/commands.h"
#include "cli/drive.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "compiler/disassembler.h"
#include "objects/code/code.h"
#include "session/session_impl.h"

namespace fermata::cli {

namespace {

class Tracer {
 public:
  Tracer(std::shared_ptr<const Program> program, Session& session, bool instructions)
      : program_(std::move(program)), task_(session.impl().cx.task), instructions_(instructions) {}

  void operator()(const Frame& frame, uint32_t pc) {
    const Code* code = frame.code;
    if (code->has(kCodeHidden) || as<Str>(code->filename)->view() != program_->name()) return;  // not the program's own
    const uint32_t line = position_at(code, pc).line;
    const size_t depth = task_->frames.size;
    if (depth >= last_.size()) last_.resize(depth + 1);
    if (line == 0) return;
    if (last_[depth].enters(code, line, pc)) show(code, line);
    if (instructions_) show_instruction(code, pc);
  }

 private:
  // A line that runs: it is shown when it is entered, and again when it comes to an instruction it has run before.
  struct Place {
    const Code* code = nullptr;
    uint32_t line = 0;
    std::vector<uint32_t> run;

    bool enters(const Code* new_code, uint32_t new_line, uint32_t pc) {
      const bool same = code == new_code && line == new_line;
      if (same && run.back() == pc) return false;  // an instruction that was begun, and now is done
      const bool enters = !same || std::find(run.begin(), run.end(), pc) != run.end();
      if (enters) run.clear();
      code = new_code;
      line = new_line;
      run.push_back(pc);
      return enters;
    }
  };

  void show(const Code* code, uint32_t line) {
    const std::string where = fmt::format("{:>4} {:<16}", line, visible_line(as<Str>(code->qualname)->view()));
    std::string_view text = program_->impl().source->line(line);
    write_all(STDOUT_FILENO, where + " | " + visible_line(text) + "\n");
  }

  void show_instruction(const Code* code, uint32_t pc) {
    if (texts_.empty()) note(code, *program_->impl().code);  // the first is the module's
    const auto found = texts_.find(code);
    if (found != texts_.end() && pc < found->second.size()) write_all(STDOUT_FILENO, "       " + found->second[pc] + "\n");
  }

  // The heap's code has its constants where the compiler's has them.
  void note(const Code* code, const CodeUnit& unit) {
    texts_[code] = disassembled_instructions(unit);
    for (uint32_t i = 0; i < unit.constants.size() && i < code->constants.size; ++i) {
      if (unit.constants[i].type == Constant::Type::kCode && is<Code>(code->constants[i])) {
        note(as<Code>(code->constants[i]), *unit.constants[i].code);
      }
    }
  }

  const std::shared_ptr<const Program> program_;
  const Task* const task_;
  const bool instructions_;
  std::vector<Place> last_;  // by depth
  std::unordered_map<const Code*, std::vector<std::string>> texts_;
};

}  // namespace

int trace_command(const TraceOptions& options) {
  if (options.run.jail) throw UsageProblem("trace looks on from within: a program that it follows can't be jailed");
  const Seal seal(options.run.seal);
  const ProgramText text = program_of(options.run, /*absolute=*/false);
  Sessions sessions(/*jailed=*/false);
  Host host(options.run.host);
  Drive drive(text, options.run, host, sessions, /*sleeps=*/true);
  if (!drive.findings().empty()) return tell_findings(options.run.file, drive.findings(), options.run.json);
  Session::Impl& traced = drive.session().impl();
  traced.interpreter->on_instruction = Tracer(traced.program, drive.session(), options.instructions);
  drive.start();
  if (!options.run.state.empty()) write_state(options.run.state, drive.session(), seal);
  return tell(drive.session(),
              {.json = options.run.json, .quiet_end = true, .interrupted = drive.interrupted(), .state = options.run.state});
}

}  // namespace fermata::cli
