#include "durable/schemas/parameters.h"

#include <algorithm>
#include <set>

#include "durable/schemas/fitted.h"
#include "durable/schemas/schema.h"
#include "vm/suggestions.h"

namespace fermata::durable {

namespace {

// Members of a schema, of the types that they have to have; what isn't so isn't there.
const Data* list_in(const Data& schema, const char* name) {
  const Data* value = schema.find(name);
  return value && value->type() == Data::Type::kList ? value : nullptr;
}
size_t count_in(const Data& schema, const char* name) {
  const Data* value = schema.find(name);
  return value && value->is_small_int() && value->as_int() > 0 ? size_t(value->as_int()) : 0;
}

class Parameters {
 public:
  Parameters(const Data& schema, const fermata::Call& call, const fermata::Call& was)
      : root_(schema), call_(call), was_(was), checker_(schema), function_(call.function + "()"), rest_(text_in(schema, "x-rest")) {
    if (const Data* given = schema.find("properties"); given && given->type() == Data::Type::kDict) properties_ = given;
    places_ = list_in(schema, "x-places");
    required_ = list_in(schema, "required");
    others_ = schema.find("additionalProperties");
    unnamed_ = count_in(schema, "x-unnamed");
  }

  std::string misfit() {
    if (!is_known()) return "";
    for (size_t i = 0; i < call_.args.size(); ++i)
      if (std::string why = misfit_at(i); !why.empty()) return why;
    for (const auto& [name, value] : call_.kwargs)
      if (std::string why = misfit_named(name, value); !why.empty()) return why;
    for (const Data& name : required_ ? required_->items() : Data::Items())
      if (name.is_str() && !given_.contains(name.as_str())) return function_ + " needs its argument " + name.as_str();
    return "";
  }

  std::string misfit_of_name(const std::string& name) const {
    const bool is_place = name.find_first_not_of("0123456789") == name.npos;
    return !is_known() || is_place || properties_->find(name) || takes_others() ? "" : no_argument(name);
  }

  fermata::Call fitted_call() const {
    fermata::Call fitted = call_;
    if (!is_known()) return fitted;
    for (size_t i = 0; i < call_.args.size(); ++i)
      if (const Data* schema = schema_at(i); schema && is_edited(i)) fitted.args[i] = fitted_value(*schema, call_.args[i]);
    for (auto& [name, value] : fitted.kwargs)
      if (const Data* schema = schema_named(name); schema && is_edited(name, value)) value = fitted_value(*schema, value);
    return fitted;
  }

  std::vector<std::string> left_out() const {
    std::vector<std::string> names;
    if (!is_known()) return names;
    const Data::Items& places = places_->items();
    for (const auto& [key, schema] : properties_->pairs()) {
      if (!key.is_str() || !parameter_named(key.as_str())) continue;
      const bool has_place = size_t(std::ranges::find(places, key) - places.begin()) < call_.args.size();
      const bool is_named = std::ranges::any_of(call_.kwargs, [&](const auto& one) { return one.first == key.as_str(); });
      if (!has_place && !is_named) names.push_back(key.as_str());
    }
    return names;
  }

 private:
  bool is_known() const { return properties_ && places_; }
  bool has_place(size_t place) const { return place < places_->items().size() && places_->items()[place].is_str(); }
  bool is_edited(size_t place) const { return place >= was_.args.size() || was_.args[place] != call_.args[place]; }
  bool is_edited(const std::string& name, const Data& value) const {
    const auto was = std::ranges::find(was_.kwargs, name, [](const auto& one) { return one.first; });
    return was == was_.kwargs.end() || was->second != value;
  }
  Data fitted_value(const Data& schema, const Data& value) const { return fitted(root_, schema, value); }

  // Null: any value fits there.
  const Data* schema_at(size_t place) const {
    if (has_place(place)) return properties_->find(places_->items()[place].as_str());
    const Data* all = properties_->find(rest_);
    return all ? all->find("items") : nullptr;
  }
  // The parameter that takes a keyword; null: none, but for others_.
  const Data* parameter_named(const std::string& name) const {
    const Data::Items& places = places_->items();
    const auto place = size_t(std::ranges::find(places, Data(name)) - places.begin());
    return name != rest_ && place >= unnamed_ ? properties_->find(name) : nullptr;
  }
  const Data* schema_named(const std::string& name) const {
    const Data* parameter = parameter_named(name);
    return parameter ? parameter : others_;
  }

  std::string misfit_at(size_t place) {
    const Data::Items& places = places_->items();
    if (!has_place(place) && rest_.empty())
      return function_ + " takes " + std::to_string(places.size()) + " arguments without names, not " + std::to_string(call_.args.size());
    const std::string name = has_place(place) ? places[place].as_str() : rest_ + "[" + std::to_string(place - places.size()) + "]";
    if (has_place(place)) given_.insert(name);
    const Data* schema = schema_at(place);
    return schema && is_edited(place) ? checker_.misfit(*schema, call_.args[place], name) : "";
  }

  std::string misfit_named(const std::string& name, const Data& value) {
    const Data* parameter = parameter_named(name);
    if (!parameter && !takes_others()) return no_argument(name);
    if (parameter && !given_.insert(name).second) return function_ + " is given " + name + " twice";
    return is_edited(name, value) ? checker_.misfit(*schema_named(name), value, name) : "";
  }

  bool takes_others() const { return others_ && *others_ != Data(false); }
  std::string no_argument(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [known, schema] : properties_->pairs())
      if (known.is_str()) names.push_back(known.as_str());
    const std::string nearest = suggest_name(name, names);
    return function_ + " has no argument " + name + (nearest.empty() ? "" : " (did you mean " + nearest + "?)");
  }

  const Data& root_;
  const fermata::Call &call_, &was_;
  SchemaChecker checker_;
  const std::string function_, rest_;
  const Data *properties_ = nullptr, *places_ = nullptr, *required_ = nullptr, *others_ = nullptr;
  size_t unnamed_ = 0;
  std::set<std::string> given_;
};

}  // namespace

std::string arguments_misfit(const Data& parameters, const fermata::Call& call, const fermata::Call& was) {
  return Parameters(parameters, call, was).misfit();
}

std::string name_misfit(const Data& parameters, const std::string& function, const std::string& name) {
  fermata::Call call;
  call.function = function;
  return Parameters(parameters, call, call).misfit_of_name(name);
}

fermata::Call fitted_arguments(const Data& parameters, const fermata::Call& call, const fermata::Call& was) {
  return Parameters(parameters, call, was).fitted_call();
}

std::vector<std::string> left_out(const Data& parameters, const fermata::Call& call) {
  return Parameters(parameters, call, call).left_out();
}

bool set_argument(fermata::Call& call, const std::string& name, const Data& value, const Data& parameters) {
  const Data* places = list_in(parameters, "x-places");
  // The program chooses the names of what **options takes: they stand behind what is passed by its place. "**amount" is one of those.
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (name != std::to_string(i) && !(places && i < places->items().size() && places->items()[i] == Data(name))) continue;
    call.args[i] = value;
    return true;
  }
  const std::string option = name.starts_with("**") ? name.substr(2) : name;
  const auto keyword = std::ranges::find(call.kwargs, option, [](const auto& one) { return one.first; });
  if (keyword != call.kwargs.end()) {
    keyword->second = value;
    return true;
  }
  if (places && !name.empty() && name == text_in(parameters, "x-rest") && is_list(value) && call.args.size() >= places->items().size()) {
    call.args.resize(places->items().size());
    call.args.insert(call.args.end(), value.items().begin(), value.items().end());
    return true;
  }
  if (!places && !call.args.empty()) return false;
  call.kwargs.emplace_back(name, value);
  return true;
}

}  // namespace fermata::durable
