// Tracebacks as CPython 3.11 prints them: the chain of causes and contexts, source lines with carets, notes,
// and "Did you mean". Called by the session when an exception leaves the program, and by module traceback.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/source.h"
#include "fermata/error.h"
#include "runtime/context.h"

namespace fermata {

// str(exception); the session runs a program's own __str__ for it.
using ExceptionText = std::function<std::string(Value exception)>;

// What a program makes its tracebacks of is bounded only by the heap limit, so these texts are cut: to this many bytes, with a
// line in brackets that says how much is missing, and to the time that the budget's clock leaves.
inline constexpr size_t kMaxTraceback = 4 << 20;
// The text, or its beginning and "[N more bytes are not shown]".
std::string cut_text(std::string_view text, size_t most = kMaxTraceback);

// What the host raised at a call is remembered for a while, in the library's state under this name: a list of tuples (exception, call's id,
// function's name). The tuple of an exception, or null.
inline constexpr std::string_view kRaisedByHost = "border.raised";
Tuple* raised_by_host(Context& cx, Value exception);

// "Traceback (most recent call last): …" to the last line, with a newline at the end.
// `most`: of each stack so many frames are shown, the innermost; with 0 or less nothing of it.
std::string format_exception(Context& cx, Value exception, const ExceptionText& text_of, std::optional<int64_t> most = {});
// The last line alone, "ValueError: text", with notes.
std::string format_exception_only(Context& cx, Value exception, const ExceptionText& text_of);
// For one source line and a span in it: the line and its carets, indented, or empty when there is no source.
std::string format_source_line(Context& cx, const Code* code, uint32_t pc);

// The place of an instruction, for the host.
Place place_at(Context& cx, const Code* code, uint32_t pc);
// Those of frames, given from the innermost on: kMostPlaces of them, outermost first. The library's hidden ones are left out.
class Places {
 public:
  explicit Places(Context& cx) : cx_(cx) {}
  void add(const Code* code, uint32_t pc);
  std::vector<Place> take();

 private:
  Context& cx_;
  std::vector<Place> places_;
  std::map<std::pair<const Code*, uint32_t>, size_t> known_;  // a recursion's are looked up once
};
std::vector<Place> places_of(Context& cx, Value traceback);

// Where, in bytes from the start of an expression's text, the part is that gets "^" while the rest gets "~": a binary operator, or a
// subscript's brackets.
struct Anchors {
  size_t begin = 0, end = 0;
  bool found = false;
};
Anchors find_anchors(std::string_view segment);
// A source that the session was given, by its name; null when there is none.
const Source* find_source(Context& cx, std::string_view name);

// str(exception) by natives alone; "<exception str() failed>" where that would need code of the program.
std::string exception_text(Context& cx, Value exception);

}  // namespace fermata
