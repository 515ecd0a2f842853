#include "server/http/message.h"

#include "server/http/form.h"

namespace fermata::server {

const std::string* Request::parameter(std::string_view name) const {
  for (const auto& [one, value] : query)
    if (one == name) return &value;
  return nullptr;
}

std::string Request::text_of(std::string_view name) const {
  const std::string* text = parameter(name);
  return text ? *text : "";
}

bool Request::knows(std::string_view etag) const {
  const auto known = headers.find("if-none-match");
  if (known == headers.end()) return false;
  const std::string_view text = known->second;
  return (text.starts_with("W/") ? text.substr(2) : text) == etag;
}

Texts Request::form() const {
  const auto type = headers.find("content-type");
  if (type == headers.end() || !type->second.starts_with("application/x-www-form-urlencoded"))
    throw BadRequest("this takes a form, application/x-www-form-urlencoded");
  Texts form;
  for (auto& [name, value] : decode_form(body)) form[name] = std::move(value);
  return form;
}

}  // namespace fermata::server
