// `fermata repl`: statements are typed, and what they give is shown. At a terminal with prompts and a history; from a pipe without.
#include <algorithm>
#include <csignal>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/drive.h"
#include "cli/files.h"
#include "cli/host.h"
#include "cli/interrupt_on_signal.h"
#include "cli/line_editor.h"
#include "cli/report.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

class Repl {
 public:
  explicit Repl(const ReplOptions& options)
      : options_(options),
        seal_(options.run.seal),
        sessions_(options.run.jail, options.run.limits.over(Limits()).heap_bytes),
        host_(options.run.host) {
    SessionOptions session_options = cli::session_options(options.run, host_);
    const std::vector<Grant> functions = session_options.functions;
    if (options.load.empty()) {
      session_ = sessions_.make(std::move(session_options));
    } else {
      session_options.functions = Grants();  // first those of the state
      session_options.pause_at.reset();
      session_options.maps_old_values = host_.maps_old_values();
      session_ = load_state(options.load, seal_, sessions_, std::move(session_options));
      session_->set_limits(options.run.limits.over(session_->limits()));
      host_.check_fits(*session_, {}, options.load);
      host_.keep(*session_);
    }
    if (options.run.gc_stress) session_->set_gc_stress(true);
    next_.interactive = true;
    next_.inputs = inputs_from(options.run.inputs, host_);
    if (!functions.empty()) next_.functions = functions;
  }

  int run() {
    std::signal(SIGINT, [](int) {});  // Ctrl-C between two statements ends nothing
    if (lines_.is_terminal()) say("Fermata " FERMATA_VERSION ". Ctrl-D or exit() ends, Ctrl-C stops what runs.");
    const Status at = session_->status();
    if (at == Status::kPaused || at == Status::kExhausted || at == Status::kYielded) end(session_->outcome());
    while (!over_) {
      std::string text;
      switch (read(&text)) {
        case LineEditor::Event::kLine: feed(text); break;
        case LineEditor::Event::kInterrupt: say("KeyboardInterrupt"); break;
        case LineEditor::Event::kEnd:
          if (lines_.is_terminal()) write_all(STDOUT_FILENO, "\n");
          over_ = true;
          break;
      }
    }
    if (!options_.run.state.empty()) {
      if (session_->status() == Status::kReady) session_->feed("", next_);  // so that there is a state
      write_state(options_.run.state, *session_, seal_);
    } else if (session_->status() == Status::kDone || session_->status() == Status::kRaised) {
      next_.interactive = false;
      feed("import atexit; atexit._run_exitfuncs()");  // nothing comes after
    }
    return code_;
  }

 private:
  void feed(const std::string& text) {
    Outcome outcome;
    {
      const InterruptOnSignal interrupt(*session_);
      outcome = session_->feed(text, next_);
    }
    end(std::move(outcome));
    if (session_->status() != Status::kReady) next_.inputs.clear();
  }

  // Lines until they make a statement. Blank lines by themselves make none.
  LineEditor::Event read(std::string* text) {
    for (;;) {
      std::string line;
      const auto event = lines_.read(text->empty() ? ">>> " : "... ", &line);
      if (event == LineEditor::Event::kEnd && !text->empty()) return LineEditor::Event::kLine;
      if (event != LineEditor::Event::kLine) return event;
      const bool blank = line.find_first_not_of(" \t\f") == line.npos;
      if (text->empty() && blank) continue;
      *text += line + "\n";
      if (is_all_there(*text, blank)) return LineEditor::Event::kLine;
    }
  }

  static bool is_all_there(const std::string& text, bool ends_blank) {
    switch (Program::extent(text)) {
      case Program::Extent::kWhole: return true;
      case Program::Extent::kOpenBlock: return ends_blank;
      // A blank line ends a block that lacks its body, with an error; within brackets and texts it is nothing special.
      case Program::Extent::kPart: return ends_blank && Program::extent(text + "0\n") != Program::Extent::kPart;
    }
    return true;
  }

  // Answers calls until the chunk has ended, and says how.
  void end(Outcome outcome) {
    for (;;) {
      switch (outcome.status) {
        case Status::kPaused: {
          const Host::Event event = host_.next(*session_, /*sleeps=*/true);
          std::vector<CallAnswer> answers = event.answers;
          if (event.kind == Host::Event::Kind::kNobody) {
            const Call call = call_to_answer();
            std::optional<Answer> answer = answer_of(call);
            if (over_) return;
            if (!answer) continue;  // it is approved
            answers.push_back({call.id, std::move(*answer)});
          }
          const InterruptOnSignal interrupt(*session_);
          if (event.kind == Host::Event::Kind::kDue) outcome = session_->resume_next();
          else if (event.kind == Host::Event::Kind::kInterrupted) outcome = interrupted();
          else outcome = session_->resume(answers);
          continue;
        }
        case Status::kExhausted: {
          if (outcome.limit == "interrupt") {
            const InterruptOnSignal interrupt(*session_);
            outcome = session_->raise({.type = "KeyboardInterrupt"});
            continue;
          }
          const std::string limit = limit_text(*session_, outcome);
          outcome = session_->abandon();
          write_error(outcome.error->traceback.substr(0, outcome.error->traceback.rfind("KeyboardInterrupt")));
          complain("stopped: " + limit);
          return;
        }
        case Status::kYielded: {
          host_.look(*session_);
          const InterruptOnSignal interrupt(*session_);
          outcome = session_->run();
          continue;
        }
        case Status::kRaised:
          tell_displayed(*session_);
          tell_raised(outcome);
          if (outcome.error->type == "SystemExit" && outcome.error->module == "builtins") {
            over_ = true;
            code_ = exit_code_of(outcome);
          }
          return;
        default:
          tell_displayed(*session_);
          over_ |= outcome.exited;
          return;
      }
    }
  }

  // Ctrl-C while a function ran: the program gets it there. In the middle of several things, or of none, it ends.
  Outcome interrupted() {
    for (const Call& call : session_->pending())
      if (call.kind == Call::Kind::kCall) return session_->resume(call.id, Error{.type = "KeyboardInterrupt"});
    return session_->abandon();
  }

  Call call_to_answer() const {
    const auto& pending = session_->pending();
    return *std::find_if(pending.begin(), pending.end(), [](const Call& c) { return c.kind != Call::Kind::kTimer; });
  }

  // Empty: the call may be made; or nobody answers, it stays pending, and the repl ends.
  std::optional<Answer> answer_of(const Call& call) {
    const bool known = host_.has(call.function);
    const std::string shown = repr(call, hidden_in(*session_), kLongestCall),
                      prompt = shown + (known ? ": call it? y, n or an answer: " : " = ");
    for (;;) {
      std::string line;
      const auto event = lines_.read(prompt, &line);
      if (event == LineEditor::Event::kInterrupt) return Error{.type = "KeyboardInterrupt"};
      if (event == LineEditor::Event::kEnd) {
        if (lines_.is_terminal()) write_all(STDOUT_FILENO, "\n");
        complain("call " + std::to_string(call.id) + " has no answer: " + shown);
        over_ = true;
        code_ = kExitPaused;
        return std::nullopt;
      }
      Answer answer;
      std::string problem;
      if (known && line == "y") return host_.approve(call.id), std::nullopt;
      if (known && line == "n") return Error{.type = "PermissionError", .message = call.function + "() is not approved"};
      if (line.find_first_not_of(" \t") == line.npos && !known) return Data();
      if (answer_from_json(line, &answer, &problem)) return answer;
      complain("an answer is JSON (a text in quotes), or {\"$raise\": {\"type\": …, \"message\": …}}: " + problem);
    }
  }

  const ReplOptions& options_;
  const Seal seal_;
  Sessions sessions_;
  Host host_;
  LineEditor lines_;
  std::unique_ptr<Session> session_;
  FeedOptions next_;
  bool over_ = false;
  int code_ = kExitDone;
};

}  // namespace

int repl_command(const ReplOptions& options) { return Repl(options).run(); }

}  // namespace fermata::cli
