// What SQL says of savepoints. SQLite doesn't tell which are open.
#pragma once

#include <string_view>

namespace fermata {

struct SavepointWords {
  enum What : unsigned char { kNothing, kMake, kRelease, kBack } what = kNothing;
  std::string_view name = {};
};
SavepointWords savepoint_words(std::string_view sql);
bool same_sql_name(std::string_view a, std::string_view b);

}  // namespace fermata
