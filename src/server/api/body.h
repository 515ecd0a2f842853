// Body: the JSON object that a request holds, read member by member. Whatever isn't as it should be is BadRequest, and says which member:
// also one that nobody asked for, which is a mistake of whoever sent it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/host.h"
#include "fermata/limits.h"
#include "fermata/value.h"
#include "server/http/message.h"

namespace fermata::server {

class Body {
 public:
  // Without a body it is an empty object. Throws BadRequest.
  explicit Body(const Request& request);
  // Of another member that is an object.
  Body(Data object, std::string where);

  // Null and absent are the same, but for value().
  std::optional<std::string> text(std::string_view name);
  std::string text_or(std::string_view name, std::string otherwise) { return text(name).value_or(std::move(otherwise)); }
  std::string needed_text(std::string_view name);
  std::optional<uint64_t> count(std::string_view name);
  std::optional<int64_t> number(std::string_view name);
  bool flag(std::string_view name);
  std::optional<std::string> bytes(std::string_view name);  // a text, or {"$bytes": base64}
  const Data* value(std::string_view name);                 // anything; null: it isn't there
  std::optional<std::vector<Data>> items(std::string_view name);
  std::optional<Data::Pairs> members(std::string_view name);  // an object, whose keys are texts
  std::vector<std::string> texts(std::string_view name);
  std::map<std::string, std::string> tags(std::string_view name);
  std::vector<File> files(std::string_view name);  // an object of paths and what is in them: texts, or {"$bytes": base64}
  std::optional<Limits> limits(std::string_view name, const Limits& over);

  // "result", any value, or "error", {"type", "message"}; nothing: neither is there.
  std::optional<Answer> answer();

  // Nothing else may be there.
  void done() const;

 private:
  const Data* find(std::string_view name);
  [[noreturn]] void wrong(std::string_view name, std::string_view what) const;

  Data object_;
  std::string where_;
  std::set<std::string, std::less<>> asked_;
};

// A key that makes what is sent twice happen once: the body's `key`, or the header Idempotency-Key.
std::string key_of(Body& body, const Request& request);

}  // namespace fermata::server
