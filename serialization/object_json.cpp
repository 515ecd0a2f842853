#include "serialization/object_json.h"

#include "serialization/data_json.h"

namespace fermata {

namespace {

using Type = Data::Type;

// How a kind's content is written.
enum class Form : uint8_t {
  kText,    // the text of its first field; with further fields {"iso": …, "fold": 1}
  kInts,    // a list of its fields, which are ints
  kFloats,  // or floats
  kFields,  // {"type": …, "fields": {…}}
  kMember,  // {"type": …, "name": …, "value": …}
  kName,    // {"type": …, "name": …}
};
struct Row {
  std::string_view tag;
  Form form;
  std::string_view fields[3];
  std::string_view takes;
};

// By ObjectKind.
constexpr Row kRows[] = {
    {"$date", Form::kText, {"iso"}, "a text"},
    {"$time", Form::kText, {"iso", "fold"}, "a text, or {\"iso\": text, \"fold\": 1}"},
    {"$datetime", Form::kText, {"iso", "fold"}, "a text, or {\"iso\": text, \"fold\": 1}"},
    {"$timedelta", Form::kInts, {"days", "seconds", "microseconds"}, "[days, seconds, microseconds]"},
    {"$decimal", Form::kText, {"text"}, "a text"},
    {"$uuid", Form::kText, {"text"}, "a text"},
    {"$complex", Form::kFloats, {"real", "imag"}, "[real, imag]"},
    {"$enum", Form::kMember, {"name", "value"}, "{\"type\": text, \"name\": text, \"value\": value}"},
    {"$namedtuple", Form::kFields, {}, "{\"type\": text, \"fields\": {…}}"},
    {"$record", Form::kFields, {}, "{\"type\": text, \"fields\": {…}}"},
    {"$handle", Form::kName, {"name"}, "{\"type\": text, \"name\": text}"},
};

size_t count_of(const Row& row) {
  size_t n = 0;
  while (n < std::size(row.fields) && !row.fields[n].empty()) ++n;
  return n;
}

const Row* find_row(std::string_view tag) {
  for (const Row& row : kRows)
    if (row.tag == tag) return &row;
  return nullptr;
}

const Data* text_in(const Data& dict, std::string_view name) {
  const Data* found = dict.find(name);
  return found && found->is_str() ? found : nullptr;
}

// False: the content isn't what the row takes.
bool read(const Row& row, const Data& content, std::string* type, Data::Pairs* fields) {
  const bool dict = content.type() == Type::kDict;
  const auto add = [&](std::string_view name, const Data& value) { fields->emplace_back(Data(name), value); };
  switch (row.form) {
    case Form::kText:
      if (content.is_str()) {
        add(row.fields[0], content);
        return true;
      }
      if (row.fields[1].empty() || !dict || content.pairs().size() != 2 || !text_in(content, row.fields[0])) return false;
      if (const Data* fold = content.find(row.fields[1]); !fold || !(*fold == Data(1))) return false;
      add(row.fields[0], *content.find(row.fields[0]));
      add(row.fields[1], Data(1));
      return true;
    case Form::kInts:
    case Form::kFloats: {
      if (content.type() != Type::kList || content.items().size() != count_of(row)) return false;
      for (size_t i = 0; i < count_of(row); ++i) {
        const Data& item = content.items()[i];
        if (item.is_small_int()) add(row.fields[i], row.form == Form::kInts ? item : Data(double(item.as_int())));
        else if (item.type() == Type::kFloat && row.form == Form::kFloats) add(row.fields[i], item);
        else return false;
      }
      return true;
    }
    default: break;
  }
  const Data* type_text = text_in(content, "type");
  if (!dict || !type_text) return false;
  *type = type_text->as_str();
  if (row.form != Form::kFields) {
    const Data* name = content.find("name");
    if (!name || content.pairs().size() != count_of(row) + 1) return false;
    if (!name->is_str() && !(row.form == Form::kMember && name->is_none())) return false;
    for (size_t i = 0; i < count_of(row); ++i) {
      if (!content.find(row.fields[i])) return false;
      add(row.fields[i], *content.find(row.fields[i]));
    }
    return true;
  }
  const Data* members = content.find("fields");
  if (!members || members->type() != Type::kDict || content.pairs().size() != 2) return false;
  for (const auto& [name, value] : members->pairs())
    if (!name.is_str()) return false;
  *fields = members->pairs();
  return true;
}

void append_member(std::string& out, std::string_view name, const Data& value) {
  append_json(out, Data(name));
  out += ": ";
  append_json(out, value);
}

}  // namespace

void append_object_json(std::string& out, const Data::Object& object) {
  const Row& row = kRows[size_t(object.kind)];
  out += "{\"";
  out += row.tag;
  out += "\": ";
  switch (row.form) {
    case Form::kText:
      if (object.fields.size() == 1) append_json(out, object.fields[0].second);
      else append_json(out, Data::dict(object.fields));
      break;
    case Form::kInts:
    case Form::kFloats: {
      Data::Items items;
      for (const auto& field : object.fields) items.push_back(field.second);
      append_json(out, Data::list(std::move(items)));
      break;
    }
    case Form::kFields:
      out.push_back('{');
      append_member(out, "type", Data(object.type_name));
      out += ", ";
      append_member(out, "fields", Data::dict(object.fields));
      out.push_back('}');
      break;
    default:
      out.push_back('{');
      append_member(out, "type", Data(object.type_name));
      for (const auto& [name, value] : object.fields) {
        out += ", ";
        append_member(out, name.is_str() ? name.as_str() : "", value);
      }
      out.push_back('}');
  }
  out.push_back('}');
}

bool is_object_tag(std::string_view tag) { return find_row(tag); }

bool object_of_tag(std::string_view tag, const Data& content, Data* out, std::string* problem) {
  const Row* row = find_row(tag);
  std::string type;
  Data::Pairs fields;
  if (!row || !read(*row, content, &type, &fields)) {
    *problem = std::string(tag) + " takes " + (row ? std::string(row->takes) : "nothing");
    return false;
  }
  *out = Data::object(ObjectKind(row - kRows), std::move(type), std::move(fields));
  return true;
}

}  // namespace fermata
