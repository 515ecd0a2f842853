#include "durable/rows/sealing.h"

#include <utility>

namespace fermata::durable {

namespace {

// Of the keys that whoever sealed it may have got meanwhile.
std::optional<Sealer> later_keys(const StoreOptions& options) {
  try {
    return options.later_keys ? options.later_keys() : std::nullopt;
  } catch (const UsageError&) {
    return std::nullopt;  // the file is being written, say
  }
}

}  // namespace

std::string sealed(const StoreOptions& options, std::string bytes, const Bound& place) {
  return options.sealer ? options.sealer->seal(bytes, place) : std::move(bytes);
}

std::optional<std::string> opened(const StoreOptions& options, std::string bytes, const Bound& place, std::string* why) {
  if (!options.sealer) {
    if (!Sealer::is_sealed(bytes)) return bytes;
    *why = "is sealed, and there are no keys";
    return std::nullopt;
  }
  StateProblem problem;
  auto text = options.sealer->open(bytes, place, &problem);
  if (!text && problem.kind == "foreign key")
    if (const auto later = later_keys(options)) text = later->open(bytes, place, &problem);
  if (!text) *why = "can't be opened: " + problem.kind + ": " + problem.message;
  return text;
}

}  // namespace fermata::durable
