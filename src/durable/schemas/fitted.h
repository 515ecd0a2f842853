// A value that is as a schema says, as the types behind the schema have it. What a worker declares of its Python functions says more than
// JSON Schema can: "x-type" is what a parameter, or a field, takes.
//
//   "decimal", "date", "time", "datetime", "uuid"   a text is read as one (a decimal may be an int, too)
//   "timedelta"                                     only a value of that type
//   "bytes"                                         a text is base64
//   "tuple", "set", "frozenset"                     made from a list
//   "record", "namedtuple"                          an object becomes an instance of the class "x-name"
//   "enum"                                          a value of "enum" or "const" becomes that member of the class "x-name", by the
//                                                   names in "x-members"
#pragma once

#include "fermata/value.h"

namespace fermata::durable {

// `value` fits: SchemaChecker::misfit() has found nothing. Throws UsageError for one that takes too long.
Data fitted(const Data& root, const Data& schema, const Data& value);

}  // namespace fermata::durable
