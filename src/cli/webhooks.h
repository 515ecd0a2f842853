// `fermata webhook`, `webhooks`, `unhook`: their options and what they do. Used by command_line.h and main.cpp.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"

namespace fermata::cli {

struct WebhookOptions {
  StoreOptions store;
  std::string tenant = "default", url, secret;
  std::vector<std::string> types;
};
struct WebhooksOptions {
  StoreOptions store;
  std::string tenant, webhook;
};

int webhook_command(const WebhookOptions& options);
int webhooks_command(const WebhooksOptions& options);
int unhook_command(const WebhooksOptions& options);

}  // namespace fermata::cli
