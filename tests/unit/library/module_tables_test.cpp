// The list of modules: what is there, what isn't and why.
#include "library/module_tables.h"

#include <gtest/gtest.h>

#include <set>

namespace fermata {
namespace {

TEST(ModuleTables, WhatIsThereHasNoReasonWhyNot) {
  for (const ModuleName& m : module_list()) {
    EXPECT_EQ(find_module_name(m.name), &m);
    EXPECT_EQ(why_no_module(m.name), "") << m.name;
    EXPECT_TRUE(m.alias_of.empty() || find_module_name(m.alias_of)) << m.name;
  }
  EXPECT_EQ(find_module_name("no such"), nullptr);
  EXPECT_EQ(find_module_name(""), nullptr);
}

TEST(ModuleTables, APackagesReasonIsItsModules) {
  EXPECT_FALSE(why_no_module("tkinter").empty());
  EXPECT_EQ(why_no_module("tkinter.ttk"), why_no_module("tkinter"));
  EXPECT_EQ(why_no_module("tkinters"), "");
}

TEST(ModuleTables, Packages) {
  EXPECT_TRUE(is_package_name("collections"));
  EXPECT_FALSE(is_package_name("collection"));
  EXPECT_FALSE(is_package_name("collections.abc"));
}

// Each native part belongs to one module, and each of its functions is there once.
TEST(ModuleTables, NativePartsAreUnique) {
  std::set<std::string_view> names;
  for (const ModuleRow* row : native_modules()) {
    EXPECT_TRUE(names.insert(row->name).second) << row->name;
    std::set<std::string_view> functions;
    for (const NativeRow& native : row->functions) EXPECT_TRUE(functions.insert(native.name).second) << row->name << "." << native.name;
  }
}

}  // namespace
}  // namespace fermata
