// auth.toml, by toml++.
#include <arpa/inet.h>

#include <algorithm>
#include <stdexcept>

#include "server/auth/people.h"
#include "server/auth/private_file.h"
#include "server/auth/provider_file.h"
#include "server/auth/secrets.h"
#include "server/server.h"

namespace fermata::server {

namespace {

class Reader : public TomlReader {
 public:
  using TomlReader::TomlReader;

  People read(const toml::table& all) {
    only(all, {"person", "token", "proxy", "oidc", "alert"});
    each(all, "person", [&](const toml::table& table) {
      only(table, {"name", "password", "oidc", "tenant", "may"});
      const std::string password = text(table, "password").value_or("");
      if (!password.empty() && !is_password_hash(password)) fails(table["password"].node(), "this isn't a hash of `fermata password`");
      add(table, people_.persons, password);
      if (const auto theirs = text(table, "oidc"); theirs && !people_.of_provider.emplace(*theirs, required(table, "name")).second)
        fails(table["oidc"].node(), "two have this name at the provider");
    });
    each(all, "token", [&](const toml::table& table) {
      only(table, {"name", "hash", "tenant", "may"});
      const std::string hash = required(table, "hash");
      if (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != hash.npos)
        fails(table["hash"].node(), "this isn't a hash of `fermata token`");
      add(table, people_.tokens, hash);
      if (!people_.of_token.emplace(hash, required(table, "name")).second) fails(table["hash"].node(), "two tokens have this hash");
    });
    if (const toml::table* proxy = table(all, "proxy")) read_proxy(*proxy);
    each(all, "alert", [&](const toml::table& table) { add_alert(table); });
    people_.provider = provider_of(*this, all);
    if (!people_.provider && !people_.of_provider.empty()) fails(&all, "a person has 'oidc', but there is no [oidc]");
    return std::move(people_);
  }

 private:
  void add(const toml::table& table, std::map<std::string, Known, std::less<>>& to, const std::string& secret) const {
    Known known{.viewer = {.name = required(table, "name"), .tenant = text(table, "tenant").value_or("")}, .secret = secret};
    for (const auto& [word, at] : texts(table, "may")) {
      try {
        grant(word, known.viewer);
      } catch (const std::invalid_argument& error) {
        fails(at, error.what());
      }
    }
    const std::string name = known.viewer.name;
    for (const std::string& one : {name, known.viewer.tenant})
      if (!one.empty() && !is_name(one)) fails(&table, kNoName);
    if (!to.emplace(name, std::move(known)).second) fails(&table, "two have the name '" + name + "'");
  }

  void add_alert(const toml::table& table) {
    using Rule = durable::AlertRule;
    only(table, {"name", "actions", "count", "within_s", "per", "tenant", "tell"});
    Rule rule{.name = required(table, "name"),
              .count = number(table, "count", Rule::kMost),
              .within_s = number(table, "within_s", Rule::kLongest),
              .tenant = text(table, "tenant").value_or(""),
              .tell = text(table, "tell").value_or("")};
    for (const auto& [action, at] : texts(table, "actions")) {
      const auto known = durable::audit_actions();
      if (action == "alert" || std::ranges::find(known, action, &durable::AuditAction::name) == known.end())
        fails(at, "there is no action '" + action + "' to be counted: fermata audit --help");
      rule.actions.insert(action);
    }
    if (rule.actions.empty()) fails(&table, "'actions' takes at least one");
    const std::string per = text(table, "per").value_or("all");
    rule.per = per == "who" ? Rule::Per::kWho : per == "from" ? Rule::Per::kFrom : per == "tenant" ? Rule::Per::kTenant : Rule::Per::kAll;
    if (per != to_string(rule.per)) fails(table.get("per"), "'per' takes who, from, tenant or all");
    for (const std::string& one : {rule.name, rule.tenant, rule.tell})
      if (!one.empty() && !is_name(one)) fails(&table, kNoName);
    for (const Rule& other : people_.alerts)
      if (other.name == rule.name) fails(&table, "two alerts have the name '" + rule.name + "'");
    people_.alerts.push_back(std::move(rule));
  }

  void read_proxy(const toml::table& table) {
    only(table, {"header", "from"});
    people_.proxy_header = required(table, "header");
    std::ranges::transform(people_.proxy_header, people_.proxy_header.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    for (const char* taken : {"authorization", "cookie", "host", "origin"})
      if (people_.proxy_header == taken) fails(table.get("header"), "a browser sends this itself");
    for (const auto& [address, at] : texts(table, "from")) {
      if (!is_address(address)) fails(at, "'" + address + "' isn't an address");
      people_.proxies.insert(address);
    }
  }

  People people_;
};

}  // namespace

bool is_address(const std::string& text) {
  unsigned char binary[16];
  return inet_pton(AF_INET, text.c_str(), binary) == 1 || inet_pton(AF_INET6, text.c_str(), binary) == 1;
}

People people_from(const std::string& text, const std::string& file) {
  Reader reader(file);
  try {
    return reader.read(toml::parse(text, file));
  } catch (const toml::parse_error& error) {
    reader.fails(error.source(), std::string(error.description()));
  }
}

People people_of_file(const std::string& file) { return people_from(private_text(file), file); }

}  // namespace fermata::server
