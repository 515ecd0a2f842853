#include "vm/suggestions.h"

#include <algorithm>

#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// As CPython has them: no suggestion among more names, or for longer ones.
constexpr size_t kMaxCandidates = 750, kMaxNameSize = 40;

std::string detail_text(Exception* e, Str* name) {
  if (!is<Dict>(e->details)) return "";
  Value v = dict_get_str(as<Dict>(e->details), name);
  return is<Str>(v) ? std::string(as<Str>(v)->view()) : "";
}

// Levenshtein's distance with CPython's costs: 2 for a change, 1 when only the case differs. Gives up above
// `most`.
size_t edit_distance(std::string_view a, std::string_view b, size_t most) {
  auto cost = [](char x, char y) -> size_t {
    if (x == y) return 0;
    auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; };
    return lower(x) == lower(y) ? 1 : 2;
  };
  while (!a.empty() && !b.empty() && a.front() == b.front()) a.remove_prefix(1), b.remove_prefix(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) a.remove_suffix(1), b.remove_suffix(1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = 2 * j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0], least;
    least = row[0] = 2 * i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t up = row[j];
      row[j] = std::min({diagonal + cost(a[i - 1], b[j - 1]), up + 2, row[j - 1] + 2});
      diagonal = up;
      least = std::min(least, row[j]);
    }
    if (least > most) return most + 1;
  }
  return row[b.size()];
}

}  // namespace

std::string suggest_name(std::string_view name, const std::vector<std::string>& candidates) {
  if (candidates.size() > kMaxCandidates || name.size() > kMaxNameSize) return "";
  std::string best;
  size_t best_distance = SIZE_MAX;
  for (const std::string& c : candidates) {
    if (c == name) continue;
    if (c.size() > kMaxNameSize) continue;
    size_t most = (name.size() + c.size() + 3) * 2 / 6;
    if (best_distance != SIZE_MAX) most = std::min(most, best_distance - 1);
    size_t d = edit_distance(name, c, most);
    if (d > most) continue;
    if (d < best_distance) best_distance = d, best = c;
  }
  return best;
}

std::string did_you_mean(const std::string& name) { return name.empty() ? "" : ". Did you mean: '" + name + "'?"; }

std::string suggestion_for(Context& cx, Exception* e, Candidates order) {
  auto is_a = [&](ErrorType t) { return is_subclass(e->cls, error_class(cx, t)); };
  std::vector<std::string> candidates;
  std::string best;
  auto add = [&](Value v) {
    if (is<Str>(v) && candidates.size() <= kMaxCandidates) candidates.emplace_back(as<Str>(v)->view().substr(0, kMaxNameSize + 1));
  };
  auto add_dict = [&](Value d) {
    if (is<Dict>(d)) dict_for_each(as<Dict>(d), [&](DictEntry& entry) { add(entry.key); });
  };
  if (cx.budget.out_of_time()) return "";
  std::string name = detail_text(e, cx.name(Name::k_name));
  if (is_a(ErrorType::kAttributeError)) {
    if (name.empty() || !is<Dict>(e->details)) return "";
    Value object = dict_get_str(as<Dict>(e->details), cx.name(Name::k_obj));
    if (object.is_unset()) return "";
    Value list = list_attributes(cx, object);
    if (!is<List>(list)) return "";
    for (Value v : as<List>(list)->items) add(v);
  } else if (is_a(ErrorType::kNameError)) {
    if (name.empty()) return "";
    Value t = e->traceback;
    while (is<Traceback>(t) && is<Traceback>(as<Traceback>(t)->next)) t = as<Traceback>(t)->next;
    // Modules and class bodies have no locals but those of their comprehensions, which aren't in reach.
    const auto end_scope = [&] {
      if (order == Candidates::kTogether || !best.empty()) return;
      best = suggest_name(name, candidates);
      candidates.clear();
    };
    if (is<Traceback>(t) && as<Traceback>(t)->code->has(kCodeOptimized))
      for (Value local : as<Traceback>(t)->code->locals) add(local);
    end_scope();
    add_dict(is<Traceback>(t) ? globals_of_code(cx, as<Traceback>(t)->code) : cx.main_globals);
    end_scope();
    add_dict(Value::object(cx.image->builtins));
  } else {
    return "";
  }
  if (best.empty()) best = suggest_name(name, candidates);
  std::string nearest = did_you_mean(best);
  if (!is_a(ErrorType::kNameError) || !cx.imports.names) return nearest;
  // (As CPython says it from 3.12 on.)
  const std::vector<std::string> modules = cx.imports.names();
  if (std::find(modules.begin(), modules.end(), name) == modules.end()) return nearest;
  return nearest + (nearest.empty() ? ". Did you forget to import '" : " Or did you forget to import '") + name + "'?";
}

}  // namespace fermata
