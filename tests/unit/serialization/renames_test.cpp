// Attributes of the library's instances whose name differs from that in the state.
#include <gtest/gtest.h>

#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "programs.h"
#include "serialization/image_machine.h"
#include "serialization/state.h"
#include "session/image/image.h"

namespace fermata {
namespace {

// The image as it would be if decimal's _int were called _digits today.
class Tomorrow : public Machine {
 public:
  std::string_view name_of(const Object* o) const override { return image_machine().name_of(o); }
  std::string_view library() const override { return "CPython 3.11 (tomorrow's)"; }
  Object* find(std::string_view name) const override { return name == "module:colorsys" ? nullptr : image_machine().find(name); }
  std::optional<std::string_view> renamed(Context& cx, const Class* cls, std::string_view attribute) const override {
    for (Value base : as<Tuple>(cls->mro)->span())
      if (class_full_name(cx, as<Class>(base)) == "decimal.Decimal" && attribute == "_int") return "_digits";
    return image_machine().renamed(cx, cls, attribute);
  }
};

// A release in which Fraction was replaced.
class DayAfter : public Tomorrow {
 public:
  std::optional<std::string_view> renamed(Context& cx, const Class* cls, std::string_view attribute) const override {
    if (class_full_name(cx, cls) == "fractions.Fraction" && attribute == "_numerator") return "";
    return Tomorrow::renamed(cx, cls, attribute);
  }
};

// How a release loads the state of a program that was saved today.
StateError loaded_by(Machine& machine, std::string_view text) {
  std::vector<Finding> findings;
  Session session(Program::compile(text, "agent.py", &findings), test_options());
  EXPECT_EQ(session.start().status, Status::kPaused);
  Context cx;
  cx.image = &shared_image();
  cx.imports.load = image_module_for;
  SessionState state;
  return load_state(cx, machine, session.save(), state);
}

TEST(Renames, WhatWasReplacedIsRefusedByName) {
  DayAfter machine;
  EXPECT_FALSE(loaded_by(machine, "import fractions\nask()"));
  const StateError error = loaded_by(machine, "import fractions\na = fractions.Fraction(1, 2)\nask()");
  EXPECT_NE(error.message.find("an instance of fractions.Fraction as it was"), std::string::npos) << error.message;
}

TEST(Renames, WhatAnotherLibraryLacksIsRefusedWithBothNames) {
  Tomorrow machine;
  const StateError error = loaded_by(machine, "import colorsys\nask()");
  EXPECT_EQ(error.kind, StateErrorKind::kMissingBuiltin);
  EXPECT_TRUE(error.message.starts_with("this release has no 'module:colorsys'")) << error.message;
  EXPECT_TRUE(error.message.ends_with("; the state was made with the library of " + std::string(image_machine().library()) +
                                      ", this release has that of CPython 3.11 (tomorrow's)"))
      << error.message;
}

TEST(Renames, TheLoaderKnowsOldNames) {
  std::vector<Finding> findings;
  const auto program = Program::compile(
      "import decimal\nclass Own(decimal.Decimal):\n    pass\na, b, c = decimal.Decimal(15), Own(25), Own(35)\nb.__dict__\nc.more = "
      "1\nclass Other: pass\n"
      "d = Other()\nd._int = '45'\nask()",
      "agent.py", &findings);
  ASSERT_TRUE(program);
  Session session(program, test_options());
  ASSERT_EQ(session.start().status, Status::kPaused);
  for (const StateEncoding encoding : {StateEncoding::kJson, StateEncoding::kMessagePack}) {
    Context cx;
    cx.image = &shared_image();
    cx.imports.load = image_module_for;
    Tomorrow machine;
    SessionState state;
    const StateError error = load_state(cx, machine, session.save(encoding), state);
    ASSERT_FALSE(error) << error.message;
    const auto attribute = [&](std::string_view global, std::string_view name) {
      const Value o = dict_get_str(as<Dict>(state.main_globals), cx.intern(global));
      const Value v = instance_get(cx, as<Instance>(o), cx.intern(name));
      return v.is_small() ? std::to_string(v.as_small()) : is<Str>(v) ? std::string(as<Str>(v)->view()) : "none";
    };
    EXPECT_EQ(attribute("a", "_digits"), "15");
    EXPECT_EQ(attribute("b", "_digits"), "25");
    EXPECT_EQ(attribute("c", "_digits"), "35");
    EXPECT_EQ(attribute("c", "_int"), "none");
    EXPECT_EQ(attribute("d", "_int"), "45");
    EXPECT_EQ(attribute("d", "_digits"), "none");
  }
}

}  // namespace
}  // namespace fermata
