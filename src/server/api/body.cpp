#include "server/api/body.h"

#include <cmath>

#include "serialization/data_json.h"

namespace fermata::server {

namespace {

using Type = Data::Type;

Data object_of(const Request& request) {
  if (request.body.empty()) return Data::dict();
  const auto type = request.headers.find("content-type");
  if (type == request.headers.end() || !type->second.starts_with("application/json"))
    throw BadRequest("what is sent has to be JSON, with Content-Type: application/json");
  Data data;
  std::string problem;
  if (!from_json(request.body, &data, &problem)) throw BadRequest("not JSON: " + problem);
  if (data.type() != Type::kDict) throw BadRequest("what is sent has to be a JSON object");
  return data;
}

constexpr std::string_view kContent = "a text, or {\"$bytes\": base64}";
bool is_content(const Data& data) { return data.is_str() || data.type() == Type::kBytes; }

}  // namespace

Body::Body(const Request& request) : object_(object_of(request)) {}
Body::Body(Data object, std::string where) : object_(std::move(object)), where_(std::move(where) + ".") {
  if (object_.type() != Type::kDict) throw BadRequest(where_.substr(0, where_.size() - 1) + " has to be an object");
}

void Body::wrong(std::string_view name, std::string_view what) const {
  throw BadRequest(where_ + std::string(name) + " has to be " + std::string(what));
}

const Data* Body::value(std::string_view name) {
  asked_.emplace(name);
  return object_.find(name);
}
const Data* Body::find(std::string_view name) {
  const Data* found = value(name);
  return found && !found->is_none() ? found : nullptr;
}

std::optional<std::string> Body::text(std::string_view name) {
  const Data* found = find(name);
  if (!found) return std::nullopt;
  if (!found->is_str()) wrong(name, "a text");
  return found->as_str();
}
std::string Body::needed_text(std::string_view name) {
  std::optional<std::string> found = text(name);
  if (!found || found->empty()) wrong(name, "there, a text");
  return std::move(*found);
}
std::optional<int64_t> Body::number(std::string_view name) {
  const Data* found = find(name);
  if (!found) return std::nullopt;
  // (2.0 is a whole number in JSON, as schemas have it.)
  constexpr double kMostExact = 9007199254740992;
  if (found->type() == Type::kFloat && std::abs(found->as_float()) <= kMostExact && std::trunc(found->as_float()) == found->as_float())
    return int64_t(found->as_float());
  if (!found->is_small_int()) wrong(name, "a whole number");
  return found->as_int();
}
std::optional<uint64_t> Body::count(std::string_view name) {
  const auto found = number(name);
  if (!found) return std::nullopt;
  if (*found < 0) wrong(name, "a whole number, 0 or more");
  return uint64_t(*found);
}
bool Body::flag(std::string_view name) {
  const Data* found = find(name);
  if (!found) return false;
  if (found->type() != Type::kBool) wrong(name, "true or false");
  return found->as_bool();
}
std::optional<std::string> Body::bytes(std::string_view name) {
  const Data* found = find(name);
  if (!found) return std::nullopt;
  if (!is_content(*found)) wrong(name, kContent);
  return found->as_str();
}
std::optional<std::vector<Data>> Body::items(std::string_view name) {
  const Data* found = find(name);
  if (!found) return std::nullopt;
  if (found->type() != Type::kList) wrong(name, "a list");
  return found->items();
}
std::optional<Data::Pairs> Body::members(std::string_view name) {
  const Data* found = find(name);
  if (!found) return std::nullopt;
  if (found->type() != Type::kDict) wrong(name, "an object");
  for (const auto& [key, value] : found->pairs())
    if (!key.is_str()) wrong(name, "an object");
  return found->pairs();
}
std::vector<std::string> Body::texts(std::string_view name) {
  std::vector<std::string> texts;
  for (const Data& item : items(name).value_or(Data::Items())) {
    if (!item.is_str()) wrong(name, "a list of texts");
    texts.push_back(item.as_str());
  }
  return texts;
}
std::map<std::string, std::string> Body::tags(std::string_view name) {
  std::map<std::string, std::string> tags;
  for (const auto& [key, value] : members(name).value_or(Data::Pairs())) {
    if (!value.is_str()) wrong(name, "an object of texts");
    tags[key.as_str()] = value.as_str();
  }
  return tags;
}
std::vector<File> Body::files(std::string_view name) {
  std::vector<File> files;
  for (const auto& [path, data] : members(name).value_or(Data::Pairs())) {
    const std::string& at = path.as_str();
    if (at.empty() || at.size() > 1'000 || at.back() == '/')
      throw BadRequest(where_ + std::string(name) + ": '" + at + "' isn't a file's path");
    if (!is_content(data)) wrong(std::string(name) + "." + at, kContent);
    files.push_back({at, data.as_str()});
  }
  return files;
}
std::optional<Limits> Body::limits(std::string_view name, const Limits& over) {
  const Data* found = find(name);
  if (!found) return std::nullopt;
  Body given(*found, where_ + std::string(name));
  Limits limits = over;
#define LIMIT(name, default_value, unit, since, doc) limits.name = given.count(#name).value_or(limits.name);
#include "base/limits.def"
#undef LIMIT
  given.done();
  return limits;
}

std::optional<Answer> Body::answer() {
  const Data* result = value("result");
  const Data* error = value("error");
  if (result && error) throw BadRequest(where_ + "result and " + where_ + "error can't both be there");
  if (result) return Answer(*result);
  if (!error) return std::nullopt;
  Body given(*error, where_ + "error");
  Error raised{.type = given.needed_text("type"), .message = given.text_or("message", "")};
  given.done();
  return Answer(std::move(raised));
}

void Body::done() const {
  for (const auto& [key, value] : object_.pairs())
    if (!key.is_str() || !asked_.contains(key.as_str()))
      throw BadRequest(where_ + (key.is_str() ? key.as_str() : "a key") + ": there is no such member");
}

std::string key_of(Body& body, const Request& request) {
  std::string key = body.text_or("key", "");
  const auto header = request.headers.find("idempotency-key");
  if (header == request.headers.end()) return key;
  if (!key.empty() && key != header->second) throw BadRequest("key and the header Idempotency-Key say different things");
  return header->second;
}

}  // namespace fermata::server
