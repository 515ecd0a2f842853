// Values against JSON Schema (draft 2020-12, as much of it as the package's descriptions of functions and people's answers need). A schema
// may come from a program: what it costs is bounded, and regular expressions aren't looked at.
#pragma once

#include <optional>
#include <string>

#include "fermata/value.h"

namespace fermata::durable {

// A list, a tuple, a set: an array of JSON's.
bool is_list(const Data& value);
// None: it isn't a number, or isn't there. Ints beyond a double's are infinite.
std::optional<double> number_of(const Data* value);
// JSON has one kind of numbers.
bool is_same(const Data& a, const Data& b);
// A dict, or an instance of a class with fields: an object of JSON's.
bool has_fields(const Data& value);
const Data::Pairs& fields_of(const Data& value);

// A schema's member of that name, when it is a text; else "".
std::string text_in(const Data& schema, const char* name);
// What a schema says of an item of a list; null: nothing.
const Data* schema_of_item(const Data& schema, size_t place);
// The kind of values that a schema's "x-type" means (fitted.h). Nothing: it has none, or one that isn't an object's.
std::optional<ObjectKind> typed_kind(const Data& schema);

// One schema, and the values that are looked at by it and by its parts. It refers to the schema, which outlives it.
class SchemaChecker {
 public:
  explicit SchemaChecker(const Data& root) : root_(root) {}

  // Why the value isn't as the schema says, as a sentence that begins with `where`: "order.items[2].price has to be a number, not 'x'";
  // empty: it is. What JSON has no type for, a date, a Decimal and the like, are strings with a format or a pattern, or have an "x-type"
  // (fitted.h), of which the text has to be one; a record is an object of its fields, an enum's member its value; sets and tuples are
  // arrays. What a schema says by keywords that aren't known here is left open.
  std::string misfit(const Data& schema, const Data& value, const std::string& where) { return check(schema, value, where, 0); }
  // It took too many steps: everything is a misfit from then on.
  bool has_given_up() const;
  // What a schema refers to, itself if it doesn't. Null: there is no such definition.
  const Data* resolved(const Data& schema) const;

 private:
  std::string check(const Data& given, const Data& value, const std::string& where, int depth);
  const Data* referred(const Data& schema) const;
  std::string wrong_typed(const Data& schema, const Data& value, const std::string& where) const;
  std::string wrong_choice(const Data& schema, const Data& value, const std::string& where, int depth);
  std::string wrong_list(const Data& schema, const Data& value, const std::string& where, int depth);
  std::string wrong_fields(const Data& schema, const Data& value, const std::string& where, int depth);

  const Data& root_;
  size_t steps_ = 0;
};

}  // namespace fermata::durable
