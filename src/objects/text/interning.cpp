// Interning: the one Str of a session for a name, and running out of memory, which needs exceptions.
#include "base/hash.h"
#include "base/utf8.h"
#include "objects/errors/errors.h"
#include "objects/text/text.h"

namespace fermata {

Str* Context::intern(std::string_view text) {
  const int64_t hash = hash_string(text);
  if (image)
    if (Str* s = image->interned.find(text, hash)) return s;
  if (Str* s = interned.find(text, hash)) return s;
  Str* s = allocate_str(*this, text.size());
  if (!s) return nullptr;
  std::memcpy(s->fill(), text.data(), text.size());
  finish_str(s);
  s->hash = hash;
  s->aux |= Str::kInterned;
  interned.add(s, [this](int64_t bytes) { heap.count_outside(bytes); });
  return s;
}

Value Context::out_of_memory() {
  if (!trap.collected) {
    trap.kind = Trap::kCollect;
    return Value::retry();
  }
  return raise_plain(*this, ErrorType::kMemoryError);
}

}  // namespace fermata
