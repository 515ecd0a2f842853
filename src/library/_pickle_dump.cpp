// Writing pickles, byte for byte as CPython does.
#include <bit>
#include <string>
#include <unordered_map>

#include "library/_pickle.h"
#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr size_t kFrameTarget = 64 * 1024;
constexpr size_t kLeastFrame = 4;
constexpr size_t kFrameHeader = 9;
constexpr uint32_t kBatch = 1000;

// Attributes by which an instance itself could say how it is pickled.
bool says_how(const Str* name) { return name->view().starts_with("__reduce") || name->view().starts_with("__get"); }

class PlainDumper {
 public:
  PlainDumper(Context& cx, int protocol, Dict* known) : cx_(cx), known_(known), charge_(cx), protocol_(protocol) {}

  Value run(Value root) {
    op(PickleOp::kProto);
    out_.push_back(char(protocol_));
    begin_frame();
    if (!put(root)) return stopped_;
    op(PickleOp::kStop);
    end_frame();
    return new_bytes(cx_, out_);
  }

 private:
  bool stop(Value why) {
    stopped_ = why;
    return false;
  }
  bool refuse() { return stop(Value::none()); }

  void op(PickleOp o) { out_.push_back(char(o)); }
  template <class T>
  void number(T n) {  // little-endian, as all but floats are
    for (size_t i = 0; i < sizeof(T); ++i) out_.push_back(char(uint64_t(n) >> 8 * i));
  }
  // Before so many bytes are written.
  bool room(size_t bytes) {
    Value refused;
    return charge_.cover(2 * (out_.size() + bytes) + 64 * memo_.size(), &refused) || stop(refused);
  }

  // --- frames
  void begin_frame() {
    frame_ = out_.size();
    out_.append(kFrameHeader, '\0');
  }
  void end_frame() {
    const uint64_t size = out_.size() - frame_ - kFrameHeader;
    if (size < kLeastFrame) {
      out_.erase(frame_, kFrameHeader);
      return;
    }
    out_[frame_] = char(PickleOp::kFrame);
    for (size_t i = 0; i < 8; ++i) out_[frame_ + 1 + i] = char(size >> 8 * i);
  }
  void next_object() {
    if (out_.size() - frame_ - kFrameHeader < kFrameTarget) return;
    end_frame();
    begin_frame();
  }
  // What follows its code and length; what is large stands outside of frames.
  bool data(std::string_view code, std::string_view bytes) {
    if (!room(bytes.size() + 64) || !cx_.tick(bytes.size() / 256 + 1)) return stopped_.is_unset() ? stop(Value::retry()) : false;
    const bool large = bytes.size() >= kFrameTarget;
    if (large) end_frame();
    out_.append(code).append(bytes);
    if (large) begin_frame();
    return true;
  }

  // --- what was written already
  // Names are one object to programs, however many there are.
  Object* identity(Object* o) {
    if (o->kind != Kind::kStr || !(o->immortal() || o->aux & Str::kInterned)) return o;
    Str* const name = cx_.intern(static_cast<Str*>(o)->view());
    return name ? name : o;
  }
  void memoize(Object* o) {
    op(PickleOp::kMemoize);
    if (o) memo_.emplace(o, next_);
    ++next_;
  }
  void get(uint32_t index) {
    if (index < 256) {
      op(PickleOp::kBinGet);
      number(uint8_t(index));
    } else {
      op(PickleOp::kLongBinGet);
      number(index);
    }
  }
  bool written(Object* o) {
    const auto found = memo_.find(o);
    if (found == memo_.end()) return false;
    get(found->second);
    return true;
  }

  // --- values
  void put_int64(int64_t n) {
    if (n >= 0 && n <= 0xff) {
      op(PickleOp::kBinInt1);
      number(uint8_t(n));
    } else if (n >= 0 && n <= 0xffff) {
      op(PickleOp::kBinInt2);
      number(uint16_t(n));
    } else if (n >= INT32_MIN && n <= INT32_MAX) {
      op(PickleOp::kBinInt);
      number(int32_t(n));
    } else {
      size_t bytes = 8;
      while (bytes > 1 && n >> (8 * bytes - 9) == (n < 0 ? -1 : 0)) --bytes;  // (as long as the sign stays)
      op(PickleOp::kLong1);
      number(uint8_t(bytes));
      for (size_t i = 0; i < bytes; ++i) out_.push_back(char(uint64_t(n) >> 8 * i));
    }
  }

  bool put_big(IntView n) {
    // The two's complement of the magnitude, with a byte more for the sign when it needs one.
    std::string bytes;
    if (!room(n.size * 24) || !cx_.tick(n.size / 8 + 1)) return stopped_.is_unset() ? stop(Value::retry()) : false;
    uint64_t borrow = 1;
    for (uint32_t i = 0; i < n.size; ++i) {
      const uint64_t limb = n.negative ? ~n.limbs[i] + borrow : n.limbs[i];
      borrow = borrow && !limb;
      for (size_t b = 0; b < 8; ++b) bytes.push_back(char(limb >> 8 * b));
    }
    bytes.push_back(n.negative ? '\xff' : '\0');
    while (bytes.size() > 1 && bytes.back() == (n.negative ? '\xff' : '\0') && bool(bytes[bytes.size() - 2] & 0x80) == n.negative)
      bytes.pop_back();
    if (bytes.size() < 256) {
      op(PickleOp::kLong1);
      number(uint8_t(bytes.size()));
    } else {
      op(PickleOp::kLong4);
      number(uint32_t(bytes.size()));
    }
    out_ += bytes;
    return true;
  }

  void put_float(double d) {
    op(PickleOp::kBinFloat);
    const auto bits = std::bit_cast<uint64_t>(d);
    for (int i = 7; i >= 0; --i) out_.push_back(char(bits >> 8 * i));
  }

  bool put(Value v) {
    const DepthGuard guard(cx_);
    if (!guard.ok) return refuse();
    if (!cx_.tick(1)) return stop(Value::retry());
    if (!room(64)) return false;
    next_object();
    if (v.is_none()) op(PickleOp::kNone);
    else if (v.is_bool()) op(v.is_true() ? PickleOp::kNewTrue : PickleOp::kNewFalse);
    else if (v.is_small()) put_int64(v.as_small());
    else if (is_float(v)) put_float(float_of(v));
    else if (!v.is_object()) return refuse();
    else if (is<Int>(v)) return put_big(as<Int>(v)->view());
    else return put_object(v.as_object());
    return true;
  }

  bool put_object(Object* o) {
    Object* const me = identity(o);
    if (written(me)) return true;
    switch (o->kind) {
      case Kind::kStr: return put_str(static_cast<Str*>(o)->view(), me);
      case Kind::kBytes: return put_bytes(static_cast<Bytes*>(o)->view(), me);
      case Kind::kByteArray: return put_bytearray(static_cast<ByteArray*>(o)->view(), me);
      case Kind::kTuple: return put_tuple(static_cast<Tuple*>(o));
      case Kind::kList: return put_list(static_cast<List*>(o));
      case Kind::kDict: return put_dict(static_cast<Dict*>(o), false);
      case Kind::kSet: return put_set(static_cast<Set*>(o));
      case Kind::kFrozenSet: return put_frozenset(static_cast<FrozenSet*>(o));
      case Kind::kInstance: return put_instance(static_cast<Instance*>(o));
      default: return refuse();
    }
  }

  bool put_sized(PickleOp brief, PickleOp usual, std::string_view bytes, Object* me) {
    if (bytes.size() > UINT32_MAX) return refuse();
    std::string code(1, char(bytes.size() < 256 ? brief : usual));
    for (size_t i = 0; i < (bytes.size() < 256 ? 1 : 4); ++i) code.push_back(char(bytes.size() >> 8 * i));
    if (!data(code, bytes)) return false;
    memoize(me);
    return true;
  }
  bool put_str(std::string_view text, Object* me) { return put_sized(PickleOp::kShortBinUnicode, PickleOp::kBinUnicode, text, me); }
  bool put_bytes(std::string_view bytes, Object* me) { return put_sized(PickleOp::kShortBinBytes, PickleOp::kBinBytes, bytes, me); }

  bool put_bytearray(std::string_view bytes, Object* me) {
    if (protocol_ < 5) return refuse();
    std::string code(1, char(PickleOp::kByteArray8));
    for (size_t i = 0; i < 8; ++i) code.push_back(char(uint64_t(bytes.size()) >> 8 * i));
    if (!data(code, bytes)) return false;
    memoize(me);
    return true;
  }

  bool put_tuple(Tuple* tuple) {
    const uint32_t n = tuple->count;
    if (n == 0) {
      op(PickleOp::kEmptyTuple);
      return true;
    }
    if (n > 3) op(PickleOp::kMark);
    for (Value item : tuple->span())
      if (!put(item)) return false;
    if (const auto found = memo_.find(tuple); found != memo_.end()) {  // it is in itself, and there by now
      if (n > 3) op(PickleOp::kPopMark);
      else out_.append(n, char(PickleOp::kPop));
      get(found->second);
      return true;
    }
    op(n > 3 ? PickleOp::kTuple : PickleOp(uint8_t(PickleOp::kTuple1) + n - 1));
    memoize(tuple);
    return true;
  }

  bool put_list(List* list) {
    if (list->sorting()) return refuse();
    op(PickleOp::kEmptyList);
    memoize(list);
    const auto items = list->items.span();
    if (items.size() == 1) {
      if (!put(items[0])) return false;
      op(PickleOp::kAppend);
      return true;
    }
    for (size_t at = 0; at < items.size(); ++at) {
      if (at % kBatch == 0) op(PickleOp::kMark);
      if (!put(items[at])) return false;
      if (at % kBatch == kBatch - 1 || at == items.size() - 1) op(PickleOp::kAppends);
    }
    return true;
  }

  // Items of a dict or set one after the other, in batches. After a full one CPython writes another, though it be empty.
  void begin_batches(uint32_t count) {
    if (count > 1) op(PickleOp::kMark);
  }
  void end_item(uint32_t at, uint32_t count, PickleOp ends) {
    if ((at + 1) % kBatch == 0) {
      op(ends);
      op(PickleOp::kMark);
    }
    if (at + 1 == count) op(count == 1 && ends == PickleOp::kSetItems ? PickleOp::kSetItem : ends);
  }

  bool put_dict(Dict* dict, bool of_instance) {
    if (dict->aux) return refuse();  // a module's
    op(PickleOp::kEmptyDict);
    memoize(dict);
    uint32_t at = 0;
    begin_batches(dict->live);
    for (const DictEntry& e : dict->entries) {
      if (e.key.is_unset()) continue;
      if (of_instance && is<Str>(e.key) && says_how(as<Str>(e.key))) return refuse();
      if (!put(e.key) || !put(e.value)) return false;
      end_item(at++, dict->live, PickleOp::kSetItems);
    }
    return true;
  }

  bool put_set(Set* set) {
    op(PickleOp::kEmptySet);
    memoize(set);
    uint32_t at = 0;
    if (set->live) op(PickleOp::kMark);
    for (const SetEntry& e : set->table) {
      if (e.key.is_unset()) continue;
      if (!put(e.key)) return false;
      end_item(at++, set->live, PickleOp::kAddItems);
    }
    return true;
  }
  bool put_frozenset(FrozenSet* set) {
    op(PickleOp::kMark);
    for (const SetEntry& e : set->table)
      if (!e.key.is_unset() && !put(e.key)) return false;
    if (const auto found = memo_.find(set); found != memo_.end()) {
      op(PickleOp::kPopMark);
      get(found->second);
      return true;
    }
    op(PickleOp::kFrozenSet);
    memoize(set);
    return true;
  }

  bool put_class(Class* cls) {
    if (!may_be_plain(cls)) return refuse();
    const Value names = dict_get(cx_, known_, Value::object(cls));
    if (names.is_outcome()) return names.is_retry() ? stop(names) : refuse();
    auto* pair = try_as<Tuple>(names);
    if (!pair || pair->count != 2) return stop(Value::object(cls));
    next_object();
    if (written(cls)) return true;
    if (!put(pair->items[0]) || !put(pair->items[1])) return false;
    op(PickleOp::kStackGlobal);
    memoize(cls);
    return true;
  }

  bool put_instance(Instance* o) {
    if (!o->payload.is_unset() || !put_class(o->shape->cls)) return stopped_.is_unset() ? refuse() : false;
    next_object();
    op(PickleOp::kEmptyTuple);
    op(PickleOp::kNewObj);
    memoize(o);
    if (Dict* dict = instance_dictionary(o)) {
      if (o->shape->count || !is<Dict>(instance_dict_value(o))) return refuse();
      if (dict->live == 0) return true;
      next_object();
      if (!written(dict) && !put_dict(dict, true)) return false;
    } else if (const Array<Value>& keys = shape_keys(cx_, o->shape); keys.size) {
      next_object();
      op(PickleOp::kEmptyDict);
      memoize(nullptr);  // nobody has it
      begin_batches(keys.size);
      for (uint32_t i = 0; i < keys.size; ++i) {
        if (o->slot(i).is_unset() || says_how(as<Str>(keys[i]))) return refuse();
        if (!put(keys[i]) || !put(o->slot(i))) return false;
        end_item(i, keys.size, PickleOp::kSetItems);
      }
    } else {
      return true;
    }
    op(PickleOp::kBuild);
    return true;
  }

  Context& cx_;
  Dict* known_;
  GrowingCharge charge_;
  const int protocol_;
  std::string out_;
  size_t frame_ = 0;  // where the frame's header stands
  std::unordered_map<Object*, uint32_t> memo_;
  uint32_t next_ = 0;
  Value stopped_;  // what put() gave up for
};

}  // namespace

Value dump_plain(Context& cx, Value* args) { return PlainDumper(cx, args[1] == Value::small(5) ? 5 : 4, as<Dict>(args[2])).run(args[0]); }

}  // namespace fermata
