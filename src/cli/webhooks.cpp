#include "cli/webhooks.h"

#include "cli/report.h"
#include "cli/secrets.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "durable/reports.h"
#include "fermata/durable/webhooks.h"

namespace fermata::cli {

namespace {

void tell(const durable::Webhook& webhook) {
  std::string types;
  for (const std::string& type : webhook.types) types += " " + type;
  print_line(visible_line(webhook.id + "  " + webhook.url));
  print_line(visible_line("  tenant " + webhook.tenant + ":" + types));
}

void tell(const durable::Notice& notice) {
  std::string line = "  " + notice.type + (notice.run.empty() ? "" : " of run " + notice.run);
  if (!notice.due) line += " given up";
  if (notice.attempts) line += " after " + std::to_string(notice.attempts) + (notice.attempts == 1 ? " attempt" : " attempts");
  if (notice.due) line += (notice.attempts ? ", again " : " to be sent ") + time_text(*notice.due);
  print_line(visible_line(line + (notice.problem.empty() ? "" : ": " + notice.problem)));
}

}  // namespace

int webhook_command(const WebhookOptions& options) {
  const auto store = open_store(options.store, /*makes=*/true);
  durable::Webhooks webhooks(*store);
  durable::NewWebhook added{.tenant = options.tenant,
                            .url = options.url,
                            .types = {options.types.begin(), options.types.end()},
                            .secrets = secrets_at(options.secret, "--secret")};
  std::string id;
  try {
    id = webhooks.add(added);
  } catch (const UsageError& error) {
    throw UsageProblem(error.what());
  }
  for (const durable::Webhook& webhook : webhooks.all(options.tenant)) {
    if (webhook.id != id) continue;
    if (options.store.json) print_report(data_of(webhook).pairs());
    else tell(webhook);
  }
  return kExitDone;
}

int webhooks_command(const WebhooksOptions& options) {
  const auto store = open_store(options.store);
  durable::Webhooks webhooks(*store);
  const std::vector<durable::Notice> notices = webhooks.notices(options.tenant);
  Data::Items list, waiting;
  for (const durable::Webhook& webhook : webhooks.all(options.tenant)) {
    if (options.store.json) list.push_back(data_of(webhook));
    else tell(webhook);
    for (const durable::Notice& notice : notices) {
      if (notice.webhook != webhook.id) continue;
      if (options.store.json) waiting.push_back(data_of(notice));
      else tell(notice);
    }
  }
  if (options.store.json) print_report({{"webhooks", Data::list(std::move(list))}, {"notices", Data::list(std::move(waiting))}});
  return kExitDone;
}

int unhook_command(const WebhooksOptions& options) {
  const auto store = open_store(options.store);
  durable::Webhooks webhooks(*store);
  told_if_refused([&] { webhooks.remove(options.webhook); });
  if (options.store.json) print_report({{"webhook", options.webhook}, {"removed", true}});
  return kExitDone;
}

}  // namespace fermata::cli
