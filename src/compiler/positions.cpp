#include "compiler/positions.h"

#include "base/varint.h"

namespace fermata {

std::vector<uint8_t> pack_positions(const std::vector<PositionUnit>& positions) {
  std::vector<uint8_t> out;
  out.reserve(positions.size() * 4);
  uint32_t pc = 0, line = 0;
  for (const PositionUnit& p : positions) {
    const uint32_t lines = p.span.end.line - p.span.begin.line;
    const bool on_line = p.span.begin.line == line && lines == 0 && p.span.end.column >= p.span.begin.column;
    put_varint(out, uint64_t{p.pc - pc} << 1 | (on_line ? 0 : 1));
    if (on_line) {
      put_varint(out, p.span.begin.column);
      put_varint(out, p.span.end.column - p.span.begin.column);
    } else {
      put_varint(out, fold_sign(static_cast<int64_t>(p.span.begin.line) - line));
      put_varint(out, p.span.begin.column);
      put_varint(out, lines);
      put_varint(out, p.span.end.column);
    }
    pc = p.pc;
    line = p.span.begin.line;
  }
  return out;
}

bool unpack_positions(std::span<const uint8_t> table, std::vector<PositionUnit>& positions) {
  constexpr uint64_t kMost = UINT32_MAX;
  uint64_t pc = 0, line = 0;
  for (size_t at = 0; at < table.size();) {
    uint64_t head, line_delta = 0, column, lines = 0, end_column;
    if (!get_varint(table, at, head)) return false;
    const bool on_line = !(head & 1);
    if (!on_line && !get_varint(table, at, line_delta)) return false;
    if (!get_varint(table, at, column)) return false;
    if (!on_line && !get_varint(table, at, lines)) return false;
    if (!get_varint(table, at, end_column)) return false;
    pc += head >> 1;
    line += static_cast<uint64_t>(unfold_sign(line_delta));
    if (pc > kMost || line > kMost || column > kMost || lines > kMost - line || end_column > kMost) return false;
    if (on_line && (end_column += column) > kMost) return false;
    const auto begin = static_cast<uint32_t>(line);
    positions.push_back(
        {static_cast<uint32_t>(pc),
         {{begin, static_cast<uint32_t>(column), 0}, {begin + static_cast<uint32_t>(lines), static_cast<uint32_t>(end_column), 0}}});
  }
  return true;
}

}  // namespace fermata
