// Values of a program that stands still, as texts for people: what repr() gives, made without running any Python. Instances of classes
// whose repr() only the program's own code could make are shown by their attributes.
#pragma once

#include <string>
#include <vector>

#include "fermata/value.h"
#include "runtime/context.h"

namespace fermata {

class Shown {
 public:
  explicit Shown(Context& cx) : cx_(cx) {}
  std::string text(Value v);

 private:
  static constexpr size_t kMaxText = 200;
  static constexpr int kMaxDepth = 20;

  void value(Value v);
  void simple(Value v);     // by its type's own native
  bool container(Value v);  // false: it isn't one
  void instance(Instance* o);
  bool of_library(Instance* o, const Class* cls);  // false: it is nothing that is known here
  bool enum_member(Instance* o, const Class* cls);
  bool record(Instance* o, Class* cls);
  bool named_tuple(Instance* o, Class* cls);
  bool collection(Instance* o, const Class* cls);
  void attributes(Instance* o, Class* cls);
  void exception(Exception* e);
  void moment(const Data& data, Instance* o);
  void duration(const Data& data);
  bool zone(Instance* o);
  template <class Each>
  void listed(std::string_view open, std::string_view close, Each each);
  void pairs(Dict* dict);
  bool full() const { return out_.size() > kMaxText; }
  bool has_own_repr(Class* cls);
  Value own(Instance* o, std::string_view name);

  Context& cx_;
  std::string out_;
  std::vector<const Object*> within_;  // what is being shown, outermost first
};

}  // namespace fermata
