// Source text and positions in it. A Source holds one program's text, normalised as CPython normalises it (no byte order mark, every line
// ends in "\n"), with a table of line starts. Whoever compiles owns it and keeps it alive as long as the syntax tree made from it; the
// lexer, parser, compiler and tracebacks read it. Immutable after construction, so threads may share it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

// A place in a source: line from 1, column in UTF-8 bytes from 0 (CPython's lineno and col_offset), and the byte offset into
// Source::text().
struct Position {
  uint32_t line = 1;
  uint32_t column = 0;
  uint32_t offset = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

// Half-open: `end` is just past the last byte.
struct Span {
  Position begin;
  Position end;

  friend bool operator==(const Span&, const Span&) = default;
};

class Source {
 public:
  Source(std::string name, std::string_view text);

  const std::string& name() const { return name_; }
  // The normalised text. Not necessarily valid UTF-8: the lexer checks that.
  std::string_view text() const { return text_; }
  uint32_t line_count() const { return static_cast<uint32_t>(line_starts_.size()); }

  // The text of a line (from 1) without its "\n"; empty when there is no such line.
  std::string_view line(uint32_t line) const;
  std::string_view text(const Span& span) const;
  Position position(uint32_t offset) const;

  // Code points before the byte `column` of `line`: what SyntaxError.offset counts (that one from 1).
  uint32_t character_column(uint32_t line, uint32_t column) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

}  // namespace fermata
