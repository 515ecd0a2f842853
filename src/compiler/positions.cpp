#include "compiler/positions.h"

#include "base/varint.h"

namespace fermata {

std::vector<uint8_t> pack_positions(const std::vector<PositionUnit>& positions) {
  std::vector<uint8_t> out;
  out.reserve(positions.size() * 6);
  uint32_t pc = 0, line = 0;
  for (const PositionUnit& p : positions) {
    put_varint(out, p.pc - pc);
    put_varint(out, fold_sign(static_cast<int64_t>(p.span.begin.line) - line));
    put_varint(out, p.span.begin.column);
    put_varint(out, p.span.end.line - p.span.begin.line);
    put_varint(out, p.span.end.column);
    pc = p.pc;
    line = p.span.begin.line;
  }
  return out;
}

}  // namespace fermata
