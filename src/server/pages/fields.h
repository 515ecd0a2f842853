// A call's arguments as fields of a form, each typed by the value that is there, and back. What nobody touched stays the very value that
// the program passed; what was edited is checked, and what can't be read is told beside its field, with the edit kept.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fermata/durable/approvals.h"
#include "fermata/host.h"
#include "server/http/message.h"
#include "server/pages/html.h"

namespace fermata::server {

enum class FieldKind : uint8_t { kText, kInt, kFloat, kBool, kDate, kDecimal, kJson };

struct Field {
  std::string name{};   // in the form: "arg.0"
  std::string label{};  // "amount"; of one whose name nobody knows its place, "1st"
  FieldKind kind = FieldKind::kJson;
  Data value{};           // that was passed
  std::string text{};     // of the value, as it is first shown; or what somebody made of it
  std::string problem{};  // why that can't be read; empty: it can
};

struct Edited {
  std::vector<Field> fields{};  // with the texts that were sent
  Call call{};                  // with the arguments that they mean
  bool is_other = false;        // they aren't those that the program passed
  bool has_problem = false;
};

// `names`: durable::argument_names().
std::vector<Field> fields_of(const Call& call, const std::vector<std::string>& names = {});
Edited read_fields(const Call& call, const Texts& form, const std::vector<std::string>& names = {});

// One field, labelled, with its type. `editable`: or only to be read.
Html field_html(const Field& field, bool editable);

const char* name_of(FieldKind kind);  // "whole number"
// What a form has under that name; empty if nothing.
std::string sent(const Texts& form, std::string_view name);
std::string with_newlines(std::string_view text);  // as they are, of a textarea's "\r\n"

// False: it isn't a value of that kind; `problem` says why.
bool read_field(FieldKind kind, const std::string& text, Data* value, std::string* problem);

}  // namespace fermata::server
