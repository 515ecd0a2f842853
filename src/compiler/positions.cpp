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

}  // namespace fermata
