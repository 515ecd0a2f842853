#include "serialization/error_json.h"

namespace fermata {

namespace {

using Type = Data::Type;

Data::Items errors_of(const std::vector<Error>& errors) {
  Data::Items items;
  for (const Error& error : errors) items.push_back(data_of(error));
  return items;
}

Data data_of(const Place& place) {
  return Data::dict({{"function", place.function},
                     {"file", place.file},
                     {"at", Data::list({int64_t(place.line), int64_t(place.column), int64_t(place.end_line), int64_t(place.end_column)})},
                     {"source_line", place.source_line}});
}

// Each reads a member, when it is there; false: it is of another kind.
bool read(const Data& data, const char* name, std::string* out) {
  const Data* member = data.find(name);
  if (!member) return true;
  if (!member->is_str()) return false;
  *out = member->as_str();
  return true;
}
bool read(const Data& data, const char* name, bool* out) {
  const Data* member = data.find(name);
  if (!member) return true;
  if (member->type() != Type::kBool) return false;
  *out = member->as_bool();
  return true;
}
bool read(const Data& data, const char* name, Data::Items* out) {
  const Data* member = data.find(name);
  if (!member) return true;
  if (member->type() != Type::kList) return false;
  *out = member->items();
  return true;
}
bool read(const Data& data, const char* name, std::vector<std::pair<std::string, Data>>* out) {
  const Data* member = data.find(name);
  if (!member) return true;
  if (member->type() != Type::kDict) return false;
  for (const auto& [key, value] : member->pairs()) {
    if (!key.is_str()) return false;
    out->emplace_back(key.as_str(), value);
  }
  return true;
}
bool read(const Data& data, const char* name, std::vector<Error>* out) {
  Data::Items items;
  if (!read(data, name, &items)) return false;
  for (const Data& item : items)
    if (!error_from(item, &out->emplace_back())) return false;
  return true;
}
bool read(const Data& data, const char* name, std::vector<Place>* out) {
  Data::Items items;
  if (!read(data, name, &items)) return false;
  for (const Data& item : items) {
    Place& place = out->emplace_back();
    Data::Items at;
    if (item.type() != Type::kDict || !read(item, "function", &place.function) || !read(item, "file", &place.file) ||
        !read(item, "source_line", &place.source_line) || !read(item, "at", &at) || at.size() != 4)
      return false;
    uint32_t* const numbers[] = {&place.line, &place.column, &place.end_line, &place.end_column};
    for (size_t i = 0; i < at.size(); ++i) {
      if (!at[i].is_small_int() || at[i].as_int() < 0 || at[i].as_int() > UINT32_MAX) return false;
      *numbers[i] = uint32_t(at[i].as_int());
    }
  }
  return true;
}

}  // namespace

Data data_of(const Error& error) {
  Data::Pairs pairs{{"type", error.type}, {"message", error.message}};
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) pairs.emplace_back(name, text);
  };
  const auto add_items = [&](const char* name, Data::Items items) {
    if (!items.empty()) pairs.emplace_back(name, Data::list(std::move(items)));
  };
  add("traceback", error.traceback);
  add_items("args", error.args);
  add("hint", error.hint);
  Data::Items frames;
  for (const Place& place : error.frames) frames.push_back(data_of(place));
  add_items("frames", std::move(frames));
  add("base", error.base);
  Data::Pairs attributes;
  for (const auto& [name, value] : error.attributes) attributes.emplace_back(Data(name), value);
  if (!attributes.empty()) pairs.emplace_back("attributes", Data::dict(std::move(attributes)));
  add_items("exceptions", errors_of(error.exceptions));
  add_items("cause", errors_of(error.cause));
  add("module", error.module);
  if (error.declared) pairs.emplace_back("declared", true);
  return Data::dict(std::move(pairs));
}

bool error_from(const Data& data, Error* out) {
  *out = Error();
  return data.type() == Type::kDict && data.find("type") && read(data, "type", &out->type) && read(data, "message", &out->message) &&
         read(data, "traceback", &out->traceback) && read(data, "args", &out->args) && read(data, "hint", &out->hint) &&
         read(data, "frames", &out->frames) && read(data, "base", &out->base) && read(data, "attributes", &out->attributes) &&
         read(data, "exceptions", &out->exceptions) && read(data, "cause", &out->cause) && read(data, "module", &out->module) &&
         read(data, "declared", &out->declared);
}

}  // namespace fermata
