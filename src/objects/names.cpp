// Interning: the one Str of a session for a name, and running out of memory, which needs exceptions.
#include "base/hash.h"
#include "base/utf8.h"
#include "objects/errors.h"
#include "objects/text.h"

namespace fermata {

Str* Context::intern(std::string_view text) {
  if (image)
    if (auto it = image->interned.find(text); it != image->interned.end()) return it->second;
  if (auto it = interned.find(text); it != interned.end()) return it->second;
  Str* s = allocate_str(*this, text.size());
  if (!s) return nullptr;
  std::memcpy(s->data, text.data(), text.size());
  finish_str(s);
  str_hash(s);
  s->aux |= Str::kInterned;
  interned.emplace(s->view(), s);
  return s;
}

Value Context::out_of_memory() {
  if (!collected) {
    trap = Trap::kCollect;
    return Value::retry();
  }
  return raise_plain(*this, ErrorType::kMemoryError);
}

}  // namespace fermata
