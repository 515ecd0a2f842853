// The fingerprint of the format: every number and name that states contain. When this fails, the format has
// changed: an addition at an end needs a new version (kStateVersion, FORMAT.md) and a loader that still reads the
// old one; anything else must not be done. FERMATA_UPDATE=file writes the new text there.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/budget.h"
#include "compiler/opcodes.h"
#include "heap/visit.h"
#include "serialization/state.h"

namespace fermata {
namespace {

const char kFingerprint[] =
#include "fingerprint_v9.inc"
    ;

// Writes down fields as a visitor sees them.
class Describer {
 public:
  explicit Describer(std::string& out) : out_(out) {}
  void operator()(const char* name, Value&) { add(name, "value"); }
  template <class T>
    requires std::is_base_of_v<Object, T>
  void operator()(const char* name, T*&) {
    add(name, kind_name(T::kKind));
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(const char* name, T&) {
    add(name, word_of<T>());
  }
  void operator()(const char* name, Array<Value>&) { add(name, "values"); }
  template <class T>
  void operator()(const char* name, Array<T>&) {
    if constexpr (std::is_arithmetic_v<T>) {
      add(name, std::string(word_of<T>()) + "s");
    } else {
      add(name, "structs (");
      T item{};
      item.fields(*this);
      out_ += " )";
    }
  }
  void items(const char* name, Value*, size_t) { add(name, "items"); }
  template <class T>
  void items(const char* name, T*, size_t) {
    add(name, "inline");
  }
  template <class T>
  void derived(const char*, Array<T>&) {}
  template <class T>
  void derived_object(const char*, T*&) {}
  void caches(Array<SiteCache>&) {}
  void instance(Instance&) { add("instance", "instance"); }
  void frames(Task&) { add("frames", "frames"); }

 private:
  template <class T>
  static const char* word_of() {
    if constexpr (std::is_same_v<T, bool>) return "bool";
    else if constexpr (std::is_floating_point_v<T>) return "double";
    else if constexpr (sizeof(T) == 1) return "byte";
    else return std::is_signed_v<T> ? "int" : "uint";
  }
  void add(const char* name, std::string_view type) { out_ += std::string(" ") + name + ":" + std::string(type); }
  std::string& out_;
};

std::string describe() {
  std::string out = "\nversion " + std::to_string(kStateVersion) + "\n";
#define TYPE(number, Name, ...)                      \
  {                                                  \
    out += "type " #number " " #Name ":";            \
    alignas(16) char memory[sizeof(Name) + 64] = {}; \
    Describer describer(out);                        \
    (new (memory) Name())->fields(describer);        \
    out += "\n";                                     \
  }
#include "heap/types.def"
#define OP(number, name, format, ...) out += "op " #number " " #name " " format "\n";
#include "compiler/opcodes.def"
#define LIMIT(name, default_value, unit, since, doc) out += "limit " #name "\n";
#include "base/limits.def"
#undef LIMIT
  return out;
}

TEST(Format, Fingerprint) {
  const std::string now = describe();
  if (const char* file = std::getenv("FERMATA_UPDATE")) {
    std::ofstream(file) << "R\"(" << now << ")\"\n";
    return;
  }
  EXPECT_EQ(now, kFingerprint) << "the format of states has changed";
}

}  // namespace
}  // namespace fermata
