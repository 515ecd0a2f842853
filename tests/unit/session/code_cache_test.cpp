#include "session/code_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <thread>

#include "compiler/unit_bytes.h"
#include "fermata/session.h"
#include "session/session_impl.h"

namespace fermata {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kRoom = 1 << 20;

constexpr const char* kPath = "/packages/boxes-1.5-0123456789abcdef/boxes.py";
constexpr const char* kText =
    "import os\n\nclass Box(dict):\n    size = (1, 2)\n    def double(self, x, *rest, y=2):\n        try: return [x * n for n in "
    "self.size]\n"
    "        finally: del rest\n\nbox = Box(a=1)\nvalue = box.double(4)\n";

class CodeCaches : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "fermata-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string key_ = CodeCache::key(kPath, kText);
  fs::path file() const { return folder_ / key_; }
  std::string code() const { return compile_package_text(kPath, kText); }
  bool is_there() const { return CodeCache(folder_).find(key_) != nullptr; }
  std::string content() const {
    std::ifstream in(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& bytes) { std::ofstream(file(), std::ios::binary) << bytes; }

  fs::path folder_;
};

TEST_F(CodeCaches, KeepWhatWasCompiledForOthers) {
  EXPECT_FALSE(is_there());
  const auto unit = CodeCache(folder_).compiled(kPath, kText);
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(*CodeCache(folder_).find(key_), code());
  EXPECT_EQ(fs::status(file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(*CodeCache(folder_).compiled(kPath, kText), code());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);  // nothing unfinished
}

TEST_F(CodeCaches, TellTextsPathsAndCompilersApart) {
  EXPECT_NE(CodeCache::key(kPath, "x = 1\n"), key_);
  EXPECT_NE(CodeCache::key("/packages/boxes-1.6-0123456789abcdef/boxes.py", kText), key_);
  EXPECT_NE(CodeCache::key("a", "bc"), CodeCache::key("ab", "c"));
  EXPECT_EQ(compiler_fingerprint().size(), 64u);
}

TEST_F(CodeCaches, HaveNothingOfWhatMustBeTold) {
  for (const char* text : {"x = (\n", "x is 1\n", "def f():\n    nonlocal x\n"}) {
    CodeCache cache(folder_);
    EXPECT_EQ(cache.compiled(kPath, text), nullptr);
    EXPECT_EQ(*cache.find(CodeCache::key(kPath, text)), "");  // in memory
    EXPECT_EQ(CodeCache(folder_).find(CodeCache::key(kPath, text)), nullptr);
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(CodeCaches, IgnoreDamagedFiles) {
  CodeCache(folder_).keep(key_, code());
  const std::string whole = content();
  for (size_t i = 0; i < whole.size(); i += 7) {
    std::string damaged = whole;
    damaged[i] ^= 1;
    write(damaged);
    EXPECT_FALSE(is_there()) << i;
  }
  for (const std::string& other : {std::string(), whole.substr(0, 40), whole.substr(0, whole.size() - 1), whole + "x"}) {
    write(other);
    EXPECT_FALSE(is_there());
  }
  // It is compiled anew, and mended.
  ASSERT_NE(CodeCache(folder_).compiled(kPath, kText), nullptr);
  EXPECT_EQ(content(), whole);
}

TEST_F(CodeCaches, IgnoreFilesThatOthersMayWrite) {
  CodeCache(folder_).keep(key_, code());
  ASSERT_TRUE(is_there());
  for (const mode_t mode : {0620, 0602, 0666}) {
    chmod(file().c_str(), mode);
    EXPECT_FALSE(is_there()) << mode;
  }
  chmod(file().c_str(), 0600);
  EXPECT_TRUE(is_there());
  chmod(folder_.c_str(), 0777);
  EXPECT_FALSE(is_there());
  chmod(folder_.c_str(), 0700);
  fs::rename(file(), folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", file());
  EXPECT_FALSE(is_there());
  fs::remove(file());
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);  // and nobody waits for it
  EXPECT_FALSE(is_there());
  fs::remove(file());
  fs::create_directory(file());
  EXPECT_FALSE(is_there());
  EXPECT_NE(CodeCache(folder_).compiled(kPath, kText), nullptr);
}

TEST_F(CodeCaches, NeedNoFolder) {
  for (const fs::path& folder : {fs::path(), fs::path("/proc/nowhere/fermata"), fs::path("/dev/null/fermata")}) {
    CodeCache cache(folder);
    EXPECT_NE(cache.compiled(kPath, kText), nullptr);
    EXPECT_EQ(*cache.find(key_), code());  // in memory
  }
  CodeCache(folder_ / "a" / "b").keep(key_, code());
  EXPECT_EQ(*CodeCache(folder_ / "a" / "b").find(key_), code());
}

TEST_F(CodeCaches, AreFilledByManyAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  CodeCache shared(folder_);
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        CodeCache own(folder_);
        CodeCache& cache = t % 2 ? own : shared;
        const std::string text = "x = " + std::to_string(i % 5) + "\n";
        const auto unit = cache.compiled(kPath, text);
        if (!unit || *unit != compile_package_text(kPath, text)) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 5);
}

TEST_F(CodeCaches, RemoveWhatWasNotUsedForLongest) {
  // (Files without contents: they only look large.)
  const auto put = [&](const std::string& name, uint64_t bytes, int64_t days) {
    std::ofstream(folder_ / name).close();
    fs::resize_file(folder_ / name, bytes);
    fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - std::chrono::days(days));
  };
  const std::string a(64, 'a'), b(64, 'b'), c(64, 'c');
  put(a, CodeCache::kMostInFolder / 2, 3);
  put(b, CodeCache::kMostInFolder / 2, 9);
  put(c, CodeCache::kMostInFolder / 5, 5);
  put("letter.txt", CodeCache::kMostInFolder, 99);  // somebody else's
  CodeCache(folder_).keep(key_, code());
  EXPECT_FALSE(fs::exists(folder_ / b));
  for (const std::string& kept : {a, c, key_, std::string("letter.txt")}) EXPECT_TRUE(fs::exists(folder_ / kept)) << kept;
}

// --- in sessions

MountedFiles one_file() {
  return [](const FileRequest& request) -> FileAnswer {
    using What = FileRequest::What;
    const std::string text = kText;
    if (request.path.empty()) {
      if (request.what == What::kStat) return {.entries = {{.kind = FileEntry::Kind::kFolder}}};
      if (request.what == What::kList) return {.entries = {{.name = "boxes.py", .size = text.size()}}};
    } else if (request.path == "boxes.py") {
      if (request.what == What::kStat) return {.entries = {{.size = text.size()}}};
      if (request.what == What::kRead) return {.data = text.substr(std::min<size_t>(request.position, text.size()), request.count)};
    }
    return {.error = ENOENT};
  };
}

std::unique_ptr<Session> importing(uint64_t steps = 2'000'000) {
  std::vector<Finding> findings;
  const auto program = Program::compile("import boxes\nstr(boxes.value)\n", "main.py", &findings);
  return std::make_unique<Session>(program, SessionOptions{.limits = {.steps = steps, .time_ms = 2'000, .heap_bytes = 64 << 20},
                                                           .seed = 1,
                                                           .mounts = {{.at = "/packages/boxes-1.5-0123456789abcdef", .files = one_file()}},
                                                           .clock = [] { return 1e9; }});
}

// Without the time that it took.
std::string state_of(Session& session) {
  return std::regex_replace(session.save(StateEncoding::kJson), std::regex("\"(time|wall)_ns\": *[0-9]+"), "");
}

TEST(CodeInSessions, IsTheSameWhoeverCompiledIt) {
  auto here = importing(), elsewhere = importing();
  std::string asked;
  elsewhere->impl().compiled_package = [&](std::string_view path) {
    asked = path;
    return CompiledPackage{std::string_view(kText).size(), compile_package_text(path, kText)};
  };
  // Nobody has compiled it: the session does.
  auto alone = importing();
  alone->impl().compiled_package = [&](std::string_view) { return CompiledPackage{std::string_view(kText).size(), ""}; };
  for (Session* session : {here.get(), elsewhere.get(), alone.get()}) {
    ASSERT_EQ(session->start().status, Status::kDone);
    EXPECT_EQ(session->outcome().result.as_str(), "[4, 8]");
    EXPECT_EQ(session->spent().steps, here->spent().steps);
    EXPECT_EQ(session->spent().heap_bytes, here->spent().heap_bytes);
    EXPECT_TRUE(state_of(*session) == state_of(*here));
  }
  EXPECT_EQ(asked, kPath);
}

// Whatever somebody has put in the place of the code: it is refused, or does what a program could do.
TEST(CodeInSessions, MayBeForged) {
  const std::string bytes = compile_package_text(kPath, kText);
  std::mt19937 random(2);
  int ran = 0;
  for (int i = 0; i < 1'500; ++i) {
    auto session = importing(200'000);
    session->impl().compiled_package = [&](std::string_view) {
      std::string forged = bytes;
      for (int n = 1 + int(random() % 2); n > 0; --n) forged[random() % forged.size()] = char(random());
      ran += unpack_unit(forged, kRoom) != nullptr;
      return CompiledPackage{std::string_view(kText).size(), forged};
    };
    session->start();
    EXPECT_NE(session->status(), Status::kCrashed);
  }
  EXPECT_GT(ran, 100);
}

}  // namespace
}  // namespace fermata
