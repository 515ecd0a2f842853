#include "durable/database/database.h"

namespace fermata::durable {

std::string in_dialect(std::string_view sql, const Dialect& dialect) {
  std::string text(sql);
  const auto replace = [&](std::string_view mark, std::string_view by) {
    for (size_t at = 0; (at = text.find(mark, at)) != text.npos; at += by.size()) text.replace(at, mark.size(), by);
  };
  replace("{lock}", dialect.lock);
  replace("{skip}", dialect.skip);
  replace("{bytes}", dialect.bytes);
  replace("{clustered}", dialect.clustered);
  return text;
}

}  // namespace fermata::durable
