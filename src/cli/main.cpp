// The command `fermata`: reads its command line and calls one of commands.h. The description of each command is made only
// when that command is called or help is asked for, so that a short run starts quickly.
#include <CLI/CLI.hpp>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <memory>

#include "cli/command_line.h"
#include "cli/completion.h"
#include "cli/files.h"
#include "cli/source_encoding.h"
#include "cli/teleport.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "fermata/durable/store.h"
#include "fermata/jail.h"
#include "prelude/embedded.h"
#include "vm/suggestions.h"

namespace fermata::cli {

void add_limits(CLI::App* app, LimitFlags& flags) {
  const auto add = [&](std::string name, std::optional<uint64_t>& target, const std::string& unit, const std::string& doc) {
    for (char& c : name) c = c == '_' ? '-' : c;
    add_count(app, "--limit-" + name, target, doc)->type_name(unit)->group("Limits (0 means none)");
  };
#define LIMIT(name, default_value, unit, since, doc) add(#name, flags.name, unit, doc);
#include "base/limits.def"
#undef LIMIT
}

namespace {

void add_time(CLI::App* app, std::string& clock, std::string& zone) {
  app->add_option("--clock", clock,
                  "the time that the program sees: system (the default), a time at which it stands, or a time and the seconds "
                  "by which each reading is later")
      ->type_name("TIME[,STEP]");
  app->add_option("--zone", zone, "its local time zone, such as Europe/Berlin; by default UTC, or the state's")->type_name("NAME");
}

void add_jail(
    CLI::App* app, bool& jail,
    const char* help = "the program runs in a process that has nothing: no files, no network, few system calls; see fermata doctor") {
  app->add_flag("--jail,!--no-jail", jail, help);
}

constexpr const char* kLoadedInJail = "the state is loaded in a process that has nothing; see fermata doctor";

void add_session(CLI::App* app, RunOptions& o) {
  add_list(app, "--input", o.inputs, "a global of the program; NAME alone is what the --tools file has under that name, such as a handle")
      ->type_name("NAME=JSON");
  add_count(app, "--seed", o.seed, "makes randomness repeatable: random, secrets, uuid; by default it is the system's");
  add_time(app, o.clock, o.zone);
  app->add_flag("--no-eval", o.no_eval, "eval, exec and compile raise PermissionError");
  add_limits(app, o.limits);
  app->add_flag("--gc-stress", o.gc_stress)->group("");
}

void add_async(CLI::App* app, RunOptions& o) {
  add_list(app, "--async", o.host.async, "a function that the program awaits, while its other tasks go on; it may have a handler, too")
      ->type_name("NAME");
}

void add_program(CLI::App* app, RunOptions& o) {
  app->add_option("FILE", o.file, "the program; - for standard input");
  app->add_option("-c,--code", o.code, "the program itself, in place of a FILE")->type_name("CODE");
  app->add_option("ARGUMENT", o.arguments, "the program finds them in sys.argv; after -- they may begin with a dash");
  add_session(app, o);
  add_files(app, o.files);
  add_mounts(app, o.mounts, o.host.packages);
  app->add_flag("--json", o.json, "print one JSON object about the outcome as the last line");
}

void add_tools(CLI::App* app, std::string& tools, const char* help) { app->add_option("--tools", tools, help)->type_name("FILE.py"); }

void add_host(CLI::App* app, HostOptions& o, const char* approve) {
  add_list(app, "--handler", o.handlers,
           "a function for the program, answered by a shell command: it gets {\"args\": […], \"kwargs\": {…}} on standard input, and "
           "answers with JSON, or {\"$raise\": {\"type\": …, \"message\": …}}, on standard output; if it fails, RuntimeError is raised")
      ->type_name("NAME=COMMAND");
  add_tools(app, o.tools,
            "functions for the program, written in Python: those that this file's __all__ names, or those declared by fermata.tool, or "
            "else its public ones, called in CPython. Packages "
            "come from $VIRTUAL_ENV, else from where the python3 of PATH has them; what the functions print goes to standard error");
  add_list(app, "--approve", o.approve, approve)->type_name("NAME");
  app->add_flag("--verbose", o.verbose, "print the tracebacks of exceptions in functions from --tools");
}

void add_seal(CLI::App* app, SealOptions& o, const char* keys, const char* rebind = nullptr) {
  app->add_option("--seal-keys", o.keys, keys)->type_name("FILE");
  add_list(app, "--bind", o.bound, "what a sealed state belongs to, such as 'run=\"r-17\"' and 'seq=3': it opens there alone")
      ->type_name("NAME=JSON");
  if (rebind) add_list(app, "--rebind", o.rebound, rebind)->type_name("NAME=JSON");
}

// Where a run pauses is kept in its state: only this lets more be called.
void add_free(CLI::App* app, HostOptions& o) {
  add_list(app, "--no-approve", o.free,
           "a host function that is called without asking, although the state, or the function itself, has each call approved; * for all")
      ->type_name("NAME");
}

void define_run(CLI::App* app, CommandLine& line) {
  add_program(app, line.run);
  add_jail(app, line.run.jail);
  app->add_flag("--progress", line.run.progress, "show steps, time, memory and the line while the program runs, on a terminal");
  add_files_out(app, line.run.files_out);
  add_host(app, line.run.host, "a host function that isn't called: the program pauses there, and its state is saved");
  add_free(app, line.run.host);
  add_list(app, "--function", line.run.functions, "a function that pauses the program")->type_name("NAME");
  add_async(app, line.run);
  app->add_option("-o,--output", line.run.state, "save the state here when the program stops")->type_name("STATE");
  add_seal(app, line.run.seal, "seal the state with the first key of this file, which fermata keygen makes");
  add_count(app, "--teleport", line.run.teleport)->group("");
  line.command = [&] { return run_command(line.run); };
}

void define_repl(CLI::App* app, CommandLine& line) {
  ReplOptions& o = line.repl;
  add_session(app, o.run);
  add_jail(app, o.run.jail);
  add_host(app, o.run.host, "a host function that is called only when you say so");
  add_list(app, "--function", o.run.functions, "a function whose calls you answer, in JSON")->type_name("NAME");
  add_async(app, o.run);
  app->add_option("--load", o.load, "go on with this state")->type_name("STATE");
  add_free(app, o.run.host);
  app->add_option("--save", o.run.state, "save the state here at the end; may be the --load file")->type_name("STATE");
  add_seal(app, o.run.seal, "the state is sealed with a key of this file, and the new one with its first",
           "the same where the new state differs: seq=4");
  line.command = [&] { return repl_command(o); };
}

void define_start(CLI::App* app, CommandLine& line) {
  add_program(app, line.run);
  add_jail(app, line.run.jail);
  add_list(app, "--function", line.run.functions, "a host function that the program may call")->type_name("NAME");
  add_tools(app, line.run.host.tools, "the functions of this Python file may be called; none is called yet");
  add_async(app, line.run);
  app->add_option("-o,--output", line.run.state, "the state is saved here: JSON when it ends in .json, else MessagePack")
      ->type_name("STATE")
      ->required();
  add_seal(app, line.run.seal, "seal the state with the first key of this file, which fermata keygen makes");
  line.command = [&] { return start_command(line.run); };
}

void define_resume(CLI::App* app, CommandLine& line) {
  ResumeOptions& o = line.resume;
  app->add_option("STATE", o.state, "a saved state")->required();
  CLI::Option* result =
      app->add_option("--result", o.result,
                      "the call's answer; a date, a dataclass and the like as README.md says: {\"$date\": \"2026-11-21\"}")
          ->type_name("JSON");
  app->add_option("--raise", o.raise, "raise this at the call")->type_name("'TYPE: TEXT'")->excludes(result);
  add_count(app, "--call", o.calls, "which call is answered; may be left out when one is pending, and given more than once with --perform")
      ->type_name("ID")
      ->allow_extra_args(false)
      ->take_all();
  add_mounts(app, o.mounts, o.host.packages);
  add_list(app, "--answer", o.answers, "the answer of one of several calls; may be given more than once")
      ->type_name("ID=JSON")
      ->excludes(result);
  app->add_flag("--perform", o.perform, "approve the call: the function from --tools or --handler is called, and gives the answer")
      ->excludes(result);
  add_host(app, o.host, "a host function that isn't called: the program pauses there, in addition to where its state says");
  add_free(app, o.host);
  add_list(app, "--function", o.functions, "grant only these functions from now on")->type_name("NAME");
  add_time(app, o.clock, o.zone);
  app->add_option("-o,--output", o.output, "where the new state goes; the same file is fine")->type_name("STATE")->required();
  add_seal(app, o.seal, "the state is sealed with a key of this file, and the new one with its first",
           "the same where the new state differs: seq=4");
  app->add_flag("--json", o.json, "print one JSON object about the outcome as the last line");
  app->add_flag("--gc-stress", o.gc_stress)->group("");
  add_jail(app, o.jail);
  add_limits(app, o.limits);
  line.command = [&] { return resume_command(o); };
}

void define_inspect(CLI::App* app, CommandLine& line) {
  app->add_option("STATE", line.inspect.state, "a saved state")->required();
  add_seal(app, line.inspect.seal, "the state is sealed with a key of this file");
  app->add_flag("--json", line.inspect.json, "print it as one JSON object");
  add_jail(app, line.inspect.jail, kLoadedInJail);
  line.command = [&] { return inspect_command(line.inspect); };
}

void define_convert(CLI::App* app, CommandLine& line) {
  app->add_option("FROM", line.convert.from, "a saved state")->required();
  app->add_option("TO", line.convert.to, "the new file: JSON when it ends in .json, else MessagePack")->required();
  add_seal(app, line.convert.seal, "FROM is sealed with a key of this file, and TO is with its first", "the same where TO differs: seq=4");
  CLI::Option* seal = app->add_flag("--seal", line.convert.from_plain, "with --seal-keys: FROM isn't sealed, TO will be");
  app->add_flag("--unseal", line.convert.to_plain, "with --seal-keys: FROM is sealed, TO won't be")->excludes(seal);
  add_jail(app, line.convert.jail, kLoadedInJail);
  line.command = [&] { return convert_command(line.convert); };
}

void define_keygen(CLI::App* app, CommandLine& line) {
  app->add_option("FILE", line.keygen.file, "the file of keys; made, readable by you alone, when it isn't there")->required();
  app->add_option("--id", line.keygen.id, "the key's name in what it seals; by default the day and a random number");
  app->footer(
      "The new key is the file's first one: it seals from now on, and those after it still open. When `fermata convert` has sealed all\n"
      "states anew, or when none of an old key's may be opened any more, take that key's line out.");
  line.command = [&] { return keygen_command(line.keygen); };
}

void define_check(CLI::App* app, CommandLine& line) {
  CLI::Option* file = app->add_option(
      "FILE", line.check.file, "the program; - for standard input; or a saved state: does it fit the functions and classes of --tools?");
  app->add_flag("--modules", line.check.modules, "list the modules that programs may import")->excludes(file);
  add_list(app, "--function", line.check.functions, "a host function")->type_name("NAME");
  add_list(app, "--async", line.check.async, "an asynchronous one, which the program awaits")->type_name("NAME");
  CLI::Option* durable = app->add_flag("--durable", line.check.durable,
                                       "the program is for a store: it has what workers answer by themselves, such as ask() and spawn()");
  app->add_flag("--policy", line.check.policy, "it is a policy of workers, as work --policy takes it: it has allow(), deny() and ask()")
      ->excludes(durable);
  add_list(app, "--input", line.check.inputs, "a global that will be given")->type_name("NAME");
  add_tools(app, line.check.tools, "a Python file with host functions");
  add_packages(app, line.check.packages);
  add_seal(app, line.check.seal, "the state is sealed with a key of this file");
  app->add_flag("--json", line.check.json, "print the findings as one JSON object");
  add_jail(app, line.check.jail, "the program is read, or the state loaded, in a process that has nothing; see fermata doctor");
  line.command = [&] { return check_command(line.check); };
}

template <int (*command)(const StageOptions&)>
void define_stage(CLI::App* app, CommandLine& line) {
  app->add_option("FILE", line.stage.file, "the program; - for standard input")->required();
  if (command == ast_command) app->add_flag("-a,--attributes", line.stage.attributes, "with positions");
  line.command = [&] { return command(line.stage); };
}

void define_trace(CLI::App* app, CommandLine& line) {
  define_run(app, line);
  app->add_flag("--instructions", line.trace.instructions, "each instruction, not each line");
  line.command = [&] {
    line.trace.run = line.run;
    return trace_command(line.trace);
  };
}

void define_completion(CLI::App* app, CommandLine& line);
void define_man(CLI::App* app, CommandLine& line);

struct Command {
  const char* name;
  const char* help;
  void (*define)(CLI::App*, CommandLine&);
};
constexpr Command kCommands[] = {
    {"run", "run a program to its end, as python3 does", define_run},
    {"repl", "type statements and see what they give", define_repl},
    {"start", "run a program to its first call, and save it there", define_start},
    {"resume", "answer a call of a saved program, and let it go on", define_resume},
    {"inspect", "show what a saved program waits for, its stack and variables", define_inspect},
    {"convert", "change a state's encoding, or its seal", define_convert},
    {"keygen", "make a key that states are sealed with", define_keygen},
    {"check", "look for errors without running, in a program or a saved state", define_check},
    {"submit", "put a program into a store, for workers to run", define_submit},
    {"schedules", "list a store's schedules, which submit --every makes", define_schedules},
    {"pause", "keep a schedule from beginning runs", define_pause},
    {"unpause", "let a schedule go on", define_unpause},
    {"unschedule", "delete a schedule", define_unschedule},
    {"work", "run what a store holds", define_work},
    {"serve", "the inbox of a store, and its runs, as pages for your browser", define_serve},
    {"token", "make a token for somebody, or something, that asks a server: a table of its --auth file", define_token},
    {"password", "let somebody sign in to a server: a table of its --auth file, with the hash of a password", define_password},
    {"runs", "list a store's runs", define_runs},
    {"show", "show where a run stands, or stood", define_show},
    {"log", "show what happened to a run", define_log},
    {"audit", "show who did what to a store", define_audit},
    {"inbox", "list the calls that wait for people", define_inbox},
    {"approve", "let a call be made", define_approve},
    {"deny", "raise PermissionError instead of making a call", define_deny},
    {"claim", "keep others from deciding on a call for a while", define_claim},
    {"release", "let others decide on it again", define_release},
    {"delegate", "let somebody decide in your place", define_delegate},
    {"escalate", "let people of other roles decide", define_escalate},
    {"question", "ask something about a call before deciding on it", define_question},
    {"reply", "answer such a question", define_reply},
    {"grant", "approve calls of a kind, until a time, so many", define_grant},
    {"grants", "list such grants", define_grants},
    {"revoke", "end such a grant", define_revoke},
    {"webhook", "have an address told what happens to a store's runs", define_webhook},
    {"webhooks", "list such addresses, and what they haven't accepted yet", define_webhooks},
    {"unhook", "tell such an address nothing more", define_unhook},
    {"answer", "answer a call that no tool answers, or one in doubt", define_answer},
    {"send", "send a message to a run", define_send},
    {"cancel", "end a run", define_cancel},
    {"retry", "let a dead run go on", define_retry},
    {"fork", "begin a new run at a moment of another one", define_fork},
    {"diff", "show what changed between two moments of runs", define_diff},
    {"what-if", "show what would follow from other answers", define_what_if},
    {"stats", "count what a store holds", define_stats},
    {"migrate", "make a store's tables those of this release, which whoever opens it does, too", define_migrate},
    {"reseal", "change the key that a store's states are sealed with, or seal them, or no longer", define_reseal},
    {"workers", "list who works on a store", define_workers},
    {"export", "write a run to a file", define_export},
    {"import", "read a run from a file", define_import},
    {"prune", "delete runs that ended long ago", define_prune},
    {"doctor", "show what this machine has for --jail, or which runs of a store wouldn't go on", define_doctor},
    {"tokens", "show what the lexer makes of a program", define_stage<tokens_command>},
    {"ast", "show what the parser makes of it", define_stage<ast_command>},
    {"dis", "show what the compiler makes of it", define_stage<dis_command>},
    {"trace", "run a program and show each line as it runs", define_trace},
    {"completion", "print a script that completes these commands in your shell", define_completion},
    {"man", "print the manual page, for man -l -", define_man},
};

constexpr char kWhat[] = "Fermata runs Python in a sandbox and can hold it at any call.";
constexpr char kFooter[] =
    "Exit codes: 0 done, 1 an exception left the program (or check found something), 2 wrong usage,\n"
    "3 paused at a call, 4 a limit is used up, 5 the state can't be read, 6 the process of a jailed\n"
    "program died.";

// What is said of all commands.
int print_of_all(const std::function<std::string(const CLI::App&)>& text_of) {
  const auto all = std::make_unique<CommandLine>();
  CLI::App app(kWhat, "fermata");
  app.footer(kFooter);
  for (const Command& command : kCommands) command.define(app.add_subcommand(command.name, command.help), *all);
  write_all(STDOUT_FILENO, text_of(app));
  return kExitDone;
}

void define_completion(CLI::App* app, CommandLine& line) {
  app->add_option("SHELL", line.shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  line.command = [&line] { return print_of_all([&](const CLI::App& all) { return completion_of(all, line.shell); }); };
}

void define_man(CLI::App*, CommandLine& line) {
  line.command = [] { return print_of_all(man_page_of); };
}

std::string unknown_command(const std::string& name) {
  std::string text = "there is no command '" + name + "'";
  if (name.ends_with(".py") || access(name.c_str(), R_OK) == 0) return text + "; did you mean: fermata run " + name;
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  if (const std::string meant = suggest_name(name, names); !meant.empty()) return text + "; did you mean: fermata " + meant;
  // The one that begins like it for the longest.
  const Command* nearest = nullptr;
  size_t alike = 1;
  for (const Command& command : kCommands) {
    const size_t same =
        size_t(std::mismatch(name.begin(), name.end(), command.name, command.name + std::strlen(command.name)).first - name.begin());
    if (same > alike) {
      nearest = &command;
      alike = same;
    }
  }
  return text + (nearest ? std::string("; did you mean: fermata ") + nearest->name : "; fermata --help lists them");
}

// Of an option that isn't there: which one may be meant, on a line of its own.
std::string meant_option(const CLI::App& app, const char* wanted) {
  for (const CLI::App* sub : app.get_subcommands([&](const CLI::App* one) { return one->get_name() == wanted; })) {
    std::vector<std::string> names;
    for (const CLI::Option* option : sub->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back(name);
    for (const std::string& word : sub->remaining()) {
      if (!word.starts_with("--")) continue;
      const std::string meant = suggest_name(word.substr(2, word.find('=') - 2), names);
      if (!meant.empty()) return "did you mean --" + meant + "?\n";
    }
  }
  return "";
}

int run(int argc, char** argv) {
  // As python3 has it: `fermata -c CODE` is `fermata run -c CODE`.
  std::vector<char*> words(argv, argv + argc);
  char run_word[] = "run";
  if (argc > 1 && std::strcmp(argv[1], "-c") == 0) words.insert(words.begin() + 1, run_word);
  argc = int(words.size());
  words.push_back(nullptr);
  argv = words.data();
  CommandLine line;
  CLI::App app(kWhat, "fermata");
  app.set_version_flag("--version", "fermata " FERMATA_VERSION);
  app.add_flag_callback(
      "--licences",
      [] {
        std::fputs(std::string(embedded_licences()).c_str(), stdout);
        throw CLI::Success();
      },
      "Show the licences, ours and that of the parts of CPython's library");
  app.require_subcommand(1);
  app.footer(kFooter);
  const char* wanted = argc > 1 ? argv[1] : "";
  bool known = false;
  for (const Command& command : kCommands) known = known || std::strcmp(wanted, command.name) == 0;
  for (const Command& command : kCommands) {
    const bool chosen = std::strcmp(wanted, command.name) == 0;
    if (known && !chosen) continue;
    CLI::App* sub = app.add_subcommand(command.name, command.help);
    if (chosen) command.define(sub, line);
  }
  if (!known && *wanted && *wanted != '-') throw UsageProblem(unknown_command(wanted));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool is_good = app.exit(error) == 0;
    if (!is_good) write_error(meant_option(app, wanted));
    return is_good ? kExitDone : kExitUsage;
  }
  return line.command();
}

}  // namespace
}  // namespace fermata::cli

int main(int argc, char** argv) {
  using namespace fermata::cli;
#ifdef __GLIBC__
  // A large table that is freed goes back to the system. (By itself malloc keeps the next ones of that size among the small.)
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
  std::signal(SIGPIPE, SIG_IGN);  // a handler may end without reading; our own output is looked after in write_all
  try {
    const int code = run(argc, argv);
    const int lost = lost_output();
    if (lost) complain(std::string("not all of the output could be written: ") + std::strerror(lost));
    return lost && code == kExitDone ? kExitRaised : code;
  } catch (const UsageProblem& problem) {
    complain(problem.what());
    return kExitUsage;
  } catch (const EncodingProblem& problem) {
    write_error(std::string("SyntaxError: ") + problem.what() + "\n");
    return kExitRaised;
  } catch (const fermata::JailCrash& problem) {
    complain(problem.what());
    return kExitCrashed;
  } catch (const BadState& problem) {
    complain(problem.what());
    return kExitBadState;
  } catch (const fermata::durable::StoreError& problem) {
    complain(problem.what());
    return kExitBadState;
  } catch (const TeleportFailed& problem) {
    complain(problem.what());
    return kExitInternal;
  } catch (const fermata::UsageError& problem) {
    complain(problem.what());
    return kExitUsage;
  } catch (const std::exception& problem) {
    complain(std::string("internal error: ") + problem.what());
    return kExitInternal;
  }
}
