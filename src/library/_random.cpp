// Module _random: the Mersenne Twister (Matsumoto and Nishimura's MT19937) with CPython's ways of seeding and of making floats and integers
// from it. CPython's random.Random derives from the class here. That module's own generator is the image's, and so are its methods, which
// are the module's functions; it stands for the one that each session has, made when it is first needed.
#include <algorithm>
#include <vector>

#include "objects/containers/containers.h"
#include "objects/model/instance.h"
#include "objects/model/operations.h"
#include "objects/model/type_tables.h"
#include "objects/natives/native.h"
#include "objects/numbers/int.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr uint32_t kWords = 624, kShift = 397;

void seed_word(RandomState* s, uint32_t word) {
  s->state[0] = word;
  for (uint32_t i = 1; i < kWords; ++i) s->state[i] = 1812433253u * (s->state[i - 1] ^ (s->state[i - 1] >> 30)) + i;
  s->position = kWords;
}

void seed_key(RandomState* s, const std::vector<uint32_t>& key) {
  seed_word(s, 19650218u);
  uint32_t* mt = s->state.data;
  uint32_t i = 1;
  size_t j = 0;
  const auto advance = [&] {
    if (++i >= kWords) mt[0] = mt[kWords - 1], i = 1;
  };
  for (size_t k = std::max<size_t>(kWords, key.size()); k; --k) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525u)) + key[j] + uint32_t(j);
    advance();
    if (++j >= key.size()) j = 0;
  }
  for (uint32_t k = kWords - 1; k; --k) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941u)) - i;
    advance();
  }
  mt[0] = 0x80000000u;
}

void seed_magnitude(RandomState* s, IntView view) {
  std::vector<uint32_t> key;
  key.reserve(2 * size_t(view.size));
  for (uint32_t i = 0; i < view.size; ++i) {
    key.push_back(uint32_t(view.limbs[i]));
    key.push_back(uint32_t(view.limbs[i] >> 32));
  }
  while (key.size() > 1 && key.back() == 0) key.pop_back();
  if (key.empty()) key.push_back(0);
  seed_key(s, key);
}

// From the session's own seed, which moves on, so that each generator gets another one.
void seed_from_session(Context& cx, RandomState* s) {
  uint64_t z = cx.randomness.seed += 0x9E3779B97F4A7C15ull;
  std::vector<uint32_t> key;
  for (int i = 0; i < 4; ++i) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    key.push_back(uint32_t(z));
    key.push_back(uint32_t(z >> 32));
  }
  seed_key(s, key);
}

uint32_t next_word(RandomState* s) {
  uint32_t* mt = s->state.data;
  if (s->position >= kWords) {
    const auto twist = [&](uint32_t at, uint32_t next, uint32_t from) {
      const uint32_t y = (mt[at] & 0x80000000u) | (mt[next] & 0x7FFFFFFFu);
      mt[at] = mt[from] ^ (y >> 1) ^ (y & 1 ? 0x9908B0DFu : 0);
    };
    uint32_t i = 0;
    for (; i < kWords - kShift; ++i) twist(i, i + 1, i + kShift);
    for (; i < kWords - 1; ++i) twist(i, i + 1, i + kShift - kWords);
    twist(kWords - 1, 0, kShift - 1);
    s->position = 0;
  }
  uint32_t y = mt[s->position++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9D2C5680u;
  y ^= (y << 15) & 0xEFC60000u;
  return y ^ (y >> 18);
}

// Fills `limbs` with `bits` random bits, 32 at a time from the low end.
IntResult fill_bits(RandomState* s, mp_limb_t* limbs, uint64_t bits) {
  const uint64_t words = (bits + 31) / 32;
  uint32_t size = uint32_t((words + 1) / 2);
  for (uint64_t i = 0; i < words; ++i) {
    uint32_t word = next_word(s);
    if (i + 1 == words && bits % 32) word >>= 32 - bits % 32;
    if (i % 2 == 0) limbs[i / 2] = word;
    else limbs[i / 2] |= uint64_t{word} << 32;
  }
  while (size && limbs[size - 1] == 0) --size;
  return {size, false};
}

RandomState* new_state(Context& cx) {
  RandomState* s = cx.heap.make<RandomState>();
  if (!cx.heap.resize(s->state, kWords)) return nullptr;
  seed_from_session(cx, s);
  return s;
}

// False: it is neither a number nor None.
bool set_gauss(RandomState* s, Value value) {
  value = payload_of(value);
  if (is_float(value)) s->next_gauss = float_of(value);
  else if (value.is_small()) s->next_gauss = double(value.as_small());
  else if (!value.is_none()) return false;
  s->has_gauss = !value.is_none();
  return true;
}

// The session's own generator; null: there is no memory for it. Older states have an instance of Random there.
RandomState* state_of_session(Context& cx) {
  if (const Value v = cx.randomness.state; is<Instance>(v)) {
    cx.randomness.state = payload_of(v);
    if (auto* s = try_as<RandomState>(cx.randomness.state)) set_gauss(s, instance_get(cx, as<Instance>(v), cx.intern("gauss_next")));
  }
  if (!is<RandomState>(cx.randomness.state)) {
    RandomState* s = new_state(cx);
    if (s) cx.randomness.state = Value::object(s);
    return s;
  }
  return as<RandomState>(cx.randomness.state);
}

// Null, with the outcome, for a state of the wrong size (a hostile saved session may have one).
RandomState* state_of(Context& cx, Value v, Value* outcome) {
  RandomState* s = as<RandomState>(v);
  if (s->immortal() && !(s = state_of_session(cx))) *outcome = cx.out_of_memory();
  else if (s->state.size != kWords) *outcome = raise_value_error(cx, "invalid state"), s = nullptr;
  return s;
}

Value random_seed(Context& cx, Value* args) {
  Value none;
  RandomState* s = state_of(cx, args[0], &none);
  if (!s) return none;
  const Value seed = payload_of(args[1]);
  if (seed.is_none()) {
    if (!cx.tick(kWords / 4)) return Value::retry();
    seed_from_session(cx, s);
    return Value::none();
  }
  if (is_int_or_bool(seed)) {
    const IntOperand n(seed);
    Outside room(cx);
    if (Value refused; !room.take(n.view().size * 2 * sizeof(uint32_t), &refused)) return refused;
    if (!cx.tick(kWords / 4 + n.view().size)) return Value::retry();
    seed_magnitude(s, n);
    return Value::none();
  }
  int64_t hash;
  if (Value r = hash_of(cx, seed, &hash); r.is_outcome()) return r;
  const mp_limb_t limb = uint64_t(hash);
  seed_magnitude(s, IntView{&limb, limb ? 1u : 0u, false});
  return Value::none();
}

// _random.Random(seed); a subclass's __init__ does it itself.
Value random_new(Context& cx, Value* args) {
  if (!cx.tick(kWords / 4)) return Value::retry();
  RandomState* s = new_state(cx);
  if (!s) return cx.out_of_memory();
  const auto* given = as<Tuple>(args[1]);
  Value seeding[] = {Value::object(s), given->count == 1 ? given->items[0] : Value::none()};
  if (args[0] == Value::object(cx.image->classes[size_t(Kind::kRandomState)]) && is_int_or_bool(seeding[1]))
    if (const Value done = random_seed(cx, seeding); done.is_outcome()) return done;
  return Value::object(s);
}

Value random_random(Context& cx, Value* args) {
  Value none;
  RandomState* s = state_of(cx, args[0], &none);
  if (!s) return none;
  const uint32_t a = next_word(s) >> 5, b = next_word(s) >> 6;
  return make_float(cx, (a * 67108864.0 + b) * (1.0 / 9007199254740992.0));
}

Value random_getrandbits(Context& cx, Value* args) {
  Value none;
  RandomState* s = state_of(cx, args[0], &none);
  if (!s) return none;
  const Value k = index_of(cx, args[1]);
  if (k.is_outcome()) return k;
  if (int_sign(k) < 0) return raise_value_error(cx, "number of bits must be non-negative");
  const auto bits = int64_of(k);
  if (!bits || *bits > INT32_MAX) return raise_overflow_error(cx, "Python int too large to convert to C int");
  if (*bits == 0) return Value::small(0);
  if (*bits <= 32) return Value::small(next_word(s) >> (32 - *bits));
  IntResultBuffer buffer;
  Value outcome;
  const uint64_t limbs = (uint64_t(*bits) + 63) / 64;
  if (!buffer.open(cx, limbs, limbs / 2 + 1, &outcome)) return outcome;
  return buffer.finish(cx, fill_bits(s, buffer.limbs(), uint64_t(*bits)));
}

// A number below n, by taking random bits until they are: CPython's _randbelow_with_getrandbits.
Value random_randbelow(Context& cx, Value* args) {
  Value none;
  RandomState* s = state_of(cx, args[0], &none);
  if (!s) return none;
  const Value n = index_of(cx, args[1]);
  if (n.is_outcome()) return n;
  if (int_sign(n) <= 0) return Value::small(0);
  const IntOperand limit(n);
  const uint64_t bits = int_bit_length(limit);
  if (n.is_small() && bits <= 32) {
    uint32_t r;
    do r = next_word(s) >> (32 - bits);
    while (r >= uint64_t(n.as_small()));
    return Value::small(r);
  }
  const uint64_t limbs = (bits + 63) / 64;
  IntResultBuffer buffer;
  Value outcome;
  if (!buffer.open(cx, limbs, limbs, &outcome)) return outcome;
  IntResult r;
  do r = fill_bits(s, buffer.limbs(), bits);
  while (int_compare(view_of(buffer.limbs(), r), limit) >= 0);
  return buffer.finish(cx, r);
}

Value random_getstate(Context& cx, Value* args) {
  Value none;
  const RandomState* s = state_of(cx, args[0], &none);
  if (!s) return none;
  Tuple* t = new_tuple(cx, kWords + 1);
  if (!t) return cx.out_of_memory();
  for (uint32_t i = 0; i < kWords; ++i) t->items[i] = Value::small(s->state[i]);
  t->items[kWords] = Value::small(s->position);
  return Value::object(t);
}

Value random_setstate(Context& cx, Value* args) {
  Value none;
  RandomState* s = state_of(cx, args[0], &none);
  if (!s) return none;
  const Tuple* t = try_as<Tuple>(payload_of(args[1]));
  if (!t) return raise_type_error(cx, "state vector must be a tuple");
  if (t->count != kWords + 1) return raise_value_error(cx, "state vector is the wrong size");
  uint32_t words[kWords + 1];
  for (uint32_t i = 0; i <= kWords; ++i) {
    const Value item = payload_of(t->items[i]);
    if (!is_int_or_bool(item)) return raise_type_error(cx, "an integer is required");
    const auto word = int64_of(item);
    if (!word || *word < 0) return raise_overflow_error(cx, "can't convert negative value to unsigned int");
    words[i] = uint32_t(*word);
  }
  if (words[kWords] > kWords) return raise_value_error(cx, "invalid state");
  std::copy(words, words + kWords, s->state.data);
  s->position = words[kWords];
  return Value::none();
}

constexpr NativeRow kConstructor = {"Random", random_new, "cls, *args, **kwargs"};

constexpr NativeRow kMethods[] = {
    {"_randbelow", random_randbelow, "self, n, /", "random_randbelow"},
    {"getrandbits", random_getrandbits, "self, k, /", "random_getrandbits"},
    {"getstate", random_getstate, "self, /"},
    {"random", random_random, "self, /"},
    {"seed", random_seed, "self, n=None, /", "random_seed"},
    {"setstate", random_setstate, "self, state, /"},
};

// Attribute gauss_next of the session's generator: the second of two numbers that were made together, or None.
Value get_gauss_next(Context& cx, Value) {
  const RandomState* s = state_of_session(cx);
  if (!s) return cx.out_of_memory();
  return s->has_gauss ? make_float(cx, s->next_gauss) : Value::none();
}

Value set_gauss_next(Context& cx, Value, Value value) {
  RandomState* s = state_of_session(cx);
  if (!s) return cx.out_of_memory();
  return !value.is_unset() && set_gauss(s, value) ? Value::none() : raise_type_error(cx, "gauss_next must be a float or None");
}

constexpr AttributeRow kGaussNext = {"gauss_next", get_gauss_next, set_gauss_next};

void fill(Context& cx, Dict* dict) {
  dict_set_str(cx, dict, cx.intern("Random"), Value::object(cx.image->classes[size_t(Kind::kRandomState)]));
  auto* gauss_next = cx.heap.make<GetSet>();
  gauss_next->row = &kGaussNext;
  gauss_next->owner = Value::object(cx.image->classes[size_t(Kind::kRandomState)]);
  gauss_next->name = Value::object(cx.intern("gauss_next"));
  dict_set_str(cx, dict, cx.intern("_gauss_next"), Value::object(gauss_next));
}

}  // namespace

const Operations kRandomStateOperations = {};

constexpr NativeRow kRandomStateNew = new_row("Random__new__");
extern const TypeRow kRandomStateType = {
    .kind = Kind::kRandomState,
    .name = "_random.Random",
    .base = "object",
    .doc = "Random() -> create a random number generator with its own internal state.",
    .methods = kMethods,
    .constructor = &kConstructor,
    .operations = &kRandomStateOperations,
    .make_new = &kRandomStateNew,
};

extern const ModuleRow kRandomModule = {"_random", {}, fill};

}  // namespace fermata
