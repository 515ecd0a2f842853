// The native part of hashlib: digests of whole messages, by nettle. The objects that collect a message are __init__.py's, so that a
// state holds what was hashed and nothing of the library.
#include <nettle/md5.h>
#include <nettle/ripemd160.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>
#include <sodium.h>

#include "library/hashlib/blake2.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"
#include "objects/text/text_args.h"

namespace fermata {

namespace {

constexpr size_t kMaxDigest = 64;

template <class State, void (*init)(State*), void (*update)(State*, size_t, const uint8_t*), void (*finish)(State*, size_t, uint8_t*)>
void digest_of(std::string_view data, size_t size, uint8_t* out) {
  State state;
  init(&state);
  update(&state, data.size(), reinterpret_cast<const uint8_t*>(data.data()));
  finish(&state, size, out);
}

// SHAKE: as many bytes as are asked for. (Of nettle its permutation: Debian 12's has no shake_128.)
template <size_t rate>
void shake(std::string_view data, size_t size, uint8_t* out) {
  sha3_state state{};
  const auto mix = [&](size_t at, uint8_t byte) { state.a[at / 8] ^= uint64_t(byte) << (at % 8 * 8); };
  size_t at = 0;
  for (const char c : data) {
    mix(at, uint8_t(c));
    if (++at == rate) {
      sha3_permute(&state);
      at = 0;
    }
  }
  mix(at, 0x1F);
  mix(rate - 1, 0x80);
  for (size_t i = 0; i < size; ++i) {
    at = i % rate;
    if (at == 0) sha3_permute(&state);
    out[i] = uint8_t(state.a[at / 8] >> (at % 8 * 8));
  }
}

struct Algorithm {
  std::string_view name;
  uint32_t digest_size, block_size;  // 0: as many bytes as one asks for
  void (*digest)(std::string_view data, size_t size, uint8_t* out);
};
constexpr Algorithm kAlgorithms[] = {
    {"md5", 16, 64, digest_of<md5_ctx, md5_init, md5_update, md5_digest>},
    {"sha1", 20, 64, digest_of<sha1_ctx, sha1_init, sha1_update, sha1_digest>},
    {"sha224", 28, 64, digest_of<sha256_ctx, sha224_init, sha256_update, sha224_digest>},
    {"sha256", 32, 64, digest_of<sha256_ctx, sha256_init, sha256_update, sha256_digest>},
    {"sha384", 48, 128, digest_of<sha512_ctx, sha384_init, sha512_update, sha384_digest>},
    {"sha512", 64, 128, digest_of<sha512_ctx, sha512_init, sha512_update, sha512_digest>},
    {"sha3_224", 28, 144, digest_of<sha3_224_ctx, sha3_224_init, sha3_224_update, sha3_224_digest>},
    {"sha3_256", 32, 136, digest_of<sha3_256_ctx, sha3_256_init, sha3_256_update, sha3_256_digest>},
    {"sha3_384", 48, 104, digest_of<sha3_384_ctx, sha3_384_init, sha3_384_update, sha3_384_digest>},
    {"sha3_512", 64, 72, digest_of<sha3_512_ctx, sha3_512_init, sha3_512_update, sha3_512_digest>},
    {"shake_128", 0, 168, shake<168>},
    {"shake_256", 0, 136, shake<136>},
    {"ripemd160", 20, 64, digest_of<ripemd160_ctx, ripemd160_init, ripemd160_update, ripemd160_digest>},
};

const Algorithm* algorithm_named(Value v) {
  const Str* name = as_str(v);
  for (const Algorithm& a : kAlgorithms)
    if (name && name->view() == a.name) return &a;
  return nullptr;
}

// _sizes(name): (digest_size, block_size), or None for an unknown name.
Value sizes(Context& cx, Value* args) {
  const Algorithm* a = algorithm_named(args[0]);
  if (!a) return Value::none();
  const Value pair[] = {Value::small(a->digest_size), Value::small(a->block_size)};
  return tuple_of(cx, pair);
}

// _digest(name, data)
Value digest(Context& cx, Value* args) {
  const Algorithm* a = algorithm_named(args[0]);
  std::string_view data;
  if (!a || !bytes_view(args[1], &data)) return raise_type_error(cx, "a name and bytes are wanted");
  if (!cx.tick(data.size() / 16 + 8)) return Value::retry();
  uint8_t out[kMaxDigest];
  a->digest(data, a->digest_size, out);
  return new_bytes(cx, {reinterpret_cast<const char*>(out), a->digest_size});
}

// _digest_of_length(name, data, length): of SHAKE.
Value digest_of_length(Context& cx, Value* args) {
  const Algorithm* a = algorithm_named(args[0]);
  std::string_view data;
  const int64_t length = args[2].as_small();
  if (!a || a->digest_size || !bytes_view(args[1], &data) || length < 0)
    return raise_type_error(cx, "a name, bytes and a length are wanted");
  Outside room(cx);
  Value refused;
  if (!room.take(2 * uint64_t(length), &refused)) return refused;
  if (!cx.tick((data.size() + uint64_t(length)) / 16 + 8)) return Value::retry();
  std::vector<uint8_t> out(static_cast<size_t>(length));
  a->digest(data, out.size(), out.data());
  return new_bytes(cx, {reinterpret_cast<const char*>(out.data()), out.size()});
}

// _blake2(wide, data, digest_size, key, salt, person); __init__.py has checked the sizes.
Value blake2(Context& cx, Value* args) {
  std::string_view data;
  Blake2Parameters p;
  const bool wide = args[0].is_true();
  if (!bytes_view(args[1], &data) || !bytes_view(args[3], &p.key) || !bytes_view(args[4], &p.salt) || !bytes_view(args[5], &p.person) ||
      !args[2].is_small() || args[2].as_small() < 1 || args[2].as_small() > (wide ? 64 : 32) || p.key.size() > (wide ? 64 : 32))
    return raise_type_error(cx, "bytes and a size are wanted");
  p.digest_size = uint32_t(args[2].as_small());
  if (!cx.tick(data.size() / 16 + 8)) return Value::retry();
  uint8_t out[kMaxDigest];
  wide ? blake2b(data, p, out) : blake2s(data, p, out);
  return new_bytes(cx, {reinterpret_cast<const char*>(out), p.digest_size});
}

// _scrypt(password, salt, n, r, p, length); __init__.py has checked the numbers. It is charged as what it takes, some 400 ns for each of
// n * r * p, which __init__.py bounds: it isn't interrupted.
Value scrypt(Context& cx, Value* args) {
  std::string_view password, salt;
  if (!bytes_view(args[0], &password) || !bytes_view(args[1], &salt)) return raise_type_error(cx, "bytes are wanted");
  const uint64_t n = uint64_t(args[2].as_small()), r = uint64_t(args[3].as_small()), p = uint64_t(args[4].as_small());
  const auto length = uint64_t(args[5].as_small());
  Outside room(cx);
  Value refused;
  if (!room.take(128 * r * (n + p + 2) + 2 * length, &refused)) return refused;
  if (!cx.tick(64 * n * r * p + (password.size() + salt.size() + length) / 16)) return Value::retry();
  std::vector<uint8_t> out(static_cast<size_t>(length));
  const auto bytes_of = [](std::string_view text) { return reinterpret_cast<const uint8_t*>(text.data()); };
  if (crypto_pwhash_scryptsalsa208sha256_ll(bytes_of(password), password.size(), bytes_of(salt), salt.size(), n, uint32_t(r), uint32_t(p),
                                            out.data(), out.size()) != 0)
    return raise_plain(cx, ErrorType::kMemoryError);
  return new_bytes(cx, {reinterpret_cast<const char*>(out.data()), out.size()});
}

constexpr NativeRow kFunctions[] = {
    {"_blake2", blake2, "wide, data, digest_size, key, salt, person, /"},
    {"_sizes", sizes, "name, /"},
    {"_digest", digest, "name, data, /"},
    {"_digest_of_length", digest_of_length, "name, data, length: small, /"},
    {"_scrypt", scrypt, "password, salt, n: small, r: small, p: small, length: small, /"},
};

}  // namespace

extern const ModuleRow kHashlibModule = {"hashlib", kFunctions};

}  // namespace fermata
