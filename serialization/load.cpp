#include "serialization/save.h"
#include "serialization/sealed.h"

namespace fermata {

bool guess_encoding(std::string_view bytes, Encoding* out) {
  // MessagePack states begin with the magic text, JSON with an object.
  if (bytes.size() > kStateMagic.size() && uint8_t(bytes[0]) == (0xA0 | kStateMagic.size()) && bytes.substr(1).starts_with(kStateMagic)) {
    *out = Encoding::kMessagePack;
    return true;
  }
  const size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || bytes[first] != '{') return false;
  *out = Encoding::kJson;
  return true;
}

StateError load_state(Context& cx, Machine& machine, std::string_view bytes, SessionState& out) {
  try {
    Encoding encoding;
    if (begins_sealed(bytes)) {
      SealedParts parts;
      const StateError error = take_apart(bytes, &parts);
      if (error) fail(error.kind, "{}", error.message);
      fail(StateErrorKind::kSealed, "it is sealed with the key '{}', and can't be read without it", parts.key);
    }
    if (!guess_encoding(bytes, &encoding)) fail(StateErrorKind::kNotAState, "these bytes aren't a state");
    out = SessionState();
    if (encoding == Encoding::kJson) load_json(cx, machine, bytes, out);
    else load_msgpack(cx, machine, bytes, out);
    out.apply_to(cx);
    return {};
  } catch (const StateFailure& failure) {
    StateError error = failure.error;
    if (error.kind == StateErrorKind::kMissingBuiltin && !out.library.empty() && out.library != machine.library())
      error.message += fmt::format("; the state was made with the library of {}, this release has that of {}", out.library.substr(0, 100),
                                   machine.library());
    return error;
  } catch (const std::bad_alloc&) {
    return {StateErrorKind::kTooLarge, "out of memory"};
  }
}

}  // namespace fermata
