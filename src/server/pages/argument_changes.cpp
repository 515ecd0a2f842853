#include "server/pages/argument_changes.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "durable/reports.h"
#include "durable/schemas/schema.h"
#include "serialization/data_text.h"
#include "server/pages/argument_fields.h"

namespace fermata::server {

namespace {

constexpr size_t kMost = 30;       // changes that are told
constexpr size_t kWhole = 20'000;  // characters of a value that are compared
constexpr size_t kShown = 60;      // and shown
constexpr const char* kGap = "…";

std::string written(const Data& value) { return repr(value, Hidden(), kWhole); }

std::string key_text(const Data& key) { return repr(key, Hidden(), kShown); }

bool same_class(const Data& a, const Data& b) {
  return a.as_object().kind == b.as_object().kind && a.as_object().type_name == b.as_object().type_name;
}

class Comparison {
 public:
  explicit Comparison(std::vector<ArgumentChange>& changes) : changes_(changes) {}

  void compare(const std::string& path, const Data& before, const Data& after) {
    if (is_full() || before == after) return;
    const bool dicts = before.type() == Data::Type::kDict && after.type() == Data::Type::kDict;
    const bool both_objects = before.type() == Data::Type::kObject && after.type() == Data::Type::kObject;
    const bool lists = before.type() == after.type() && (before.type() == Data::Type::kList || before.type() == Data::Type::kTuple);
    if (dicts || (both_objects && same_class(before, after) && durable::has_fields(before))) compare_fields(path, before, after, dicts);
    else if (lists && before.items().size() == after.items().size()) compare_items(path, before.items(), after.items());
    else add(path, written(before), written(after));
  }

  void add(const std::string& path, std::string before, std::string after) {
    if (is_full()) return;
    cut_around(before, after, kShown);
    changes_.push_back({path, std::move(before), std::move(after)});
  }

 private:
  bool is_full() const { return changes_.size() >= kMost; }

  static const Data* value_of(const Data::Pairs& pairs, const Data& key) {
    const auto found = std::ranges::find(pairs, key, [](const auto& one) { return one.first; });
    return found == pairs.end() ? nullptr : &found->second;
  }

  void compare_fields(const std::string& path, const Data& before, const Data& after, bool in_brackets) {
    const Data::Pairs &was = durable::fields_of(before), &is = durable::fields_of(after);
    if (was.size() > kMostFields || is.size() > kMostFields) return add(path, written(before), written(after));
    const auto at = [&](const Data& key) {
      return in_brackets || !key.is_str() ? path + "[" + key_text(key) + "]" : path + "." + key.as_str();
    };
    for (const auto& [key, value] : was) {
      if (const Data* now = value_of(is, key)) compare(at(key), value, *now);
      else add(at(key), written(value), "");
    }
    for (const auto& [key, value] : is)
      if (!value_of(was, key)) add(at(key), "", written(value));
  }

  void compare_items(const std::string& path, const Data::Items& before, const Data::Items& after) {
    for (size_t i = 0; i < before.size() && !is_full(); ++i) compare(path + "[" + std::to_string(i) + "]", before[i], after[i]);
  }

  static constexpr size_t kMostFields = 1'000;  // keys are looked for one by one
  std::vector<ArgumentChange>& changes_;
};

// As many bytes from `at` on as make whole characters.
size_t whole_from(const std::string& text, size_t at) {
  while (at < text.size() && utf8::is_continuation(text[at])) ++at;
  return at;
}

std::string part_of(const std::string& text, size_t begin, size_t end, size_t limit) {
  const bool is_long = end - begin > limit;
  begin = whole_from(text, begin);
  end = beginning_of(text, is_long ? begin + limit : end).size();
  return (begin ? kGap : "") + text.substr(begin, std::max(begin, end) - begin) + (end < text.size() ? kGap : "");
}

}  // namespace

void cut_around(std::string& before, std::string& after, size_t limit) {
  if (before.size() <= limit && after.size() <= limit) return;
  const size_t least = std::min(before.size(), after.size());
  size_t same = 0, same_end = 0;
  while (same < least && before[same] == after[same]) ++same;
  while (same_end < least - same && before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end]) ++same_end;
  const size_t around = limit / 4;
  const size_t begin = same > 2 * around ? same - around : 0;
  const auto cut = [&](const std::string& text) {
    const size_t end = same_end > 2 * around ? text.size() - same_end + around : text.size();
    return part_of(text, begin, end, 2 * limit);
  };
  const std::string short_before = cut(before);
  after = cut(after);
  before = short_before;
}

std::vector<ArgumentChange> argument_changes(const Call& before, const Call& after, const std::vector<std::string>& names) {
  std::vector<ArgumentChange> changes;
  Comparison comparison(changes);
  for (size_t i = 0; i < std::max(before.args.size(), after.args.size()); ++i) {
    const std::string name = argument_label(i, names);
    if (i >= after.args.size()) comparison.add(name, written(before.args[i]), "");
    else if (i >= before.args.size()) comparison.add(name, "", written(after.args[i]));
    else comparison.compare(name, before.args[i], after.args[i]);
  }
  const auto found = [](const Call& call, const std::string& name) -> const Data* {
    const auto one = std::ranges::find(call.kwargs, name, [](const auto& pair) { return pair.first; });
    return one == call.kwargs.end() ? nullptr : &one->second;
  };
  for (const auto& [name, value] : before.kwargs) {
    if (const Data* now = found(after, name)) comparison.compare(name, value, *now);
    else comparison.add(name, written(value), "");
  }
  for (const auto& [name, value] : after.kwargs)
    if (!found(before, name)) comparison.add(name, "", written(value));
  return changes;
}

Html changes_in(const std::vector<ArgumentChange>& changes) {
  const auto value = [](Literal tag, const std::string& text) {
    return text.empty() ? Html("not there") : el(tag, {{"class", "value"}}, text);
  };
  Html html;
  for (const ArgumentChange& one : changes)
    html += el("span", {{"class", "change"}}, el("b", {}, one.path), ": ", value("del", one.before), " → ", value("ins", one.after));
  if (changes.size() >= kMost) html += el("span", {{"class", "change"}}, "…");
  return html;
}

Html edit_of(const durable::Decided& decided, const Call& call, const std::vector<std::string>& names) {
  if (decided.edited.empty()) return {};
  return changes_in(argument_changes(durable::with_arguments(call, decided.args), durable::with_arguments(call, decided.edited), names));
}

std::vector<durable::Decided> edits_in_force(const std::vector<durable::Decided>& decisions, const durable::RunCall& call) {
  std::vector<durable::Decided> edits;
  if (!call.asked.edited) return edits;
  for (auto one = decisions.rbegin(); one != decisions.rend(); ++one) {
    if (one->call != call.call.id || one->edited.empty()) continue;
    if (!edits.empty() && one->edited != edits.back().args) break;  // of before it was sent back
    edits.push_back(*one);
  }
  std::ranges::reverse(edits);
  return edits;
}

}  // namespace fermata::server
