#include "durable/schemas/parameters.h"

#include <algorithm>
#include <set>

#include "durable/schemas/schema.h"
#include "vm/suggestions.h"

namespace fermata::durable {

namespace {

// Members of a schema, of the types that they have to have; what isn't so isn't there.
const Data* list_in(const Data& schema, const char* name) {
  const Data* value = schema.find(name);
  return value && value->type() == Data::Type::kList ? value : nullptr;
}
std::string text_in(const Data& schema, const char* name) {
  const Data* value = schema.find(name);
  return value && value->is_str() ? value->as_str() : "";
}
size_t count_in(const Data& schema, const char* name) {
  const Data* value = schema.find(name);
  return value && value->is_small_int() && value->as_int() > 0 ? size_t(value->as_int()) : 0;
}

class Parameters {
 public:
  Parameters(const Data& schema, const fermata::Call& call, const fermata::Call& was)
      : call_(call), was_(was), checker_(schema), function_(call.function + "()"), rest_(text_in(schema, "x-rest")) {
    if (const Data* given = schema.find("properties"); given && given->type() == Data::Type::kDict) properties_ = given;
    places_ = list_in(schema, "x-places");
    required_ = list_in(schema, "required");
    others_ = schema.find("additionalProperties");
    unnamed_ = count_in(schema, "x-unnamed");
  }

  std::string misfit() {
    if (!properties_ || !places_) return "";
    for (size_t i = 0; i < call_.args.size(); ++i)
      if (std::string why = misfit_at(i); !why.empty()) return why;
    for (const auto& [name, value] : call_.kwargs)
      if (std::string why = misfit_named(name, value); !why.empty()) return why;
    for (const Data& name : required_ ? required_->items() : Data::Items())
      if (name.is_str() && !given_.contains(name.as_str())) return function_ + " needs its argument " + name.as_str();
    return "";
  }

 private:
  std::string misfit_at(size_t place) {
    const Data::Items& places = places_->items();
    const bool has_place = place < places.size() && places[place].is_str();
    if (!has_place && rest_.empty())
      return function_ + " takes " + std::to_string(places.size()) + " arguments without names, not " + std::to_string(call_.args.size());
    const std::string name = has_place ? places[place].as_str() : rest_ + "[" + std::to_string(place - places.size()) + "]";
    const Data* schema = properties_->find(has_place ? name : rest_);
    if (schema && !has_place) schema = schema->find("items");
    if (has_place) given_.insert(name);
    const bool is_edited = place >= was_.args.size() || was_.args[place] != call_.args[place];
    return schema && is_edited ? checker_.misfit(*schema, call_.args[place], name) : "";
  }

  std::string misfit_named(const std::string& name, const Data& value) {
    const Data::Items& places = places_->items();
    const auto place = size_t(std::ranges::find(places, Data(name)) - places.begin());
    const Data* schema = name != rest_ && place >= unnamed_ ? properties_->find(name) : nullptr;
    if (!schema && (!others_ || *others_ == Data(false))) return function_ + " has no argument " + name + nearest(name);
    if (schema && !given_.insert(name).second) return function_ + " is given " + name + " twice";
    const auto was = std::ranges::find(was_.kwargs, name, [](const auto& one) { return one.first; });
    const bool is_edited = was == was_.kwargs.end() || was->second != value;
    return is_edited ? checker_.misfit(schema ? *schema : *others_, value, name) : "";
  }

  std::string nearest(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [known, schema] : properties_->pairs())
      if (known.is_str()) names.push_back(known.as_str());
    const std::string nearest = suggest_name(name, names);
    return nearest.empty() ? "" : " (did you mean " + nearest + "?)";
  }

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

}  // namespace fermata::durable
