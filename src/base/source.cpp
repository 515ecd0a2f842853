#include "base/source.h"

#include <algorithm>

namespace fermata {

Source::Source(std::string name, std::string_view text) : name_(std::move(name)) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text_.reserve(text.size());
  size_t from = 0;
  for (size_t carriage; (carriage = text.find('\r', from)) != std::string_view::npos;) {
    text_.append(text, from, carriage - from).push_back('\n');
    from = carriage + 1;
    if (from < text.size() && text[from] == '\n') ++from;
  }
  text_.append(text.substr(from));

  line_starts_.push_back(0);
  for (size_t newline = text_.find('\n'); newline != std::string::npos; newline = text_.find('\n', newline + 1)) {
    line_starts_.push_back(static_cast<uint32_t>(newline + 1));
  }
}

std::string_view Source::line(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  std::string_view rest = std::string_view(text_).substr(line_starts_[line - 1]);
  return rest.substr(0, rest.find('\n'));
}

std::string_view Source::text(const Span& span) const {
  if (span.begin.offset > text_.size() || span.end.offset < span.begin.offset) return {};
  return std::string_view(text_).substr(span.begin.offset, span.end.offset - span.begin.offset);
}

Position Source::position(uint32_t offset) const {
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  auto index = static_cast<uint32_t>(after - line_starts_.begin() - 1);
  return {index + 1, offset - line_starts_[index], offset};
}

uint32_t Source::character_column(uint32_t line_number, uint32_t column) const {
  std::string_view bytes = line(line_number);
  uint32_t count = 0;
  for (char c : bytes.substr(0, std::min<size_t>(column, bytes.size()))) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++count;
  }
  // A column past the end of the line (the newline itself, or an end of file) keeps its distance.
  return column > bytes.size() ? count + column - static_cast<uint32_t>(bytes.size()) : count;
}

}  // namespace fermata
