// The commands of `fermata`, each in a file of its own, and their options. main.cpp reads the command line into these
// and calls one; what a command returns is the exit code of the process. Each may throw UsageProblem.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/seal.h"
#include "fermata/limits.h"

namespace fermata::cli {

enum ExitCode : int {
  kExitDone = 0,
  kExitRaised = 1,  // or check has findings
  kExitUsage = 2,
  kExitPaused = 3,
  kExitExhausted = 4,
  kExitBadState = 5,
  kExitCrashed = 6,    // the process of a jailed program died
  kExitInternal = 70,  // a fault of ours; --teleport found a difference
};

// Something the person at the command line should have done otherwise: said on standard error, exit code 2.
struct UsageProblem : std::runtime_error {
  using runtime_error::runtime_error;
};

// A state file that can't be read or is refused: exit code 5, which stores that can't be used have, too.
struct BadState : std::runtime_error {
  using runtime_error::runtime_error;
};

// The --limit-… flags that were given.
struct LimitFlags {
#define LIMIT(name, default_value, unit, since, doc) std::optional<uint64_t> name;
#include "base/limits.def"
#undef LIMIT
  Limits over(Limits limits) const {
#define LIMIT(name, default_value, unit, since, doc) limits.name = name.value_or(limits.name);
#include "base/limits.def"
#undef LIMIT
    return limits;
  }
};

// Who answers calls.
struct HostOptions {
  std::vector<std::string> handlers;  // NAME=COMMAND
  std::string tools;                  // a file of Python's; may be empty
  std::vector<std::string> packages;  // as the Python package's packages=
  std::vector<std::string> approve;   // NAME, of a handler's or a tool
  std::vector<std::string> free;      // NAME, or "*": called without asking, although a state says otherwise
  std::vector<std::string> async;     // NAME, of a handler's or another function
  bool verbose = false;
};

// What a program finds when it begins.
struct ProgramFiles {
  std::vector<std::string> files;      // PATH, or PATH=FILE
  bool with_input = false;             // our standard input is the program's
  std::vector<std::string> variables;  // NAME=TEXT of its environment
};

struct RunOptions {
  std::string file;                    // "-": standard input
  std::optional<std::string> code;     // the program itself; then `file` is its first argument, if there is one
  std::vector<std::string> arguments;  // after the file in sys.argv
  std::vector<std::string> inputs;     // NAME=JSON, or NAME
  std::vector<std::string> functions;  // NAME
  ProgramFiles files;
  std::vector<std::string> mounts;  // DIR:PATH[:MODE]
  std::string files_out;            // a folder; may be empty
  HostOptions host;
  LimitFlags limits;
  std::optional<uint64_t> seed;
  std::string clock, zone;  // may be empty
  std::string state;        // -o; may be empty for run
  SealOptions seal;
  bool json = false;
  uint64_t teleport = 0;  // for tests: save, destroy and load at each host call and after this many steps; 0: never
  bool gc_stress = false;
  bool no_eval = false;
  bool jail = false;
  bool progress = false;
};

struct ReplOptions {
  RunOptions run;    // no file
  std::string load;  // may be empty
};

struct ResumeOptions {
  std::string state;
  std::optional<std::string> result;  // JSON
  std::optional<std::string> raise;   // "ValueError: text"
  std::vector<uint64_t> calls;        // which; with none the only one that is pending
  std::vector<std::string> answers;   // ID=JSON
  bool perform = false;               // the host's function is called for the call that waits for approval
  std::vector<std::string> functions;
  std::vector<std::string> mounts;  // DIR:PATH[:MODE]
  std::string clock, zone;          // may be empty
  HostOptions host;
  LimitFlags limits;
  std::string output;  // -o
  SealOptions seal;
  bool json = false;
  bool gc_stress = false;
  bool jail = false;
};

struct InspectOptions {
  std::string state;
  SealOptions seal;
  bool json = false;
  bool jail = false;
};

struct ConvertOptions {
  std::string from, to;
  SealOptions seal;
  bool from_plain = false, to_plain = false;  // with keys: this one isn't sealed
  bool jail = false;
};

struct KeygenOptions {
  std::string file;
  std::string id;  // may be empty
};

struct CheckOptions {
  std::string file;
  std::vector<std::string> functions, async, inputs, packages;
  std::string tools;
  SealOptions seal;  // of a state
  bool json = false;
  bool modules = false;  // only their names
  bool durable = false;  // it is for a store
  bool policy = false;   // it is a worker's policy
  bool jail = false;
};

struct StageOptions {
  std::string file;
  bool attributes = false;  // ast: with positions
};

struct TraceOptions {
  RunOptions run;
  bool instructions = false;
};

// Where runs are kept.
struct StoreOptions {
  std::string where;      // empty: $FERMATA_STORE, or else fermata.db
  std::string seal_keys;  // a file; may be empty
  bool without_keys = false;
  bool json = false;
};

// Without --store about this machine; with it about the runs there.
struct DoctorOptions {
  StoreOptions store;
  std::string tools;                             // a file of Python's; may be empty
  std::vector<std::string> handlers, functions;  // NAME=COMMAND or NAME; NAME
  bool jail = true;
};

struct SubmitOptions {
  StoreOptions store;
  bool wait = false;
  std::optional<uint64_t> timeout_s;
  std::string file;
  std::string tools;                                        // a file of Python's; may be empty
  std::vector<std::string> arguments, inputs, tags, roles;  // NAME=JSON, NAME=TEXT
  ProgramFiles files;
  std::string queue = "default", tenant = "default", key, who;
  int64_t priority = 0;
  std::optional<uint64_t> seed, delay_s;
  std::string at;                            // a time, or how long: "2h"; may be empty
  std::string every, zone, missed = "once";  // a timetable, or empty: one run; empty: UTC
  LimitFlags limits;
  bool jail = true;
};

struct SchedulesOptions {
  StoreOptions store;
  std::string tenant, schedule;
};

struct WorkOptions {
  StoreOptions store;
  std::vector<std::string> queues, handlers, functions, async, approve, idempotent, hold, summary;
  std::vector<std::string> http, http_secret;                            // NAME=URL, NAME=FILE
  std::string callback_url, public_url, otlp;                            // may be empty
  std::vector<std::string> retry, pause, final, timeout, at_once, rate;  // NAME=…
  std::vector<std::string> programs;                                     // files
  std::vector<std::string> mounts, packages;                             // DIR:PATH[:read|overlay]; as of HostOptions
  std::string name;
  std::string tools, policy;  // files of Python's; may be empty
  std::string unknown = "wait";
  uint64_t concurrency = 4, lease_s = 30;
  LimitFlags limits;
  bool drain = false, jail = true, check_types = false;
};

struct ServeOptions {
  StoreOptions store;
  std::string listen = "127.0.0.1:8321";
  std::string auth;   // a file; empty: it serves the person at this machine
  std::string audit;  // a file; empty: none
  std::string tls_certificate, tls_key;
  std::string who;  // empty: the user
  std::vector<std::string> roles;
  std::string tenant;
  size_t connections = 200, connections_of_address = 50;
  double rate = 100, rate_of_address = 200;  // requests a second; 0: any number
  std::string otlp;                          // may be empty
  bool jail = true;
  bool works = false;  // in this process, too
  WorkOptions work;    // of which the store and the jail are those above
};

struct KnownOptions {
  std::string name, tenant;
  std::vector<std::string> may;
  bool json = false;
};

struct RunsOptions {
  StoreOptions store;
  std::string status, queue, tenant;
  std::vector<std::string> tags;  // NAME=TEXT
  std::string where;              // an expression of Python's; may be empty
  uint64_t most = 50;
  bool watch = false, jail = true;
};

struct SendOptions {
  StoreOptions store;
  std::string run, channel, value, key, who;  // value: JSON
};

struct ForkOptions {
  StoreOptions store;
  std::string run, queue;  // RUN@SEQ
  std::string who;
  std::vector<std::string> answers;  // ID=JSON
  bool repeat = false;
};

struct DiffOptions {
  StoreOptions store;
  std::string before, after;  // RUN@SEQ
  bool jail = true;
};

struct WhatIfOptions {
  StoreOptions store;
  std::string run;
  std::vector<std::string> answers;  // ID=JSON, an alternative each
  bool jail = true;
};

struct PruneOptions {
  StoreOptions store;
  std::string tenant, status;
  double older_than_days = 30;
  uint64_t most = 1000;
  bool yes = false;
};

struct FileOptions {
  StoreOptions store;
  std::string run, file;  // "-": standard output or input
};

struct StatsOptions {
  StoreOptions store;
  std::string tenant;
};

struct MigrateOptions {
  StoreOptions store;
  bool allow_unsealed = false;
};

struct ResealOptions {
  StoreOptions store;
  bool unsealed = false, take_unsealed = false;
};

struct ShowOptions {
  StoreOptions store;
  std::string run;        // RUN, or RUN@SEQ
  std::string files_out;  // a folder; may be empty
  bool jail = true;
};

struct LogOptions {
  StoreOptions store;
  std::string run;
  bool verify = false;
};

struct AuditOptions {
  StoreOptions store;
  std::string tenant, who, action, since, until;
  uint64_t after = 0, most = 0;  // most: 0 is all
  double older_than_days = 0;
  bool follow = false, verify = false, prunes = false, yes = false;
};

struct InboxOptions {
  StoreOptions store;
  std::string tenant, queue, role;
  uint64_t most = 0;  // 0: all
};

// What a standing grant says of arguments, and how far it goes.
struct GrantFlags {
  std::string until;  // a time, or how long: "2h"; empty: no grant
  uint64_t times = 1;
  std::vector<std::string> is, between, any;  // NAME=JSON, NAME=LOW,HIGH, NAME
  bool any_others = false, same_program = false;
};

struct DecideOptions {
  StoreOptions store;
  std::string call;
  std::string who, shown, reason;
  std::vector<std::string> roles;
  std::optional<std::string> args, kwargs;  // JSON
  std::vector<std::string> set;             // NAME=JSON
  GrantFlags grant;
};

// What people do about an approval besides deciding.
struct HandleOptions {
  StoreOptions store;
  std::string call, who, text;
  std::vector<std::string> roles, to;
  uint64_t for_s = 900;
};

struct GrantOptions {
  StoreOptions store;
  std::string function, tenant = "default", queue, program, reason, who;  // program: a file, or a hash
  std::vector<std::string> roles;
  GrantFlags grant;
};

struct GrantsOptions {
  StoreOptions store;
  std::string tenant, function, grant, who;
  bool all = false;
};

struct AnswerOptions {
  StoreOptions store;
  std::string call, who;
  std::string token;  // instead of `call`; "-": a line of standard input; empty: none
  std::vector<std::string> roles;
  std::optional<std::string> result, raise;  // JSON; "ValueError: text"
  bool not_made = false;
};

struct ChangeOptions {
  StoreOptions store;
  std::string run, reason, who;
  std::vector<std::string> roles;
  LimitFlags limits;
};

int run_command(const RunOptions& options);
int start_command(const RunOptions& options);
int resume_command(const ResumeOptions& options);
int inspect_command(const InspectOptions& options);
int convert_command(const ConvertOptions& options);
int keygen_command(const KeygenOptions& options);
int check_command(const CheckOptions& options);
int tokens_command(const StageOptions& options);
int ast_command(const StageOptions& options);
int dis_command(const StageOptions& options);
int repl_command(const ReplOptions& options);
int doctor_command(const DoctorOptions& options);
int submit_command(const SubmitOptions& options);
int schedules_command(const SchedulesOptions& options);
int pause_command(const SchedulesOptions& options);
int unpause_command(const SchedulesOptions& options);
int unschedule_command(const SchedulesOptions& options);
int work_command(const WorkOptions& options);
int serve_command(const ServeOptions& options);
int token_command(const KnownOptions& options);
int password_command(const KnownOptions& options);
int runs_command(const RunsOptions& options);
int show_command(const ShowOptions& options);
int log_command(const LogOptions& options);
int audit_command(const AuditOptions& options);
int inbox_command(const InboxOptions& options);
int approve_command(const DecideOptions& options);
int deny_command(const DecideOptions& options);
int answer_command(const AnswerOptions& options);
int claim_command(const HandleOptions& options);
int release_command(const HandleOptions& options);
int delegate_command(const HandleOptions& options);
int escalate_command(const HandleOptions& options);
int question_command(const HandleOptions& options);
int reply_command(const HandleOptions& options);
int grant_command(const GrantOptions& options);
int grants_command(const GrantsOptions& options);
int revoke_command(const GrantsOptions& options);
int send_command(const SendOptions& options);
int fork_command(const ForkOptions& options);
int diff_command(const DiffOptions& options);
int what_if_command(const WhatIfOptions& options);
int prune_command(const PruneOptions& options);
int export_command(const FileOptions& options);
int import_command(const FileOptions& options);
int stats_command(const StatsOptions& options);
int migrate_command(const MigrateOptions& options);
int reseal_command(const ResealOptions& options);
int workers_command(const StatsOptions& options);
int cancel_command(const ChangeOptions& options);
int retry_command(const ChangeOptions& options);
int trace_command(const TraceOptions& options);

}  // namespace fermata::cli
