#include "serialization/object_json.h"

#include "serialization/data_json.h"

namespace fermata {

namespace {

using Type = Data::Type;

// How a kind's content is written.
enum class Form : uint8_t {
  kText,     // the text of its first field; with some of the further ones {"iso": …, "fold": 1, "zone": …}
  kInts,     // a list of its fields, which are ints
  kFloats,   // or floats
  kFields,   // {"type": …, "fields": {…}}
  kMembers,  // {"type": …, "name": …, "value": …}: texts, but for what may_be_other() knows
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
    {"$time", Form::kText, {"iso", "fold", "zone"}, "a text, or {\"iso\": text, \"fold\": 1, \"zone\": text}"},
    {"$datetime", Form::kText, {"iso", "fold", "zone"}, "a text, or {\"iso\": text, \"fold\": 1, \"zone\": text}"},
    {"$timedelta", Form::kInts, {"days", "seconds", "microseconds"}, "[days, seconds, microseconds]"},
    {"$decimal", Form::kText, {"text"}, "a text"},
    {"$uuid", Form::kText, {"text"}, "a text"},
    {"$complex", Form::kFloats, {"real", "imag"}, "[real, imag]"},
    {"$enum", Form::kMembers, {"name", "value"}, "{\"type\": text, \"name\": text, \"value\": value}"},
    {"$namedtuple", Form::kFields, {}, "{\"type\": text, \"fields\": {…}}"},
    {"$record", Form::kFields, {}, "{\"type\": text, \"fields\": {…}}"},
    {"$handle", Form::kMembers, {"name"}, "{\"type\": text, \"name\": text}"},
    {"$fraction", Form::kInts, {"numerator", "denominator"}, "[numerator, denominator]"},
    {"$ipaddress", Form::kMembers, {"text"}, "{\"type\": text, \"text\": text}"},
    {"$path", Form::kMembers, {"text"}, "{\"type\": text, \"text\": text}"},
    {"$instance",
     Form::kMembers,
     {"module", "repr", "attributes"},
     "{\"type\": text, \"module\": text, \"repr\": text, \"attributes\": {…}}"},
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

// Those of kMembers that aren't text: an enum's value, its name when it has none, what an instance holds.
bool may_be_other(const Row& row, std::string_view field, const Data& data) {
  if (field == "value") return true;
  if (field == "attributes") return data.is_none() || data.type() == Type::kDict;
  return row.tag == "$enum" && data.is_none();
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
      if (row.fields[1].empty() || !dict || content.pairs().size() < 2 || !text_in(content, row.fields[0])) return false;
      for (std::string_view name : row.fields) {
        const Data* found = content.find(name);
        if (!found) continue;
        if (!(name == "fold" ? *found == Data(1) : found->is_str())) return false;
        add(name, *found);
      }
      return fields->size() == content.pairs().size();
    case Form::kInts:
    case Form::kFloats: {
      if (content.type() != Type::kList || content.items().size() != count_of(row)) return false;
      for (size_t i = 0; i < count_of(row); ++i) {
        const Data& item = content.items()[i];
        if (item.type() == Type::kInt && row.form == Form::kInts) add(row.fields[i], item);
        else if (item.is_small_int()) add(row.fields[i], Data(double(item.as_int())));
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
    if (content.pairs().size() != count_of(row) + 1) return false;
    for (size_t i = 0; i < count_of(row); ++i) {
      const Data* found = content.find(row.fields[i]);
      if (!found || !(found->is_str() || may_be_other(row, row.fields[i], *found))) return false;
      add(row.fields[i], *found);
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

}  // namespace

void write_object_json(DataWriter& writer, const Data::Object& object) {
  const Row& row = kRows[size_t(object.kind)];
  std::string& out = writer.out;
  const auto member = [&](std::string_view name, const Data& value) {
    writer.value(Data(name));
    out += ": ";
    writer.value(value);
  };
  out += "{\"";
  out += row.tag;
  out += "\": ";
  switch (row.form) {
    case Form::kText:
      if (object.fields.size() == 1) writer.value(object.fields[0].second);
      else writer.dict(object.fields);
      break;
    case Form::kInts:
    case Form::kFloats:
      out.push_back('[');
      for (size_t i = 0; i < object.fields.size(); ++i) {
        if (i) out += ", ";
        writer.value(object.fields[i].second);
      }
      out.push_back(']');
      break;
    case Form::kFields:
      out.push_back('{');
      member("type", Data(object.type_name));
      out += ", \"fields\": ";
      writer.dict(object.fields);
      out.push_back('}');
      break;
    case Form::kMembers:
      out.push_back('{');
      member("type", Data(object.type_name));
      for (const auto& [name, value] : object.fields) {
        out += ", ";
        member(name.is_str() ? name.as_str() : "", value);
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
