// Pickles of whole graphs of plain values: numbers, texts, containers, and instances that pickle would take apart into their attributes.
// For the module _pickle, whose Python knows what is plain in a class, and does all else by CPython's pickle.
#pragma once

#include "runtime/context.h"

namespace fermata {

// What the opcodes are called in CPython's pickle.py.
enum class PickleOp : uint8_t {
  kMark = '(',
  kStop = '.',
  kPop = '0',
  kPopMark = '1',
  kBinFloat = 'G',
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kNone = 'N',
  kBinUnicode = 'X',
  kEmptyList = ']',
  kAppend = 'a',
  kAppends = 'e',
  kBinGet = 'h',
  kLongBinGet = 'j',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kSetItems = 'u',
  kEmptyDict = '}',
  kEmptyTuple = ')',
  kBuild = 'b',
  kBinBytes = 'B',
  kShortBinBytes = 'C',
  kProto = 0x80,
  kNewObj = 0x81,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kLong1 = 0x8a,
  kLong4 = 0x8b,
  kShortBinUnicode = 0x8c,
  kEmptySet = 0x8f,
  kAddItems = 0x90,
  kFrozenSet = 0x91,
  kStackGlobal = 0x93,
  kMemoize = 0x94,
  kFrame = 0x95,
  kByteArray8 = 0x96,
};

// Whether instances may be nothing but attributes that programs see. Whatever `known` says, those that stand for the host's objects
// are not.
inline bool may_be_plain(const Class* cls) {
  return cls->layout == uint32_t(Kind::kInstance) && cls->class_flags & kClassHasDict &&
         !(cls->class_flags & (kClassHandle | kClassNoNew | kClassAbstract));
}

// Memory that a native takes while it runs, charged in steps that double.
class GrowingCharge {
 public:
  explicit GrowingCharge(Context& cx) : outside_(cx) {}
  bool cover(uint64_t bytes, Value* refused) {
    if (bytes <= charged_) return true;
    const uint64_t more = std::max(bytes - charged_, std::max<uint64_t>(charged_, 4096));
    if (!outside_.take(more, refused)) return false;
    charged_ += more;
    return true;
  }

 private:
  Outside outside_;
  uint64_t charged_ = 0;
};

// _dump_plain(obj, protocol, known): the pickle; or a class of which `known` should say (module, name), when its instances are plain; or
// None: it isn't a graph of plain values.
Value dump_plain(Context& cx, Value* args);
// _load_plain(data, known): (value, how many bytes it took); or "module\nname" of a class that `known` should have under that name, when
// its instances are plain; or None: it isn't a pickle of plain values, or it is broken.
Value load_plain(Context& cx, Value* args);

}  // namespace fermata
