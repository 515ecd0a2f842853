#include "server/auth/toml_reader.h"

#include <algorithm>

#include "server/server.h"

namespace fermata::server {

void TomlReader::fails(const toml::source_region& at, const std::string& why) const {
  throw ServerError(file_ + ":" + std::to_string(at.begin.line) + ": " + why);
}

void TomlReader::only(const toml::table& table, std::initializer_list<std::string_view> keys) const {
  for (const auto& [key, value] : table)
    if (std::ranges::find(keys, key.str()) == keys.end()) fails(&value, "there is nothing named '" + std::string(key.str()) + "' here");
}

const toml::table* TomlReader::table(const toml::table& in, std::string_view key) const {
  const toml::node* node = in.get(key);
  if (!node) return nullptr;
  if (!node->as_table()) fails(node, "write [" + std::string(key) + "]");
  return node->as_table();
}

std::optional<std::string> TomlReader::text(const toml::table& table, std::string_view key) const {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  const auto* string = node->as_string();
  if (!string || string->get().empty() || string->get().find_first_of("\r\n") != std::string::npos)
    fails(node, "'" + std::string(key) + "' takes a text of one line");
  return string->get();
}

std::string TomlReader::required(const toml::table& table, std::string_view key) const {
  const auto found = text(table, key);
  if (!found) fails(&table, "'" + std::string(key) + "' is missing");
  return *found;
}

uint64_t TomlReader::number(const toml::table& table, std::string_view key, uint64_t most) const {
  const toml::node* node = table.get(key);
  const auto* number = node ? node->as_integer() : nullptr;
  if (!number || number->get() < 1 || uint64_t(number->get()) > most)
    fails(node ? node : &table, "'" + std::string(key) + "' takes a number from 1 to " + std::to_string(most));
  return uint64_t(number->get());
}

TomlReader::Texts TomlReader::texts(const toml::table& table, std::string_view key) const {
  const toml::node* node = table.get(key);
  if (!node) fails(&table, "'" + std::string(key) + "' is missing");
  const toml::array* array = node->as_array();
  if (!array) fails(node, "'" + std::string(key) + "' takes a list of texts");
  Texts all;
  for (const toml::node& item : *array) {
    if (!item.as_string()) fails(&item, "'" + std::string(key) + "' takes a list of texts");
    all.emplace_back(item.as_string()->get(), &item);
  }
  return all;
}

}  // namespace fermata::server
