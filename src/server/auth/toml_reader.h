// TomlReader: what a table of auth.toml holds, or a ServerError that says in which line what is wrong.
#pragma once

#include <toml++/toml.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata::server {

class TomlReader {
 public:
  explicit TomlReader(const std::string& file) : file_(file) {}

  const std::string& file() const { return file_; }
  [[noreturn]] void fails(const toml::source_region& at, const std::string& why) const;
  [[noreturn]] void fails(const toml::node* at, const std::string& why) const { fails(at->source(), why); }

  // Nothing else is in it.
  void only(const toml::table& table, std::initializer_list<std::string_view> keys) const;
  // Each [[key]], with the whole name for messages.
  template <class Read>
  void each(const toml::table& in, std::string_view key, Read read, std::string_view name = {}) const {
    const toml::node* node = in.get(key);
    if (!node) return;
    const toml::array* array = node->as_array();
    const std::string wanted = "write [[" + std::string(name.empty() ? key : name) + "]]";
    if (!array) fails(node, wanted);
    for (const toml::node& item : *array) {
      if (!item.as_table()) fails(&item, wanted);
      read(*item.as_table());
    }
  }
  const toml::table* table(const toml::table& in, std::string_view key) const;  // [key]; null: it isn't there

  std::optional<std::string> text(const toml::table& table, std::string_view key) const;  // not empty, of one line
  std::string required(const toml::table& table, std::string_view key) const;
  uint64_t number(const toml::table& table, std::string_view key, uint64_t most) const;  // 1 to `most`; it has to be there
  using Texts = std::vector<std::pair<std::string, const toml::node*>>;
  Texts texts(const toml::table& table, std::string_view key) const;

 private:
  const std::string file_;
};

}  // namespace fermata::server
