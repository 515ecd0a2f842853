// Fields of forms, and the values that people write in them: labelled, each of a kind that says what it takes. argument_fields.h makes them
// of a call's arguments, question.h of what a program asks for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/value.h"
#include "server/http/message.h"
#include "server/pages/html.h"

namespace fermata::server {

// What somebody sent and can't be taken: shown beside what was sent.
struct Unusable {
  std::string problem;
};

enum class FieldKind : uint8_t {
  kText,
  kInt,
  kFloat,
  kBool,
  kDate,
  kTime,
  kDateTime,
  kDecimal,
  kUuid,
  // Texts of which JSON Schema says what they are.
  kDateText,
  kTimeText,
  kDateTimeText,
  kEmail,
  kUri,
  kLines,    // a list of texts, each on a line of its own
  kChoice,   // one of `choices`
  kMembers,  // fields of their own
  kJson
};

struct Choice {
  std::string sent, shown;
  Data value;
};

struct Field {
  std::string name{};   // in the form: "arg.0", "arg.0.2"
  std::string label{};  // "amount"
  std::string key{};    // of a member of an object: its name there
  FieldKind kind = FieldKind::kJson;
  std::string hint{};     // what else is to be said of it
  Data value{};           // that was passed
  std::string text{};     // what is in it
  std::string problem{};  // why that can't be read; empty: it can
  std::vector<Choice> choices{};
  std::vector<Field> members{};
  bool is_optional = false;          // nothing may be there
  bool is_asked = false;             // somebody has to say it: nothing is chosen beforehand
  bool takes_empty = false;          // an empty text is a value, too
  std::optional<std::string> was{};  // the text of what was passed, of a field that may be edited
};

// One field, labelled, with what it takes. `editable`: or only to be read.
Html field_html(const Field& field, bool editable = true);
size_t count_of(const std::vector<Field>& fields);  // with those in them
size_t size_of(const std::vector<Field>& fields);   // of their texts

// What a form has under that name; empty if nothing.
std::string sent(const Texts& form, std::string_view name);
std::string with_newlines(std::string_view text);  // as they are, of a textarea's "\r\n"

// A text as a value of that kind, but for kChoice and kMembers. False: it isn't one; `problem` says why.
bool read_field(FieldKind kind, const std::string& text, Data* value, std::string* problem);
// The same of a field that may be a choice.
bool read_field(const Field& field, const std::string& text, Data* value, std::string* problem);

// Of a schema that lets a value be something or nothing that something; another one as it is. What it refers to is in `root`. None: there
// is no such schema.
Data something_of(const Data& root, const Data* schema, bool* or_nothing);
std::vector<Choice> choices_of(const Data& schema);  // of its "enum" or "const", as JSON has them; none: it has none, or too many

}  // namespace fermata::server
