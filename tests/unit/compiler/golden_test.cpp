// Golden bytecode: in tests/golden/dis, NAME.py has its disassembly in NAME.txt (tests/runner.py compares them through the command as well).
// With FERMATA_UPDATE=1 in the environment the files are rewritten with what we emit.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compile_text.h"

namespace fermata {
namespace {

namespace fs = std::filesystem;

fs::path golden_folder() {
  std::vector<fs::path> starts{fs::current_path(), fs::absolute(fs::path(__FILE__)).parent_path()};
  if (const char* root = std::getenv("FERMATA_ROOT")) starts.insert(starts.begin(), root);
  for (fs::path folder : starts) {
    for (;; folder = folder.parent_path()) {
      if (fs::exists(folder / "tests/golden/dis")) return folder / "tests/golden/dis";
      if (folder == folder.parent_path()) break;
    }
  }
  return {};
}

std::string read(const fs::path& path) {
  std::ifstream input(path, std::ios::binary);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

TEST(GoldenBytecode, IsAsRecorded) {
  const fs::path folder = golden_folder();
  ASSERT_FALSE(folder.empty()) << "tests/golden/dis not found";
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    files++;
    const auto code = compile_text(read(entry.path()));
    ASSERT_TRUE(code) << entry.path();
    const std::string text = disassemble(*code);
    const fs::path expected = fs::path(entry.path()).replace_extension(".txt");
    if (std::getenv("FERMATA_UPDATE")) {
      std::ofstream(expected, std::ios::binary) << text;
    } else {
      EXPECT_EQ(read(expected), text) << entry.path();
    }
  }
  EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace fermata
