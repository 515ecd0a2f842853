// Golden syntax errors. In tests/golden/syntax_errors/*.txt, a case is
//   === why, or nothing
//   the source, verbatim
//   --- Type line:column-line:column message     (columns in characters from 1, as SyntaxError.offset)
// With FERMATA_UPDATE=1 in the environment, the files are rewritten with what we say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/parser.h"

namespace fermata {
namespace {

namespace fs = std::filesystem;

// The tests run from the root of the tree or from a build directory in it.
fs::path golden_folder() {
  std::vector<fs::path> starts{fs::current_path(), fs::absolute(fs::path(__FILE__)).parent_path()};
  if (const char* root = std::getenv("FERMATA_ROOT")) starts.insert(starts.begin(), root);
  for (fs::path folder : starts) {
    for (;; folder = folder.parent_path()) {
      if (fs::exists(folder / "tests/golden/syntax_errors")) return folder / "tests/golden";
      if (folder == folder.parent_path()) break;
    }
  }
  return {};
}

std::string describe(const std::string& text) {
  Source source("test", text);
  ParseResult result = parse_module(source);
  if (result.ok()) return "ok";
  const SyntaxErrorRecord& error = *result.error;
  auto place = [&](const Position& at) {
    return std::to_string(at.line) + ":" + std::to_string(source.character_column(at.line, at.column) + 1);
  };
  EXPECT_EQ(error.line_text, source.line(error.span.begin.line));
  return std::string(error.type_name()) + " " + place(error.span.begin) + "-" + place(error.span.end) + " " + error.message;
}

std::vector<fs::path> files_with(const char* extension, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool updating() { return std::getenv("FERMATA_UPDATE") != nullptr; }

TEST(SyntaxErrors, AreAsRecorded) {
  fs::path folder = golden_folder();
  ASSERT_FALSE(folder.empty()) << "tests/golden not found";
  const bool update = updating();
  std::vector<fs::path> files = files_with(".txt", folder / "syntax_errors");
  size_t cases = 0;
  for (const fs::path& path : files) {
    std::ifstream input(path, std::ios::binary);
    std::ostringstream output;
    std::string line, text;
    bool in_source = false;
    for (size_t number = 1; std::getline(input, line); ++number) {
      if (line.starts_with("=== ") || line == "===") {
        text.clear();
        in_source = true;
        output << line << "\n";
      } else if (in_source && line.starts_with("--- ")) {
        if (!text.empty()) text.pop_back();  // the last line's end belongs to the file, not to the case
        in_source = false;
        ++cases;
        std::string actual = describe(text);
        if (!update) {
          EXPECT_EQ(line.substr(4), actual) << path.filename() << ":" << number << "\n" << text;
        }
        output << "--- " << actual << "\n";
      } else {
        if (in_source) text += line + "\n";
        output << line << "\n";
      }
    }
    input.close();
    if (update) std::ofstream(path, std::ios::binary) << output.str();
  }
  EXPECT_GT(cases, 150u);
}

}  // namespace
}  // namespace fermata
