#include "cli/http_services.h"

#include <utility>

#include "cli/commands.h"
#include "cli/handlers.h"
#include "cli/secrets.h"

namespace fermata::cli {

namespace {

std::pair<std::string, std::string> halves(const std::string& option, const char* what) {
  const size_t equals = option.find('=');
  if (equals == option.npos) throw UsageProblem(std::string(what) + ", not '" + option + "'");
  return {option.substr(0, equals), option.substr(equals + 1)};
}

}  // namespace

HttpServices::HttpServices(const std::vector<std::string>& urls, const std::vector<std::string>& secrets, const std::string& callback_url) {
  for (const std::string& option : urls) {
    auto [name, url] = halves(option, "--http takes NAME=URL");
    check_name(name, "--http");
    services_[name] = {.function = name, .url = std::move(url), .callback_url = callback_url};
  }
  for (const std::string& option : secrets) {
    const auto [name, place] = halves(option, "--http-secret takes NAME=FILE or NAME=$VARIABLE");
    const auto service = services_.find(name);
    if (service == services_.end()) throw UsageProblem("--http-secret: there is no --http " + name + "=…");
    for (std::string& secret : secrets_at(place, "--http-secret")) service->second.secrets.push_back(std::move(secret));
  }
}

std::vector<std::string> HttpServices::names() const {
  std::vector<std::string> names;
  for (const auto& [name, service] : services_) names.push_back(name);
  return names;
}

void HttpServices::answer(durable::Tool& tool) const {
  durable::HttpTool service = services_.at(tool.function);
  if (tool.timeout_ms) service.timeout_ms = tool.timeout_ms;
  try {
    durable::Tool made = durable::http_tool(std::move(service));
    tool.answer = std::move(made.answer);
    tool.timeout_ms = made.timeout_ms;
  } catch (const UsageError& error) {
    throw UsageProblem(std::string("--http: ") + error.what());
  }
}

}  // namespace fermata::cli
