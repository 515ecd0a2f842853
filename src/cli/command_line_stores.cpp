// The options of the commands over a store: submit, work, runs and the others.
#include "cli/command_line.h"
#include "fermata/durable/audit.h"

namespace fermata::cli {

namespace {

// Programs and states that are looked into.
void add_jail(CLI::App* app, bool& jail,
              const char* help = "states are loaded in processes that have nothing (the default); see fermata doctor") {
  app->add_flag("--jail,!--no-jail", jail, help);
}

void add_run(CLI::App* app, std::string& target, const char* help = "its id, or how it begins") {
  app->add_option("RUN", target, help)->required();
}

void add_schedule(CLI::App* app, CommandLine& line, int (*command)(const SchedulesOptions&)) {
  app->add_option("SCHEDULE", line.schedules.schedule, "its id, or how it begins")->required();
  add_store(app, line.schedules.store);
  line.command = [&line, command] { return command(line.schedules); };
}

// What a worker is told, in a process of its own or in the server's.
void add_work(CLI::App* app, WorkOptions& o) {
  add_list(app, "--queue", o.queues, "take runs from this one; asked in the order in which they are given; by default the queue `default`")
      ->type_name("NAME");
  add_mounts(app, o.mounts, o.packages);
  app->add_option("--tools", o.tools,
                  "a Python file whose functions programs may call, as fermata run has it; fermata.tool declares them, and "
                  "fermata.context() has the key of the call that they answer")
      ->type_name("FILE");
  add_list(
      app, "--handler", o.handlers,
      "a function for programs, answered by a shell command, as fermata run has it; the command finds the call's key, which is the same "
      "however often it is called, in $FERMATA_IDEMPOTENCY_KEY, and $FERMATA_RUN and $FERMATA_ATTEMPT. When it prints {\"$later\": "
      "SECONDS} its answer comes later: fermata answer --token, with $FERMATA_TOKEN")
      ->type_name("NAME=COMMAND");
  add_list(app, "--http", o.http,
           "a handler that is an HTTP service: a POST of the call as JSON, with its key as Idempotency-Key; it answers {\"result\": …}, "
           "{\"error\": {\"type\": …, \"message\": …}} or {\"hold\": \"reason\"}: fermata/durable/http_tool.h")
      ->type_name("NAME=URL");
  add_list(app, "--http-secret", o.http_secret,
           "requests to this handler are signed after Standard Webhooks with the secrets in a file, a line each (whsec_…), or in an "
           "environment variable, NAME=$VARIABLE")
      ->type_name("NAME=FILE");
  app->add_option(
         "--callback-url", o.callback_url,
         "the address of a fermata serve over the same store, as services see it: they may answer 202 then, and their answer later, "
         "by a POST to the `callback` that they are given; handlers find theirs in $FERMATA_CALLBACK")
      ->type_name("URL");
  app->add_option("--public-url", o.public_url,
                  "the address of a fermata serve over the same store, as people's browsers have it: what webhooks are told has a link "
                  "there, to the page of the call or run")
      ->type_name("URL");
  add_list(app, "--idempotent", o.idempotent,
           "a handler that may be called again with the same key when a worker died meanwhile; calls of others are then in doubt")
      ->type_name("NAME");
  add_list(app, "--approve", o.approve, "a handler that isn't called before somebody approves: fermata inbox")->type_name("NAME");
  app->add_option(
         "--policy", o.policy,
         "a file with `def policy(call)`, which looks at each call of a handler before it is made, and gives allow(), deny(reason) or "
         "ask(note, roles=…, quorum=…, deadline=…, on_deadline=…, escalate=…, self_approval=…); it runs in Fermata: docs/approvals.md")
      ->type_name("FILE");
  add_list(app, "--retry", o.retry, "an idempotent handler that is called up to N times for a call when it fails")->type_name("NAME=N");
  add_list(app, "--pause", o.pause, "before it is called again: 1 second, doubled each time up to 300, if you don't say otherwise")
      ->type_name("NAME=SECONDS[,MOST]");
  add_list(app, "--final", o.final, "an error of this type isn't tried again")->type_name("NAME=TYPE");
  add_list(app, "--hold", o.hold, "a handler whose failures aren't raised in the program: the call waits for a person, in fermata inbox")
      ->type_name("NAME");
  add_list(app, "--timeout", o.timeout,
           "a handler that is ended after so long: it has failed, or, if it isn't idempotent, its call is in doubt")
      ->type_name("NAME=SECONDS");
  add_list(app, "--at-once", o.at_once, "this worker has at most N calls of this handler under way")->type_name("NAME=N");
  add_list(app, "--rate", o.rate, "this worker begins at most N calls of this handler in that time")->type_name("NAME=N/SECONDS");
  add_list(app, "--summary", o.summary,
           "what a call of this handler is about, for the people who decide on it: \"refund {amount} of order {order}\", with arguments by "
           "their "
           "names or places ({0}), and what is in them ({order.id}, {rows[0]})")
      ->type_name("NAME=TEXT");
  add_list(app, "--function", o.functions, "a function that programs may call, whose calls wait for fermata answer")->type_name("NAME");
  add_list(app, "--async", o.async, "a function that programs await; it may have a handler, too")->type_name("NAME");
  app->add_option("--unknown", o.unknown,
                  "a function that programs call and this worker doesn't know, which may be another's, or misspelt: its calls wait, and "
                  "fermata show says so; or they fail with NameError, unless another worker of the queue is there that knows it")
      ->capture_default_str()
      ->check(CLI::IsMember({"wait", "fail"}));
  add_list(app, "--program", o.programs, "a Python file that programs may spawn by its name: `await spawn(\"child.py\", order=17)`")
      ->type_name("FILE");
  app->add_flag("--check-types", o.check_types,
                "calls of functions in --tools whose arguments haven't their parameters' types are a TypeError in the program");
  add_count(app, "--concurrency", o.concurrency, "runs at once");
  add_count(app, "--lease", o.lease_s, "a worker that isn't heard of for so long has lost its runs")->type_name("SECONDS");
  app->add_option("--name", o.name, "no two workers may have one; by default the machine's with some chance")->type_name("NAME");
  add_limits(app, o.limits);
}

void add_otlp(CLI::App* app, std::string& url) {
  app->add_option(
         "--otlp", url,
         "spans of runs, steps and calls are sent to this OpenTelemetry collector (http://localhost:4318), as OTLP/HTTP; by default "
         "to that of $OTEL_EXPORTER_OTLP_ENDPOINT, if it is there: docs/operating.md")
      ->type_name("URL");
}

}  // namespace

void add_files(CLI::App* app, ProgramFiles& o) {
  add_list(
      app, "--file", o.files,
      "a file that the program has: FILE of ours as PATH, which is under /home/user if it doesn't begin with /; without FILE, the file "
      "of that name")
      ->type_name("PATH[=FILE]");
  app->add_flag("--stdin", o.with_input, "the program's standard input, for input() and sys.stdin, is ours");
  add_list(app, "--env", o.variables, "a variable of the program's environment")->type_name("NAME=TEXT");
}

void add_files_out(CLI::App* app, std::string& folder) {
  app->add_option("--files-out", folder,
                  "the files that the program has made or changed are written below this folder, which is made if need be")
      ->type_name("DIR");
}

void add_packages(CLI::App* app, std::vector<std::string>& packages) {
  add_list(
      app, "--package", packages,
      "a package in pure Python that the program may import: a requirement (attrs, 'jinja2>=3') of what is installed where --tools has "
      "its packages from, with what that needs; a wheel; a folder, with a / in its name; or requirements in a file (.txt)")
      ->type_name("PACKAGE");
}

void add_mounts(CLI::App* app, std::vector<std::string>& mounts, std::vector<std::string>& packages) {
  add_list(
      app, "--mount", mounts,
      "a folder of ours that the program has at PATH: to read (the default), as an overlay, whose changes are kept in the session and its "
      "states, or to write")
      ->type_name("DIR:PATH[:read|overlay|write]");
  add_packages(app, packages);
}

void add_store(CLI::App* app, StoreOptions& o, const char* json) {
  app->add_option("--store", o.where,
                  "where runs are kept: a path, sqlite:///path or postgresql://…; by default $FERMATA_STORE, else fermata.db")
      ->type_name("STORE");
  CLI::Option* keys = app->add_option("--seal-keys", o.seal_keys,
                                      "states there (not inputs, arguments, answers or results) are sealed with the keys of this file, "
                                      "which fermata keygen makes; a sealed store isn't opened without: docs/operating.md");
  keys->type_name("FILE");
  app->add_flag("--without-keys", o.without_keys,
                "open a sealed store all the same, for what takes no state: runs, approve, answer, cancel")
      ->excludes(keys);
  app->add_flag("--json", o.json, json);
}

void add_tenant(CLI::App* app, std::string& tenant) { app->add_option("--tenant", tenant, "only this one's")->type_name("NAME"); }

void define_submit(CLI::App* app, CommandLine& line) {
  SubmitOptions& o = line.submit;
  app->add_option("FILE", o.file, "the program; - for standard input")->required();
  app->add_option("ARGUMENT", o.arguments, "the program finds them in sys.argv; after -- they may begin with a dash");
  add_list(app, "--input", o.inputs, "a global of the program")->type_name("NAME=JSON");
  add_files(app, o.files);
  app->add_option("--queue", o.queue, "workers of this queue take it")->capture_default_str()->type_name("NAME");
  app->add_option("--tenant", o.tenant, "whose it is")->capture_default_str()->type_name("NAME");
  app->add_option("--key", o.key, "submitted again under this key, with the same inputs and arguments, it is the run that is there")
      ->type_name("TEXT");
  app->add_option("--by", o.who, "who submits it: they don't decide on its calls, unless a policy says so")->type_name("NAME");
  add_list(app, "--as", o.roles, "a role that they have, which policies see: docs/approvals.md")->type_name("ROLE");
  app->add_option("--priority", o.priority, "of its tenant's runs higher ones are taken first; tenants have their turns")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Validator(not_an_integer, "", "integer"));
  app->add_option("--tools", o.tools,
                  "the file that its workers have: what the program calls and isn't there is told. Without it, what the workers that are "
                  "there now don't know")
      ->type_name("FILE");
  add_list(app, "--tag", o.tags, "something to know about it")->type_name("NAME=TEXT");
  CLI::Option* delay = add_count(app, "--delay", o.delay_s, "not before so many seconds are over")->type_name("SECONDS");
  CLI::Option* at =
      app->add_option("--at", o.at, "not before 2026-12-01T10:00:00Z, or before 30m, 2h, 7d are over")->type_name("TIME")->excludes(delay);
  CLI::Option* every =
      app->add_option(
             "--every", o.every,
             "a schedule, not a run: each 15m, 2h, 7d; or at the times of '0 9 * * mon-fri' (minute, hour, day of the month, month, "
             "day of the week), @hourly, @daily, @weekly, @monthly, @yearly. Workers begin its runs: docs/schedules.md")
          ->type_name("TIMETABLE")
          ->excludes(delay)
          ->excludes(at);
  app->add_option("--zone", o.zone, "its local time zone, and whose clocks --every means; by default UTC")->type_name("Europe/Berlin");
  app->add_option("--missed", o.missed,
                  "times at which no worker was there: each has a run (all), the last one of them (once), or none (skip)")
      ->capture_default_str()
      ->check(CLI::IsMember({"skip", "once", "all"}))
      ->needs(every);
  add_count(app, "--seed", o.seed, "makes randomness repeatable: random, secrets, uuid");
  app->add_flag("--wait", o.wait, "until it has ended; its result is printed then, and the exit code says how it ended, as that of run")
      ->excludes(every);
  add_count(app, "--timeout", o.timeout_s, "with --wait: not longer than this; the exit code is 3 then")->type_name("SECONDS");
  add_limits(app, o.limits);
  add_jail(app, o.jail, "the program is read in a process that has nothing (the default); see fermata doctor");
  add_store(app, o.store);
  line.command = [&] { return submit_command(o); };
}

void define_schedules(CLI::App* app, CommandLine& line) {
  add_tenant(app, line.schedules.tenant);
  add_store(app, line.schedules.store);
  line.command = [&] { return schedules_command(line.schedules); };
}

void define_pause(CLI::App* app, CommandLine& line) { add_schedule(app, line, pause_command); }
void define_unpause(CLI::App* app, CommandLine& line) { add_schedule(app, line, unpause_command); }
void define_unschedule(CLI::App* app, CommandLine& line) { add_schedule(app, line, unschedule_command); }

void define_work(CLI::App* app, CommandLine& line) {
  WorkOptions& o = line.work;
  add_work(app, o);
  add_otlp(app, o.otlp);
  app->add_flag("--drain", o.drain, "end when no run of the queues is ready or running");
  app->add_flag("--jail,!--no-jail", o.jail, "programs run in processes that have nothing (the default); see fermata doctor");
  add_store(app, o.store, "print a JSON object a line about what happens");
  line.command = [&] { return work_command(o); };
}

void define_serve(CLI::App* app, CommandLine& line) {
  ServeOptions& o = line.serve;
  app->add_option("--listen", o.listen, "of the loopback alone, unless there is --auth; port 0 is one that is free")
      ->capture_default_str()
      ->type_name("ADDRESS:PORT");
  CLI::Option* auth =
      app->add_option("--auth", o.auth,
                      "who may ask what: auth.toml, with the tables that fermata token and fermata password print; without it the "
                      "person at this machine may do anything: docs/server.md");
  auth->type_name("FILE");
  app->add_option("--audit", o.audit, "what this server tells the store's audit is added here, too, a line of JSON each: docs/server.md")
      ->type_name("FILE");
  CLI::Option* key = app->add_option("--tls-key", o.tls_key, "its key, which others may not read")->type_name("FILE");
  CLI::Option* certificate = app->add_option("--tls-certificate", o.tls_certificate,
                                             "it speaks TLS, with this certificate and those up to a root, in PEM; SIGHUP reads both anew");
  certificate->type_name("FILE")->needs(key);
  key->needs(certificate);
  app->add_option("--by", o.who, "who looks and decides; by default the user")->type_name("NAME")->excludes(auth);
  add_list(app, "--as", o.roles, "a role that they have, and may decide with")->type_name("ROLE")->excludes(auth);
  app->add_option("--tenant", o.tenant, "only this one's")->type_name("NAME")->excludes(auth);
  CLI::App* bounds = app->add_option_group("Bounds", "docs/operating.md; those of addresses, people and tokens only with --auth");
  const auto bound = [&](const char* name, auto& value, const char* type, const char* text, double least = 0) {
    bounds->add_option(name, value, text)->capture_default_str()->type_name(type)->check(CLI::Range(least, 100'000.0));
  };
  bound("--connections", o.connections, "COUNT", "at once; half of them may wait or hear of events", 2);
  bound("--connections-per-address", o.connections_of_address, "COUNT", "of them; 0 is any number");
  bound("--rate", o.rate, "PER-SECOND", "requests of one person or token; 0 is any number");
  bound("--rate-per-address", o.rate_of_address, "PER-SECOND", "requests from one address; 0 is any number");
  add_otlp(app, o.otlp);
  add_jail(app, o.jail);
  add_store(app, o.store, "print the address, and what a worker does, as a JSON object a line");
  CLI::App* work = app->add_option_group("Work", "with any of these a worker runs in the same process, as fermata work");
  add_work(work, o.work);
  line.command = [&o, work] {
    o.works = work->count_all() > 0;
    o.work.store = o.store, o.work.jail = o.jail;
    return serve_command(o);
  };
}

namespace {

void add_known(CLI::App* app, KnownOptions& o) {
  app->add_option("NAME", o.name, "decisions have it")->required();
  add_list(app, "--may", o.may, "view, submit, work, decide, decide:ROLE or admin; may be given several times")
      ->required()
      ->type_name("WHAT");
  app->add_option("--tenant", o.tenant, "only this one's runs; by default all")->type_name("NAME");
  app->add_flag("--json", o.json, "print a JSON object");
}

}  // namespace

void define_token(CLI::App* app, CommandLine& line) {
  add_known(app, line.known);
  line.command = [&] { return token_command(line.known); };
}

void define_password(CLI::App* app, CommandLine& line) {
  add_known(app, line.known);
  line.command = [&] { return password_command(line.known); };
}

void define_runs(CLI::App* app, CommandLine& line) {
  RunsOptions& o = line.runs;
  app->add_option("--status", o.status, "only those that are ready, running, waiting, sleeping, done, raised, cancelled or dead")
      ->type_name("S");
  app->add_option("--queue", o.queue, "only those of this queue")->type_name("NAME");
  add_tenant(app, o.tenant);
  add_list(app, "--tag", o.tags, "only those with this tag")->type_name("NAME=TEXT");
  add_count(app, "--most", o.most, "the newest so many");
  app->add_option(
         "--where", o.where,
         "only those of whose variables this is true: 'total > 100 and order.country == \"DE\"'; of a function's variables those that "
         "can be written down")
      ->type_name("EXPRESSION");
  app->add_flag("--watch", o.watch, "go on, and print each run when something has happened to it");
  add_jail(app, o.jail);
  add_store(app, o.store);
  line.command = [&] { return runs_command(o); };
}

void define_send(CLI::App* app, CommandLine& line) {
  SendOptions& o = line.send;
  add_run(app, o.run);
  app->add_option("CHANNEL", o.channel, "the program gets it by `await receive(CHANNEL, timeout=…)`, now or when it comes there")
      ->required();
  app->add_option("VALUE", o.value, "JSON")->required();
  app->add_option("--key", o.key, "sent again under this key it is the message that is there")->type_name("TEXT");
  app->add_option("--by", o.who, "who sends it, for the audit; by default the user")->type_name("NAME");
  add_store(app, o.store);
  line.command = [&] { return send_command(o); };
}

void define_fork(CLI::App* app, CommandLine& line) {
  ForkOptions& o = line.fork;
  add_run(app, o.run, "RUN@3: its snapshot 3; by default the latest one");
  add_list(app, "--answer", o.answers, "of a call of that snapshot, instead of the one that it got; {\"$raise\": …} raises")
      ->type_name("[ID=]JSON");
  app->add_option("--queue", o.queue, "workers of this queue take it; by default the same")->type_name("NAME");
  app->add_option("--by", o.who, "who forks it: they don't decide on its calls, unless a policy says so")->type_name("NAME");
  app->add_flag("--repeat", o.repeat, "what the run has done since, by tools and children, may be done again; else such a fork is refused");
  add_store(app, o.store);
  line.command = [&] { return fork_command(o); };
}

void define_diff(CLI::App* app, CommandLine& line) {
  DiffOptions& o = line.diff;
  app->add_option("BEFORE", o.before, "RUN@3")->required();
  app->add_option("AFTER", o.after, "RUN@5, or a moment of another run")->required();
  add_jail(app, o.jail);
  add_store(app, o.store);
  line.command = [&] { return diff_command(o); };
}

void define_what_if(CLI::App* app, CommandLine& line) {
  WhatIfOptions& o = line.what_if;
  add_run(app, o.run, "RUN@3: its snapshot 3; by default the latest one");
  add_list(app, "--answer", o.answers, "an alternative: the program runs on with this answer up to its next call, and no tool is called")
      ->type_name("[ID=]JSON");
  add_jail(app, o.jail);
  add_store(app, o.store);
  line.command = [&] { return what_if_command(o); };
}

void define_prune(CLI::App* app, CommandLine& line) {
  PruneOptions& o = line.prune;
  app->add_option("--older-than", o.older_than_days, "those that ended so long ago")
      ->capture_default_str()
      ->type_name("DAYS")
      ->check(CLI::Validator(not_a_span, "", "span"));
  app->add_option("--status", o.status, "only those that are done, raised, cancelled or dead")->type_name("S");
  add_tenant(app, o.tenant);
  add_count(app, "--most", o.most, "so many at once");
  app->add_flag("--yes", o.yes, "delete them; without it they are only listed");
  add_store(app, o.store);
  line.command = [&] { return prune_command(o); };
}

void define_export(CLI::App* app, CommandLine& line) {
  FileOptions& o = line.file;
  add_run(app, o.run);
  app->add_option("FILE", o.file, "- for standard output; sealed with --seal-keys")->required();
  add_store(app, o.store);
  line.command = [&] { return export_command(o); };
}

void define_import(CLI::App* app, CommandLine& line) {
  FileOptions& o = line.file;
  app->add_option("FILE", o.file, "what export wrote; - for standard input")->required();
  add_store(app, o.store);
  line.command = [&] { return import_command(o); };
}

void define_stats(CLI::App* app, CommandLine& line) {
  add_tenant(app, line.stats.tenant);
  add_store(app, line.stats.store);
  line.command = [&] { return stats_command(line.stats); };
}

void define_migrate(CLI::App* app, CommandLine& line) {
  MigrateOptions& o = line.migrate;
  app->add_flag("--allow-unsealed", o.allow_unsealed,
                "the keys of a sealed store are lost: it is opened without any again; what was sealed with them stays so");
  add_store(app, o.store);
  line.command = [&] { return migrate_command(o); };
}

void define_reseal(CLI::App* app, CommandLine& line) {
  ResealOptions& o = line.reseal;
  app->add_flag("--unsealed", o.unsealed, "nothing is sealed any more: what is, is opened");
  app->add_flag("--take-unsealed", o.take_unsealed,
                "what isn't sealed yet is sealed as it is; else it is left, as whoever could write to the database may have put it there");
  add_store(app, o.store);
  app->get_option("--seal-keys")->required();
  line.command = [&] { return reseal_command(o); };
}

void define_workers(CLI::App* app, CommandLine& line) {
  add_store(app, line.stats.store);
  line.command = [&] { return workers_command(line.stats); };
}

void define_doctor(CLI::App* app, CommandLine& line) {
  DoctorOptions& o = line.doctor;
  app->add_option("--tools", o.tools, "what workers on the store are going to have: a Python file with host functions")
      ->type_name("FILE.py");
  add_list(app, "--handler", o.handlers, "one that they are going to have")->type_name("NAME[=COMMAND]");
  add_list(app, "--function", o.functions, "a function whose calls somebody is going to answer")->type_name("NAME");
  add_jail(app, o.jail);
  add_store(app, o.store);
  line.command = [&] { return doctor_command(o); };
}

void define_show(CLI::App* app, CommandLine& line) {
  add_run(app, line.show.run, "its id, or how it begins; RUN@3 is its snapshot 3");
  add_files_out(app, line.show.files_out);
  add_jail(app, line.show.jail);
  add_store(app, line.show.store);
  line.command = [&] { return show_command(line.show); };
}

void define_log(CLI::App* app, CommandLine& line) {
  add_run(app, line.log.run);
  app->add_flag("--verify", line.log.verify, "check that it is as it was written, and the run with it");
  add_store(app, line.log.store);
  line.command = [&] { return log_command(line.log); };
}

void define_audit(CLI::App* app, CommandLine& line) {
  AuditOptions& o = line.audit;
  std::vector<std::string> actions;
  for (const durable::AuditAction& action : durable::audit_actions()) actions.emplace_back(action.name);
  app->add_option("--who", o.who, "only what they did")->type_name("NAME");
  app->add_option("--action", o.action, "only this: decide, sign_in, refused, …")->type_name("WHAT")->check(CLI::IsMember(actions));
  app->add_option("--since", o.since, "from 2026-12-01T10:00:00Z or 2026-12-01 on")->type_name("TIME");
  app->add_option("--until", o.until, "before then")->type_name("TIME");
  CLI::Option* after = add_count(app, "--after", o.after, "those behind this number");
  add_count(app, "--most", o.most, "the last so many; by default all")->excludes(after);
  add_tenant(app, o.tenant);
  CLI::Option* follow = app->add_flag("--follow", o.follow, "go on, and print each when it is there");
  app->add_flag("--verify", o.verify, "check that what is there is what was written, and print the last hash")->excludes(follow);
  CLI::Option* prune = app->add_option("--prune-older-than", o.older_than_days, "delete those that are so old; the chain of hashes goes on")
                           ->type_name("DAYS")
                           ->check(CLI::Validator(not_a_span, "", "span"))
                           ->excludes(follow);
  app->add_flag("--yes", o.yes, "delete them; without it they are only counted")->needs(prune);
  add_store(app, o.store, "print a JSON object a line");
  line.command = [&o, prune] {
    o.prunes = prune->count() > 0;
    return audit_command(o);
  };
}

void define_cancel(CLI::App* app, CommandLine& line) {
  add_run(app, line.change.run);
  app->add_option("--reason", line.change.reason, "kept with the run")->type_name("TEXT");
  app->add_option("--by", line.change.who, "who does it, for the audit; by default the user")->type_name("NAME");
  add_store(app, line.change.store);
  line.command = [&] { return cancel_command(line.change); };
}

void define_retry(CLI::App* app, CommandLine& line) {
  app->add_option("RUN|CALL", line.change.run,
                  "a dead run goes on from its latest snapshot; the tool of a call that is held is called again")
      ->required();
  app->add_option("--by", line.change.who, "who says so; by default the user")->type_name("NAME");
  add_list(app, "--as", line.change.roles, "a role that they have: where people of some roles were asked about the call")
      ->type_name("ROLE");
  add_limits(app, line.change.limits);
  add_store(app, line.change.store);
  line.command = [&] { return retry_command(line.change); };
}

}  // namespace fermata::cli
