// What tests of jails stand on: they are skipped where there is no program for jailed processes.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "fermata/jail.h"

namespace fermata {

class Jailed : public testing::Test {
 protected:
  void SetUp() override {
    if (find_jail_program().empty()) GTEST_SKIP() << "built without fermata-jail";
#ifdef __SANITIZE_ADDRESS__
    const char* const plain = std::getenv("FERMATA_JAIL");
    if (!plain || !*plain) GTEST_SKIP() << "sanitizers make system calls of their own, and $FERMATA_JAIL names no program without them";
#endif
  }
};

}  // namespace fermata
