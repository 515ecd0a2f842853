// auth.toml, by toml++.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "server/auth/people.h"
#include "server/auth/secrets.h"
#include "server/server.h"

namespace fermata::server {

namespace {

constexpr size_t kMostFile = 1 << 20;

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  People read(const toml::table& all) {
    only(all, {"person", "token", "proxy"});
    each(all, "person", [&](const toml::table& table) {
      only(table, {"name", "password", "tenant", "may"});
      const std::string password = text(table, "password").value_or("");
      if (!password.empty() && !is_password_hash(password)) fails(table["password"].node(), "this isn't a hash of `fermata password`");
      add(table, people_.persons, password);
    });
    each(all, "token", [&](const toml::table& table) {
      only(table, {"name", "hash", "tenant", "may"});
      const std::string hash = required(table, "hash");
      if (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != hash.npos)
        fails(table["hash"].node(), "this isn't a hash of `fermata token`");
      add(table, people_.tokens, hash);
      if (!people_.of_token.emplace(hash, required(table, "name")).second) fails(table["hash"].node(), "two tokens have this hash");
    });
    if (const toml::node* proxy = all.get("proxy")) read_proxy(*proxy);
    return std::move(people_);
  }

  [[noreturn]] void fails(const toml::source_region& at, const std::string& why) const {
    throw ServerError(file_ + ":" + std::to_string(at.begin.line) + ": " + why);
  }

 private:
  [[noreturn]] void fails(const toml::node* at, const std::string& why) const { fails(at->source(), why); }

  void only(const toml::table& table, std::initializer_list<std::string_view> keys) const {
    for (const auto& [key, value] : table)
      if (std::ranges::find(keys, key.str()) == keys.end()) fails(&value, "there is nothing named '" + std::string(key.str()) + "' here");
  }

  template <class Read>
  void each(const toml::table& all, std::string_view key, Read read) const {
    const toml::node* node = all.get(key);
    if (!node) return;
    const toml::array* array = node->as_array();
    if (!array) fails(node, "write [[" + std::string(key) + "]]");
    for (const toml::node& item : *array) {
      if (!item.as_table()) fails(&item, "write [[" + std::string(key) + "]]");
      read(*item.as_table());
    }
  }

  std::optional<std::string> text(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (!node) return std::nullopt;
    const auto* string = node->as_string();
    if (!string || string->get().empty() || string->get().find_first_of("\r\n") != std::string::npos)
      fails(node, "'" + std::string(key) + "' takes a text of one line");
    return string->get();
  }
  std::string required(const toml::table& table, std::string_view key) const {
    const auto found = text(table, key);
    if (!found) fails(&table, "'" + std::string(key) + "' is missing");
    return *found;
  }
  std::vector<std::pair<std::string, const toml::node*>> texts(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (!node) fails(&table, "'" + std::string(key) + "' is missing");
    const toml::array* array = node->as_array();
    if (!array) fails(node, "'" + std::string(key) + "' takes a list of texts");
    std::vector<std::pair<std::string, const toml::node*>> all;
    for (const toml::node& item : *array) {
      if (!item.as_string()) fails(&item, "'" + std::string(key) + "' takes a list of texts");
      all.emplace_back(item.as_string()->get(), &item);
    }
    return all;
  }

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
      if (one.size() > 200 || std::ranges::any_of(one, [](unsigned char c) { return c < ' ' || c == 0x7f; }))
        fails(&table, "names and tenants have at most 200 bytes, without control characters");
    if (!to.emplace(name, std::move(known)).second) fails(&table, "two have the name '" + name + "'");
  }

  void read_proxy(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (!table) fails(&node, "write [proxy]");
    only(*table, {"header", "from"});
    people_.proxy_header = required(*table, "header");
    std::ranges::transform(people_.proxy_header, people_.proxy_header.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    for (const char* taken : {"authorization", "cookie", "host", "origin"})
      if (people_.proxy_header == taken) fails(table->get("header"), "a browser sends this itself");
    for (const auto& [address, at] : texts(*table, "from")) {
      if (!is_address(address)) fails(at, "'" + address + "' isn't an address");
      people_.proxies.insert(address);
    }
  }

  const std::string& file_;
  People people_;
};

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
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

People people_of_file(const std::string& file) {
  const Descriptor in{open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat info;
  if (in.fd < 0 || fstat(in.fd, &info) != 0) throw ServerError(file + ": " + std::strerror(errno));
  if (info.st_mode & (S_IRWXO | S_IWGRP)) throw ServerError(file + ": others may read or change it: chmod 600 it");
  std::string text;
  char part[4096];
  ssize_t n = 0;
  while ((n = ::read(in.fd, part, sizeof part)) > 0 && text.size() <= kMostFile) text.append(part, size_t(n));
  if (n < 0) throw ServerError(file + ": " + std::strerror(errno));
  if (text.size() > kMostFile) throw ServerError(file + ": it is longer than 1 MB");
  return people_from(text, file);
}

}  // namespace fermata::server
