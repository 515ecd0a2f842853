// Signatures of natives: parsed once, when the image is built, from the text in their rows.
#pragma once

#include <memory>
#include <string_view>

#include "objects/model/own.h"
#include "objects/natives/native.h"

namespace fermata {

// A TypeError when an argument isn't of the type that the signature says; None when all are.
Value check_types(Context& cx, const Builtin* b, const Value* slots);

// Runs a native on bound arguments; one without a leaf defers.
inline Value call_leaf(Context& cx, const Builtin* b, Value* slots) {
  if (b->row->flags & NativeRow::kChanges && is_shared(slots[0])) [[unlikely]]
    return raise_shared(cx, slots[0]);
  if (!b->row->leaf) return Value::defer();
  if (b->signature->typed) [[unlikely]]
    if (const Value r = check_types(cx, b, slots); r.is_outcome()) return r;
  return b->row->leaf(cx, slots);
}

// Aborts on text that isn't a signature: rows are part of the program.
std::unique_ptr<Signature> parse_signature(Context& cx, std::string_view text);

}  // namespace fermata
