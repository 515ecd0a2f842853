#include "native/call_log.h"

#include <algorithm>

namespace fermata::python {

namespace {
constexpr uint64_t kObject = 64;  // any object of Python's, about
}  // namespace

void Weight::add(const Data& value) {
  if (value.may_be_shared() && !seen_.emplace(value.identity(), value).second) return;
  bytes_ += kObject;
  switch (value.type()) {
    case Data::Type::kNone:
    case Data::Type::kBool:
    case Data::Type::kFloat: break;
    case Data::Type::kInt:
      if (!value.is_small_int()) bytes_ += value.as_big_int().size();
      break;
    case Data::Type::kStr:
    case Data::Type::kBytes: bytes_ += value.as_str().size(); break;
    case Data::Type::kList:
    case Data::Type::kTuple:
    case Data::Type::kSet:
    case Data::Type::kFrozenSet:
      for (const Data& item : value.items()) add(item);
      break;
    case Data::Type::kDict:
      for (const auto& [key, item] : value.pairs()) add(key), add(item);
      break;
    case Data::Type::kObject:
      for (const auto& [name, item] : value.as_object().fields) add(item);
      break;
  }
}

void CallLog::add(AnsweredCall call, uint64_t bytes) {
  kept_.push_back({std::move(call), bytes});
  bytes_ += bytes;
  while (kept_.size() > kMostCalls || (bytes_ > kMostBytes && kept_.size() > 1)) {
    bytes_ -= kept_.front().bytes;
    ++forgotten_;
    const Kept oldest = std::move(kept_.front());  // freeing it may run code of the host's
    kept_.pop_front();
  }
}

py::list CallLog::first(uint64_t count) const {
  py::list list;
  const size_t number = count > forgotten_ ? std::min<uint64_t>(count - forgotten_, kept_.size()) : 0;
  for (size_t i = 0; i < number; ++i) {
    const AnsweredCall& c = kept_[i].call;
    list.append(py::make_tuple(c.function, c.args, c.kwargs, c.line, c.value, c.raised, c.id));
  }
  return list;
}

}  // namespace fermata::python
