#include "base/base64.h"

#include <nettle/base64.h>

namespace fermata {

void write_base64(std::string_view bytes, char* out) {
  base64_encode_raw(out, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
}

std::string to_base64(std::string_view bytes) {
  std::string out(base64_length(bytes.size()), '\0');
  write_base64(bytes, out.data());
  return out;
}

bool from_base64(std::string_view text, std::string* out) {
  // (nettle skips blanks.)
  if (text.size() % 4 || text.find_first_of(" \t\n\v\f\r") != text.npos) return false;
  base64_decode_ctx decoding;
  base64_decode_init(&decoding);
  size_t size = BASE64_DECODE_LENGTH(text.size());
  out->resize(size);
  if (!base64_decode_update(&decoding, &size, reinterpret_cast<uint8_t*>(out->data()), text.size(), text.data()) ||
      !base64_decode_final(&decoding))
    return false;
  out->resize(size);
  return true;
}

}  // namespace fermata
