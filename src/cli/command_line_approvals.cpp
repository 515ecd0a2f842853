// The options of the commands for people who decide: inbox, approve, deny, answer, claim and the others, standing grants, webhooks.
#include "cli/command_line.h"

namespace fermata::cli {

namespace {

CLI::Option* add_call(CLI::App* app, std::string& target) {
  return app->add_option("CALL", target, "its key, RUN:SEQ:ID; or a run's id, when only one of its calls can be meant")->required();
}

void add_person(CLI::App* app, std::string& who, std::vector<std::string>& roles, const char* help) {
  app->add_option("--by", who, help)->type_name("NAME");
  add_list(app, "--as", roles, "a role that they have: where a policy wants one")->type_name("ROLE");
}

void add_decision(CLI::App* app, DecideOptions& o) {
  add_call(app, o.call);
  app->add_option("--shown", o.shown, "as the inbox gave it: when anything has changed since, nothing is decided")->type_name("HASH");
  add_person(app, o.who, o.roles, "who decides; by default the user");
  add_store(app, o.store);
}

void add_arguments(CLI::App* app, GrantFlags& o) {
  add_list(app, "--between", o.between, "an argument that is a number from LOW to HIGH; NAME is its keyword, or its place: 0, 1, …")
      ->type_name("NAME=LOW,HIGH");
  add_list(app, "--any", o.any, "an argument that may be anything")->type_name("NAME");
  app->add_flag("--any-others", o.any_others, "arguments that nothing is said of may be there, and anything");
  add_count(app, "--times", o.times, "for so many calls; by default one");
}

void add_handling(CLI::App* app, CommandLine& line, int (*command)(const HandleOptions&)) {
  HandleOptions& o = line.handle;
  add_call(app, o.call);
  add_person(app, o.who, o.roles, "who does it; by default the user");
  add_store(app, o.store);
  line.command = [&o, command] { return command(o); };
}

}  // namespace

void define_inbox(CLI::App* app, CommandLine& line) {
  add_tenant(app, line.inbox.tenant);
  app->add_option("--queue", line.inbox.queue, "only this one's")->type_name("NAME");
  app->add_option("--role", line.inbox.role, "of the approvals only those on which people of this role may decide")->type_name("ROLE");
  add_count(app, "--most", line.inbox.most, "the most urgent so many; by default all");
  add_store(app, line.inbox.store);
  line.command = [&] { return inbox_command(line.inbox); };
}

void define_approve(CLI::App* app, CommandLine& line) {
  DecideOptions& o = line.decide;
  add_list(app, "--set", o.set, "the call is made with this argument; the others stay. NAME is the parameter's, or its place, from 0")
      ->type_name("NAME=JSON");
  app->add_option("--args", o.args, "a list: the call is made with these instead of all that were passed without a name")
      ->type_name("JSON");
  app->add_option("--kwargs", o.kwargs, "an object: and with these instead of all that were passed by name")->type_name("JSON");
  app->add_option("--reason", o.reason, "kept with the decision")->type_name("TEXT");
  CLI::Option* grant =
      app->add_option(
             "--grant", o.grant.until,
             "approve later calls like this one, too, in its tenant and queue: until 2026-12-01T10:00:00Z, or for 30m, 2h, 7d. Arguments "
             "of which nothing else is said have to be the same. It needs a --reason")
          ->type_name("UNTIL");
  add_arguments(app, o.grant);
  app->add_flag("--same-program", o.grant.same_program, "with --grant: only calls of this program");
  for (const char* name : {"--between", "--any", "--any-others", "--times", "--same-program"}) app->get_option(name)->needs(grant);
  add_decision(app, o);
  line.command = [&] { return approve_command(o); };
}

void define_deny(CLI::App* app, CommandLine& line) {
  app->add_option("--reason", line.decide.reason, "the program gets it with the PermissionError")->type_name("TEXT");
  add_decision(app, line.decide);
  line.command = [&] { return deny_command(line.decide); };
}

void define_answer(CLI::App* app, CommandLine& line) {
  AnswerOptions& o = line.answer;
  CLI::Option* call = add_call(app, o.call)->required(false);
  app->add_option("--token", o.token,
                  "instead of CALL: what its tool was given, which has said that it answers later; - reads it from standard input")
      ->type_name("TOKEN")
      ->excludes(call);
  CLI::Option* result = app->add_option("--result", o.result, "the answer")->type_name("JSON");
  app->add_option("--raise", o.raise, "raise this at the call")->type_name("'TYPE: TEXT'")->excludes(result);
  app->add_flag("--not-made", o.not_made,
                "of a call in doubt or deferred: its tool didn't act, and whoever called it is gone for certain; it is called again");
  add_person(app, o.who, o.roles, "who says so; by default the user");
  add_store(app, o.store);
  line.command = [&] { return answer_command(o); };
}

void define_claim(CLI::App* app, CommandLine& line) {
  add_count(app, "--for", line.handle.for_s, "how long; by default 900")->type_name("SECONDS");
  add_handling(app, line, claim_command);
}

void define_release(CLI::App* app, CommandLine& line) { add_handling(app, line, release_command); }

void define_delegate(CLI::App* app, CommandLine& line) {
  add_list(app, "--to", line.handle.to, "who")->type_name("NAME")->required();
  add_handling(app, line, delegate_command);
}

void define_escalate(CLI::App* app, CommandLine& line) {
  add_list(app, "--to", line.handle.to, "by default the roles that its policy names for this")->type_name("ROLE");
  add_handling(app, line, escalate_command);
}

void define_question(CLI::App* app, CommandLine& line) {
  add_handling(app, line, question_command);
  app->add_option("TEXT", line.handle.text, "the question")->required();
}

void define_reply(CLI::App* app, CommandLine& line) {
  add_handling(app, line, reply_command);
  app->add_option("TEXT", line.handle.text, "the reply")->required();
}

void define_grant(CLI::App* app, CommandLine& line) {
  GrantOptions& o = line.grant;
  app->add_option("FUNCTION", o.function, "calls of it that a policy would ask about are approved, where its arguments fit")->required();
  app->add_option("--until", o.grant.until, "2026-12-01T10:00:00Z, or for how long: 30m, 2h, 7d")->type_name("UNTIL")->required();
  add_list(app, "--is", o.grant.is, "an argument, and what it has to be")->type_name("NAME=JSON");
  add_arguments(app, o.grant);
  app->add_option("--reason", o.reason, "why")->type_name("TEXT")->required();
  app->add_option("--tenant", o.tenant, "whose runs")->capture_default_str()->type_name("NAME");
  app->add_option("--queue", o.queue, "only runs of this queue")->type_name("NAME");
  app->add_option("--program", o.program, "only runs of this program: a file, or the hash of its text")->type_name("FILE|HASH");
  add_person(app, o.who, o.roles, "who grants it; by default the user");
  add_store(app, o.store);
  line.command = [&] { return grant_command(o); };
}

void define_grants(CLI::App* app, CommandLine& line) {
  GrantsOptions& o = line.grants;
  add_tenant(app, o.tenant);
  app->add_option("--function", o.function, "only those of this one")->type_name("NAME");
  app->add_flag("--all", o.all, "those that are over, too");
  add_store(app, o.store);
  line.command = [&] { return grants_command(o); };
}

void define_revoke(CLI::App* app, CommandLine& line) {
  GrantsOptions& o = line.grants;
  app->add_option("GRANT", o.grant, "its id, or how it begins")->required();
  app->add_option("--by", o.who, "who revokes it; by default the user")->type_name("NAME");
  add_store(app, o.store);
  line.command = [&] { return revoke_command(o); };
}

void define_webhook(CLI::App* app, CommandLine& line) {
  WebhookOptions& o = line.webhook;
  app->add_option("URL", o.url, "http:// or https://; it gets a POST of JSON, after Standard Webhooks: fermata/durable/webhooks.h")
      ->required();
  app->add_option("--secret", o.secret,
                  "what is sent is signed with the secrets in this file, a line each (whsec_ and base64), or in an environment variable, "
                  "$VARIABLE; they are kept in the store, sealed when that has --seal-keys")
      ->required()
      ->type_name("FILE");
  add_list(app, "--type", o.types,
           "what it is told: run.ended, run.dead, approval.asked, approval.escalated, approval.decided, call.waits (for an answer of "
           "people: no tool answers it, or it is held or in doubt), alert (docs/server.md); by default all of these")
      ->type_name("TYPE");
  app->add_option("--tenant", o.tenant, "of whose runs")->capture_default_str()->type_name("NAME");
  add_store(app, o.store);
  line.command = [&] { return webhook_command(o); };
}

void define_webhooks(CLI::App* app, CommandLine& line) {
  WebhooksOptions& o = line.webhooks;
  add_tenant(app, o.tenant);
  add_store(app, o.store);
  line.command = [&] { return webhooks_command(o); };
}

void define_unhook(CLI::App* app, CommandLine& line) {
  WebhooksOptions& o = line.webhooks;
  app->add_option("WEBHOOK", o.webhook, "its id; what it hasn't been told yet it isn't told any more")->required();
  add_store(app, o.store);
  line.command = [&] { return unhook_command(o); };
}

}  // namespace fermata::cli
