// Reading pickles. Whatever is unusual in one is left to CPython's pickle, which then reads it from its beginning.
#include <bit>
#include <vector>

#include "base/utf8.h"
#include "library/_pickle.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/model/instance.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

class PlainLoader {
 public:
  PlainLoader(Context& cx, std::string_view data, Dict* known) : cx_(cx), data_(data), known_(known), charge_(cx) {}

  Value run() {
    if (data_.size() < 2 || uint8_t(data_[0]) != uint8_t(PickleOp::kProto) || data_[1] < 4 || data_[1] > 5) return Value::none();
    while (!stopped_) {
      if (!cx_.tick(1)) return Value::retry();
      if (!covered() || at_ >= data_.size()) break;
      const size_t begin = at_;
      const auto op = PickleOp(uint8_t(data_[at_++]));
      if (op == PickleOp::kStop) return finished();
      if (!step(op)) break;
      if (begin < frame_end_ && at_ > frame_end_) return Value::none();  // a frame ends within
    }
    return result_;
  }

 private:
  bool stop(Value why) {
    stopped_ = true;
    result_ = why;
    return false;
  }
  bool refuse() { return stop(Value::none()); }
  bool covered() {
    Value refused;
    return charge_.cover(16 * (stack_.size() + memo_.size() + marks_.size()), &refused) || stop(refused);
  }

  Value finished() {
    if (stack_.size() <= floor()) return Value::none();
    const Value pair[] = {stack_.back(), make_uint(cx_, at_)};
    return tuple_of(cx_, pair);
  }

  // --- bytes
  bool take(size_t count, std::string_view* piece) {
    if (count > data_.size() - at_) return refuse();
    *piece = data_.substr(at_, count);
    at_ += count;
    return true;
  }
  bool number(size_t bytes, uint64_t* n) {
    std::string_view piece;
    if (!take(bytes, &piece)) return false;
    *n = 0;
    for (size_t i = bytes; i-- > 0;) *n = *n << 8 | uint8_t(piece[i]);
    return true;
  }
  bool sized(size_t bytes, std::string_view* piece) {
    uint64_t n;
    if (!number(bytes, &n) || !take(n, piece)) return false;
    return cx_.tick(n / 256) || stop(Value::retry());
  }

  // --- the stack
  size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  bool push(Value v) {
    if (v.is_outcome()) return stop(v);
    stack_.push_back(v);
    return true;
  }
  template <class T>
  bool push(T* made) {
    return made ? push(Value::object(made)) : stop(cx_.out_of_memory());
  }
  bool has(size_t count) { return stack_.size() >= floor() + count || refuse(); }
  // What came since the last mark, of which it is the end.
  bool marked(size_t* begin) {
    if (marks_.empty()) return refuse();
    *begin = marks_.back();
    marks_.pop_back();
    return true;
  }
  std::span<const Value> since(size_t begin) const { return std::span(stack_).subspan(begin); }

  bool put(uint64_t index) {
    if (!has(1) || index > memo_.size()) return refuse();
    if (index == memo_.size()) memo_.push_back(stack_.back());
    else memo_[index] = stack_.back();
    return true;
  }
  bool get(uint64_t index) { return index < memo_.size() ? push(memo_[index]) : refuse(); }

  // --- values
  bool push_long(std::string_view bytes) {
    if (!cx_.tick(bytes.size() / 64)) return stop(Value::retry());
    const bool negative = !bytes.empty() && bytes.back() & 0x80;
    Value refused;
    if (!charge_.cover(16 * (stack_.size() + memo_.size() + marks_.size()) + bytes.size() + 8, &refused)) return stop(refused);
    std::vector<mp_limb_t> limbs((bytes.size() + 7) / 8, negative ? ~mp_limb_t(0) : 0);
    for (size_t i = 0; i < bytes.size(); ++i) {
      limbs[i / 8] &= ~(mp_limb_t(0xff) << i % 8 * 8);
      limbs[i / 8] |= mp_limb_t(uint8_t(bytes[i])) << i % 8 * 8;
    }
    if (negative) {
      bool carry = true;
      for (mp_limb_t& limb : limbs) {
        limb = ~limb + carry;
        carry = carry && !limb;
      }
    }
    while (!limbs.empty() && !limbs.back()) limbs.pop_back();
    return push(make_int(cx_, IntView{limbs.data(), uint32_t(limbs.size()), negative}));
  }

  bool push_text(std::string_view text) { return utf8::is_valid(text, utf8::Surrogates::kAllow) ? push(new_str(cx_, text)) : refuse(); }

  bool push_tuple(size_t begin) {
    if (!cx_.tick((stack_.size() - begin) / 16)) return stop(Value::retry());
    const Value made = tuple_of(cx_, since(begin));
    stack_.resize(begin);
    return push(made);
  }

  bool append(size_t begin) {
    if (begin <= floor() || !is<List>(stack_[begin - 1])) return refuse();
    for (Value item : since(begin))
      if (!list_append(cx_, as<List>(stack_[begin - 1]), item)) return stop(cx_.out_of_memory());
    stack_.resize(begin);
    return true;
  }

  // What needs the program's code, or fails, is CPython's pickle's to do.
  bool done(Value outcome) { return !outcome.is_outcome() || (outcome.is_retry() || outcome.is_error() ? stop(outcome) : refuse()); }

  bool set_items(size_t begin) {
    if (begin <= floor() || !is<Dict>(stack_[begin - 1]) || (stack_.size() - begin) % 2) return refuse();
    for (size_t i = begin; i < stack_.size(); i += 2)
      if (!done(dict_set(cx_, as<Dict>(stack_[begin - 1]), stack_[i], stack_[i + 1]))) return false;
    stack_.resize(begin);
    return true;
  }

  bool add_items(size_t begin) {
    if (begin <= floor() || !is<Set>(stack_[begin - 1])) return refuse();
    for (Value item : since(begin))
      if (!done(set_add(cx_, as<Set>(stack_[begin - 1]), item))) return false;
    stack_.resize(begin);
    return true;
  }

  bool push_frozenset(size_t begin) {
    FrozenSet* set = new_frozenset(cx_);
    if (!set) return stop(cx_.out_of_memory());
    for (Value item : since(begin))
      if (!done(set_add(cx_, set, item))) return false;
    stack_.resize(begin);
    return push(set);
  }

  bool push_class() {
    if (!has(2) || !is<Str>(stack_.back()) || !is<Str>(stack_[stack_.size() - 2])) return refuse();
    const std::string_view module = as<Str>(stack_[stack_.size() - 2])->view(), name = as<Str>(stack_.back())->view();
    const Value wanted = new_str(cx_, std::string(module) + '\n' + std::string(name));
    if (wanted.is_outcome()) return stop(wanted);
    const Value cls = dict_get(cx_, known_, wanted);
    if (!is<Class>(cls)) return stop(cls.is_outcome() ? cls : wanted);
    stack_.resize(stack_.size() - 2);
    return push(cls);
  }

  bool push_instance() {
    if (!has(2) || !is<Tuple>(stack_.back()) || as<Tuple>(stack_.back())->count || !is<Class>(stack_[stack_.size() - 2])) return refuse();
    auto* cls = as<Class>(stack_[stack_.size() - 2]);
    if (!may_be_plain(cls)) return refuse();
    stack_.resize(stack_.size() - 2);
    return push(make_instance(cx_, cls));
  }

  bool build() {
    if (!has(2) || !is<Dict>(stack_.back()) || !is<Instance>(stack_[stack_.size() - 2])) return refuse();
    auto* state = as<Dict>(stack_.back());
    auto* instance = as<Instance>(stack_[stack_.size() - 2]);
    if (!cx_.tick(state->live / 4)) return stop(Value::retry());
    for (const DictEntry& e : state->entries) {
      if (e.key.is_unset()) continue;
      if (!is<Str>(e.key)) return refuse();
      Str* const name = cx_.intern(as<Str>(e.key)->view());
      if (!name || !instance_set(cx_, instance, name, e.value)) return stop(cx_.out_of_memory());
    }
    stack_.pop_back();
    return true;
  }

  bool begin_frame() {
    uint64_t size;
    if (at_ <= frame_end_) return refuse();  // within another one
    if (!number(8, &size) || size > data_.size() - at_) return refuse();
    frame_end_ = at_ + size;
    return true;
  }

  bool step(PickleOp op) {
    uint64_t n = 0;
    size_t begin = 0;
    std::string_view piece;
    switch (op) {
      case PickleOp::kProto: return number(1, &n) && (at_ == 2 || refuse());
      case PickleOp::kFrame: return begin_frame();
      case PickleOp::kNone: return push(Value::none());
      case PickleOp::kNewTrue: return push(Value::true_());
      case PickleOp::kNewFalse: return push(Value::false_());
      case PickleOp::kBinInt1: return number(1, &n) && push(Value::small(int64_t(n)));
      case PickleOp::kBinInt2: return number(2, &n) && push(Value::small(int64_t(n)));
      case PickleOp::kBinInt: return number(4, &n) && push(Value::small(int32_t(uint32_t(n))));
      case PickleOp::kLong1: return sized(1, &piece) && push_long(piece);
      case PickleOp::kLong4: return sized(4, &piece) && (piece.size() <= INT32_MAX || refuse()) && push_long(piece);
      case PickleOp::kBinFloat:
        if (!take(8, &piece)) return false;
        for (char c : piece) n = n << 8 | uint8_t(c);
        return push(make_float(cx_, std::bit_cast<double>(n)));
      case PickleOp::kShortBinUnicode: return sized(1, &piece) && push_text(piece);
      case PickleOp::kBinUnicode: return sized(4, &piece) && push_text(piece);
      case PickleOp::kShortBinBytes: return sized(1, &piece) && push(new_bytes(cx_, piece));
      case PickleOp::kBinBytes: return sized(4, &piece) && push(new_bytes(cx_, piece));
      case PickleOp::kByteArray8: return sized(8, &piece) && push(new_bytearray(cx_, piece));
      case PickleOp::kEmptyTuple: return push(tuple_of(cx_, {}));
      case PickleOp::kEmptyList: return push(new_list(cx_));
      case PickleOp::kEmptyDict: return push(new_dict(cx_));
      case PickleOp::kEmptySet: return push(new_set(cx_));
      case PickleOp::kMark: marks_.push_back(stack_.size()); return true;
      case PickleOp::kPop:
        if (stack_.size() <= floor()) return refuse();
        stack_.pop_back();
        return true;
      case PickleOp::kPopMark:
        if (!marked(&begin)) return false;
        stack_.resize(begin);
        return true;
      case PickleOp::kTuple1: return has(1) && push_tuple(stack_.size() - 1);
      case PickleOp::kTuple2: return has(2) && push_tuple(stack_.size() - 2);
      case PickleOp::kTuple3: return has(3) && push_tuple(stack_.size() - 3);
      case PickleOp::kTuple: return marked(&begin) && push_tuple(begin);
      case PickleOp::kAppend: return has(2) && append(stack_.size() - 1);
      case PickleOp::kAppends: return marked(&begin) && append(begin);
      case PickleOp::kSetItem: return has(3) && set_items(stack_.size() - 2);
      case PickleOp::kSetItems: return marked(&begin) && set_items(begin);
      case PickleOp::kAddItems: return marked(&begin) && add_items(begin);
      case PickleOp::kFrozenSet: return marked(&begin) && push_frozenset(begin);
      case PickleOp::kMemoize: return put(memo_.size());
      case PickleOp::kBinPut: return number(1, &n) && put(n);
      case PickleOp::kLongBinPut: return number(4, &n) && put(n);
      case PickleOp::kBinGet: return number(1, &n) && get(n);
      case PickleOp::kLongBinGet: return number(4, &n) && get(n);
      case PickleOp::kStackGlobal: return push_class();
      case PickleOp::kNewObj: return push_instance();
      case PickleOp::kBuild: return build();
      default: return refuse();
    }
  }

  Context& cx_;
  const std::string_view data_;
  Dict* known_;
  GrowingCharge charge_;
  size_t at_ = 0, frame_end_ = 0;
  std::vector<Value> stack_, memo_;
  std::vector<size_t> marks_;
  bool stopped_ = false;
  Value result_ = Value::none();
};

constexpr NativeRow kRows[] = {
    {"_dump_plain", dump_plain, "obj, protocol, known: dict, /"},
    {"_load_plain", load_plain, "data: bytes, known: dict, /"},
};

}  // namespace

Value load_plain(Context& cx, Value* args) { return PlainLoader(cx, as<Bytes>(args[0])->view(), as<Dict>(args[1])).run(); }

extern const ModuleRow kPickleModule = {.name = "_pickle", .functions = kRows};

}  // namespace fermata
