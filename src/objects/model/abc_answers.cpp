#include "objects/model/abc_answers.h"

namespace fermata {

namespace {

constexpr size_t kAnswers = 256;

size_t place_of(const Class* cls, const Class* subclass) {
  const uint64_t mixed = (uint64_t(uintptr_t(cls)) * 3 + uint64_t(uintptr_t(subclass))) * 0x9E3779B97F4A7C15ull;
  return size_t(mixed >> 32) % kAnswers;
}

}  // namespace

Value abc_answer(const Context& cx, const Class* cls, const Class* subclass) {
  if (cx.abc_answers.empty()) return Value();
  const auto& entry = cx.abc_answers[place_of(cls, subclass)];
  return entry.cls == cls && entry.subclass == subclass && entry.epoch == cx.class_epoch ? Value::boolean(entry.answer) : Value();
}

void abc_remember(Context& cx, const Class* cls, const Class* subclass, bool answer) {
  if (cx.abc_answers.empty()) cx.abc_answers.resize(kAnswers);
  cx.abc_answers[place_of(cls, subclass)] = {cls, subclass, cx.class_epoch, answer};
}

}  // namespace fermata
