// Data as JSON text and back. What JSON can't express is tagged, each tag an object with that one member:
//
//   {"$tuple": […]}  {"$set": […]}  {"$frozenset": […]}      {"$bytes": "base64"}
//   {"$int": "-123…"}       an int beyond 2^53, which other readers of JSON would round; huge ones as "0x…"
//   {"$float": "nan"}       also "inf" and "-inf"
//   {"$dict": [[k, v], …]}  a dict with a key that isn't a str, or whose only key begins with "$"
//   {"$str": ["…", "…"]}    a str in which a lone high surrogate is followed by a lone low one: its pieces
//
// and objects (ObjectKind):
//
//   {"$date": "2026-11-21"}  {"$time": "10:00:00"}  {"$datetime": "2026-11-21T10:00:00+00:00"}  with fold 1 or a zone's name: {"$time":
//   {"iso": "…", "fold": 1, "zone": "CET"}}
//   {"$timedelta": [days, seconds, microseconds]}  {"$decimal": "1.50"}  {"$uuid": "…"}  {"$complex": [real, imag]}
//   {"$enum": {"type": "Color", "name": "RED", "value": 1}}
//   {"$record": {"type": "Order", "fields": {…}}}  {"$namedtuple": {"type": "Point", "fields": {…}}}
//   {"$handle": {"type": "Database", "name": "db"}}
//   {"$fraction": [1, 3]}  {"$ipaddress": {"type": "IPv4Address", "text": "10.0.0.1"}}
//   {"$path": {"type": "PosixPath", "text": "a/b"}}
//   {"$instance": {"type": "Parser", "module": "__main__", "repr": "<…>", "attributes": {…}}}
//
// A list, dict or long text that appears in several places is written in each, unless that makes much more of the whole (over 256 KB, and
// four times as much): then it is {"$share": [number, value]} in the first place, and {"$ref": number} in the others.
//
// A number with a point or an exponent is a float, any other an int; floats are always written so. A lone surrogate
// is its \uXXXX escape. Pure functions without state, called by the command line and the bindings.
#pragma once

#include <string>
#include <string_view>

#include "fermata/host.h"
#include "fermata/value.h"

namespace fermata {

// Lists and dicts within each other: text that nests deeper is refused.
inline constexpr int kMaxJsonDepth = 500;
// What to_json() makes of anything that crossed a border nests less: values nest 200 deep there, each in up to 5 of JSON's; exceptions add
// some hundred. Whoever reads what to_json() wrote allows this much.
inline constexpr int kMaxWrittenDepth = 2'000;

// One line, with ", " and ": ". Control characters are escaped, so that the text can be shown on a terminal; bytes that
// aren't UTF-8 become lone surrogates U+DC80..U+DCFF, as Python reads file names.
std::string to_json(const Data& data);

// False: `error` says what is wrong, and where: "line 1 column 5: expected a value". Reads what to_json writes, any other
// JSON, and NaN, Infinity, -Infinity, which Python's json writes. The last of equal keys wins.
bool from_json(std::string_view text, Data* out, std::string* error, int max_depth = kMaxJsonDepth);

// What a host function answers: a value, or {"$raise": {"type": "ValueError", "message": "text"}}, where other members of Error may
// follow (error_json.h).
bool answer_from_json(std::string_view text, Answer* out, std::string* error, int max_depth = kMaxJsonDepth);
std::string answer_to_json(const Answer& answer);

}  // namespace fermata
