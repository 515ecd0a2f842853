// What the tests of the library's leaf parts share: a module's natives, called by name as the machine calls them, without a session.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "library/module_tables.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"
#include "session/image/image.h"

namespace fermata {

class LeavesTest : public testing::Test {
 protected:
  LeavesTest() { cx.image = &shared_image(); }

  // `arguments` as the native's signature orders them, defaults included.
  Value call(std::string_view module, std::string_view name, std::vector<Value> arguments) {
    for (const ModuleRow* row : native_modules())
      if (row->name == module)
        for (const NativeRow& native : row->functions)
          if (native.name == name) return native.leaf(cx, arguments.data());
    ADD_FAILURE() << "no native " << module << "." << name;
    return Value::none();
  }

  // The exception that a native raised, which is no longer pending then: "ValueError: why".
  std::string raised(Value outcome) {
    if (!outcome.is_error()) return "nothing was raised";
    auto* e = as<Exception>(cx.exception);
    cx.exception = Value();
    const auto* args = as<Tuple>(e->args);
    return std::string(class_name(e->cls)) + (args->count && is<Str>(args->items[0]) ? ": " + text(args->items[0]) : "");
  }

  Value str(std::string_view s) { return new_str(cx, s); }
  Value bytes(std::string_view s) { return new_bytes(cx, s); }
  Value tuple(std::initializer_list<Value> items) { return tuple_of(cx, items); }
  static std::string text(Value v) { return std::string(as<Str>(v)->view()); }
  static std::string data(Value v) { return std::string(as<Bytes>(v)->view()); }

  Context cx;
};

}  // namespace fermata
