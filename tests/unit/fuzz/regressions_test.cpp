// What the fuzzers and the damaged states once found: each file of tests/fuzz/regressions/TARGET goes through that target again.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "targets.h"

namespace fermata {
namespace {

class Regressions : public testing::TestWithParam<const char*> {};

TEST_P(Regressions, Replay) {
  const FuzzFunction function = fuzz_function(GetParam());
  ASSERT_NE(function, nullptr);
  const auto folder = std::filesystem::path(FERMATA_REGRESSIONS) / GetParam();
  if (!std::filesystem::exists(folder)) return;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    SCOPED_TRACE(path.filename().string());
    std::ifstream file(path, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::printf("%s\n", path.filename().c_str());  // the last one before a crash
    std::fflush(stdout);
    const auto begin = std::chrono::steady_clock::now();
    function(input);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 20) << "it takes long";
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Regressions,
                         testing::Values("lexer", "parser", "compile_run", "load_msgpack", "load_json", "jail_replies"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fermata
