// The list that split, rsplit and splitlines of str, bytes and bytearray make.
#pragma once

#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/text/text_args.h"
#include "objects/text/text_search.h"

namespace fermata {

// Collects parts of a text into a list. `part` makes the value of what is between two bytes of it, or gives an outcome; the first `metered`
// of them are charged one by one.
template <class Part>
class Pieces {
 public:
  Pieces(Context& cx, Part part, uint64_t metered = 0) : cx_(cx), part_(part), metered_(metered), list_(new_list(cx)) {}
  // False: no more, finish() says why.
  [[gnu::always_inline]] bool add(size_t begin, size_t end) {
    if (metered_ && (--metered_, !cx_.tick((end - begin) / 8))) return fail(Value::retry());
    const Value part = part_(begin, end);
    if (part.is_outcome()) return fail(part);
    if (!cx_.heap.far_over() && cx_.heap.push(list_->items, part)) return true;
    return fail(cx_.out_of_memory());
  }
  Value finish(bool reverse = false) {
    if (!failure_.is_none()) return failure_;
    if (reverse) std::reverse(list_->items.begin(), list_->items.end());
    return Value::object(list_);
  }

 private:
  bool fail(Value failure) {
    failure_ = failure;
    return false;
  }

  Context& cx_;
  Part part_;
  uint64_t metered_;
  List* list_;
  Value failure_ = Value::none();
};

template <class Finds, class Part>
void split_at(std::string_view text, Finds& search, size_t separator, uint64_t limit, Pieces<Part>& pieces) {
  size_t from = 0;
  for (; limit != 0; --limit) {
    const size_t at = search.find(text, from);
    if (at == text.npos) break;
    if (!pieces.add(from, at)) return;
    from = at + separator;
  }
  pieces.add(from, text.size());
}

template <class Finds, class Part>
void rsplit_at(std::string_view text, Finds& search, size_t separator, uint64_t limit, Pieces<Part>& pieces) {
  size_t left = text.size();
  for (; limit != 0; --limit) {
    const size_t at = search.find_last(text.substr(0, left));
    if (at == text.npos) break;
    if (!pieces.add(at + separator, left)) return;
    left = at;
  }
  pieces.add(0, left);
}

// `sep.split(…)`, and rsplit from the right: the parts between separators, or, when `separator` is empty, what `at_spaces` gives.
template <class Part, class AtSpaces>
Value split_text(Context& cx, std::string_view text, std::string_view separator, int64_t most, bool from_right, Part part,
                 AtSpaces at_spaces) {
  const uint64_t limit = most < 0 ? UINT64_MAX : uint64_t(most);
  // With a limit the rest is only copied, mostly.
  if (limit >= text.size() ? text.size() > 64 && !cx.tick(text.size() / 8) : !tick_bytes(cx, text.size())) return Value::retry();
  Pieces<Part> pieces(cx, part, limit < text.size() ? limit : 0);
  const auto split = [&](auto& search) {
    if (from_right) rsplit_at(text, search, separator.size(), limit, pieces);
    else split_at(text, search, separator.size(), limit, pieces);
  };
  if (separator.empty()) {
    at_spaces(limit, pieces);
  } else if (limit < text.size()) {
    Search search(cx, separator);
    split(search);
    if (search.stopped()) return Value::retry();
  } else {
    Finder finder(separator);
    split(finder);
  }
  return pieces.finish(from_right);
}

}  // namespace fermata
