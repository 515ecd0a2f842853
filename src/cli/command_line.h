// What the command line is read into, and how its options are described. Shared by main.cpp, command_line_stores.cpp and
// command_line_approvals.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <functional>
#include <string>

#include "cli/commands.h"
#include "cli/webhooks.h"

namespace fermata::cli {

struct CommandLine {
  RunOptions run;
  ResumeOptions resume;
  InspectOptions inspect;
  ConvertOptions convert;
  KeygenOptions keygen;
  CheckOptions check;
  StageOptions stage;
  TraceOptions trace;
  ReplOptions repl;
  DoctorOptions doctor;
  SubmitOptions submit;
  SchedulesOptions schedules;
  WorkOptions work;
  ServeOptions serve;
  KnownOptions known;
  RunsOptions runs;
  ShowOptions show;
  LogOptions log;
  AuditOptions audit;
  InboxOptions inbox;
  DecideOptions decide;
  HandleOptions handle;
  GrantOptions grant;
  GrantsOptions grants;
  AnswerOptions answer;
  ChangeOptions change;
  SendOptions send;
  ForkOptions fork;
  DiffOptions diff;
  WhatIfOptions what_if;
  PruneOptions prune;
  FileOptions file;
  StatsOptions stats;
  MigrateOptions migrate;
  ResealOptions reseal;
  WebhookOptions webhook;
  WebhooksOptions webhooks;
  std::string shell;  // of completion
  std::function<int()> command;
};

// One value each time the option is given; it may begin with a dash.
template <class T>
CLI::Option* add_list(CLI::App* app, const char* name, T& target, const char* help) {
  return app->add_option(name, target, help)->allow_extra_args(false)->take_all();
}

// Whole numbers from 0 on; the library would take -1 for a very large one.
inline std::string not_a_count(const std::string& text) {
  return text.find_first_not_of("0123456789") == text.npos ? "" : "'" + text + "' is not a whole number, 0 or more";
}
inline std::string not_an_integer(const std::string& text) {
  const size_t sign = text.starts_with('-') || text.starts_with('+');
  const bool is_one = text.size() > sign && text.size() < 19 && text.find_first_not_of("0123456789", sign) == text.npos;
  return is_one ? "" : "'" + text + "' is not a whole number";
}
inline std::string not_a_span(const std::string& text) {
  double n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() && n >= 0 && n < 1e6 ? "" : "'" + text + "' is not a number, 0 or more";
}
template <class T>
CLI::Option* add_count(CLI::App* app, const std::string& name, T& target, const std::string& help = "") {
  return app->add_option(name, target, help)->type_name("N")->check(CLI::Validator(not_a_count, "", "count"));
}

void add_limits(CLI::App* app, LimitFlags& flags);
void add_files(CLI::App* app, ProgramFiles& files);
void add_files_out(CLI::App* app, std::string& folder);
void add_packages(CLI::App* app, std::vector<std::string>& packages);
void add_mounts(CLI::App* app, std::vector<std::string>& mounts, std::vector<std::string>& packages);
// --store, --seal-keys and --json, of which `json` is the help.
void add_store(CLI::App* app, StoreOptions& options, const char* json = "print one JSON object");
void add_tenant(CLI::App* app, std::string& tenant);

// The commands over a store; those for people who decide are in command_line_approvals.cpp.
void define_submit(CLI::App* app, CommandLine& line);
void define_schedules(CLI::App* app, CommandLine& line);
void define_pause(CLI::App* app, CommandLine& line);
void define_unpause(CLI::App* app, CommandLine& line);
void define_unschedule(CLI::App* app, CommandLine& line);
void define_work(CLI::App* app, CommandLine& line);
void define_serve(CLI::App* app, CommandLine& line);
void define_token(CLI::App* app, CommandLine& line);
void define_password(CLI::App* app, CommandLine& line);
void define_runs(CLI::App* app, CommandLine& line);
void define_show(CLI::App* app, CommandLine& line);
void define_log(CLI::App* app, CommandLine& line);
void define_inbox(CLI::App* app, CommandLine& line);
void define_approve(CLI::App* app, CommandLine& line);
void define_deny(CLI::App* app, CommandLine& line);
void define_answer(CLI::App* app, CommandLine& line);
void define_claim(CLI::App* app, CommandLine& line);
void define_release(CLI::App* app, CommandLine& line);
void define_delegate(CLI::App* app, CommandLine& line);
void define_escalate(CLI::App* app, CommandLine& line);
void define_question(CLI::App* app, CommandLine& line);
void define_reply(CLI::App* app, CommandLine& line);
void define_grant(CLI::App* app, CommandLine& line);
void define_grants(CLI::App* app, CommandLine& line);
void define_revoke(CLI::App* app, CommandLine& line);
void define_audit(CLI::App* app, CommandLine& line);
void define_cancel(CLI::App* app, CommandLine& line);
void define_send(CLI::App* app, CommandLine& line);
void define_fork(CLI::App* app, CommandLine& line);
void define_diff(CLI::App* app, CommandLine& line);
void define_what_if(CLI::App* app, CommandLine& line);
void define_prune(CLI::App* app, CommandLine& line);
void define_export(CLI::App* app, CommandLine& line);
void define_import(CLI::App* app, CommandLine& line);
void define_stats(CLI::App* app, CommandLine& line);
void define_migrate(CLI::App* app, CommandLine& line);
void define_reseal(CLI::App* app, CommandLine& line);
void define_workers(CLI::App* app, CommandLine& line);
void define_doctor(CLI::App* app, CommandLine& line);
void define_webhook(CLI::App* app, CommandLine& line);
void define_webhooks(CLI::App* app, CommandLine& line);
void define_unhook(CLI::App* app, CommandLine& line);
void define_retry(CLI::App* app, CommandLine& line);

}  // namespace fermata::cli
