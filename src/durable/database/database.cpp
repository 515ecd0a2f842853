#include "durable/database/database.h"

#include "base/utf8.h"
#include "fermata/error.h"

namespace fermata::durable {

Param::Param(std::string_view text) : value_(text) {
  if (!utf8::is_valid(text, utf8::Surrogates::kForbid) || text.find('\0') != text.npos)
    throw UsageError("a store keeps texts that are UTF-8, without zero bytes");
}

void Database::savepoint() {
  static constexpr Statement kSavepoint{"SAVEPOINT s"};
  run(kSavepoint);
}
void Database::release() {
  static constexpr Statement kRelease{"RELEASE s"};
  run(kRelease);
}
void Database::roll_back_to() {
  static constexpr Statement kRollback{"ROLLBACK TO s"};
  run(kRollback);
  release();
}

void Database::within(bool writes, const Use& work) {
  witness_ = nullptr;
  begin(writes);
  try {
    work(*this);
    commit();
  } catch (...) {
    rollback();
    throw;
  }
}

std::string in_dialect(std::string_view sql, const Dialect& dialect) {
  std::string text(sql);
  const auto replace = [&](std::string_view mark, std::string_view by) {
    for (size_t at = 0; (at = text.find(mark, at)) != text.npos; at += by.size()) text.replace(at, mark.size(), by);
  };
  replace("{lock}", dialect.lock);
  replace("{skip}", dialect.skip);
  replace("{bytes}", dialect.bytes);
  replace("TEXT", dialect.text);
  replace("{clustered}", dialect.clustered);
  return text;
}

}  // namespace fermata::durable
