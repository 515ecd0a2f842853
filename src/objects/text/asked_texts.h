// Formatting in two rounds, where methods of the program make some of the texts: the first collects what they are to be asked, in order,
// and the second gets what they gave. Each is native; in between the twin in src/prelude/str.py asks.
#pragma once

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"

namespace fermata {

class AskedTexts {
 public:
  AskedTexts() = default;                                                            // one round: natives alone
  explicit AskedTexts(std::vector<Value>* asked) : asked_(asked) {}                  // the first
  explicit AskedTexts(std::span<const Value> texts) : texts_(texts), gets_(true) {}  // the second

  bool collects() const { return asked_; }
  // Is this value's text somebody else's to make? Also where a native could: what a program can change must be shown in its turn.
  bool asks_for(Value v) const {
    if (!asked_ && !gets_) return false;
    return v.is_object() && !is<Str>(v) && !is<Int>(v) && !is<Bytes>(v);
  }
  // First round: None, or an outcome. `conversion`: 's', 'r', 'a' or 0; `spec`: a str or None.
  Value ask(Context& cx, Value v, char conversion, Value spec) {
    const Value parts[] = {v, conversion ? new_str(cx, {&conversion, 1}) : Value::none(), spec};
    const Value asked = tuple_of(cx, parts);
    if (asked.is_outcome()) return asked;
    asked_->push_back(asked);
    return Value::none();
  }
  // Second round: the next text; null: there is none (only in a state that somebody made up).
  const Str* next() { return next_ < texts_.size() ? try_as<Str>(payload_of(texts_[next_++])) : nullptr; }

  // What the first round gives its twin: a list, or None when it is for the twin's longer way.
  static Value result(Context& cx, Value done, const std::vector<Value>& asked) {
    if (done.is_retry()) return done;
    if (done.is_error()) cx.exception = Value();  // the longer way asks what stands before it
    return done.is_outcome() ? Value::none() : list_of(cx, asked);
  }

 private:
  std::vector<Value>* asked_ = nullptr;
  std::span<const Value> texts_;
  size_t next_ = 0;
  bool gets_ = false;
};

}  // namespace fermata
