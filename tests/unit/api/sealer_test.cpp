// Sealed states: what opens, and that nothing else does.
#include "fermata/sealer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "fermata/session.h"

namespace fermata {
namespace {

std::string key_bytes(char first) {
  std::string bytes(SealKey::kBytes, first);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = char(bytes[i] + char(i));
  return bytes;
}
SealKey key(const std::string& id, char first = 0) { return {id, key_bytes(first)}; }
Sealer sealer(const std::string& id = "k1", char first = 0) { return Sealer({key(id, first)}); }

// Why it isn't opened; "" when it is.
std::string refusal(const Sealer& sealer, std::string_view sealed, const Bound& bound = {}) {
  StateProblem problem;
  const auto opened = sealer.open(sealed, bound, &problem);
  EXPECT_EQ(opened.has_value(), problem.kind.empty());
  return problem.kind;
}

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) bytes += char(std::strtol(std::string(hex.substr(i, 2)).c_str(), nullptr, 16));
  return bytes;
}

const Bound kPlace = {{"run", "r-17"}, {"seq", 3}, {"tenant", Data::bytes(std::string("\0\xff", 2))}};

TEST(Sealer, OpensWhatItSealed) {
  const Sealer s = sealer();
  for (const std::string& state : {std::string(), std::string("x"), std::string(1000, '\0'), key_bytes(7)}) {
    const std::string sealed = s.seal(state, kPlace);
    EXPECT_EQ(sealed.size(), s.sealed_size(state.size()));
    EXPECT_EQ(Sealer::opened_size(sealed), state.size());
    EXPECT_EQ(s.open(sealed, kPlace), state);
    EXPECT_NE(s.seal(state, kPlace), sealed) << "a nonce must not come twice";
    if (state.size() > 100) {
      EXPECT_EQ(sealed.find(state.substr(0, 16)), std::string::npos);
    }
  }
}

// A state sealed by the first version: these bytes are opened for good.
TEST(Sealer, OpensTheFirstVersion) {
  const std::string sealed = from_hex(
      "c16665726d61746101026b319cb415ed58b2b56b5b246498c76a2ab8b3fd73595fd2c6db49f40ff4809d2284e38d472a6070fd3b1ecb59561bcf19d5"
      "c061ea6427b762c8c85a8627d3ab8e7da5ffc71c86d524e0cf94aa0945d391");
  EXPECT_EQ(sealer().open(sealed, {{"run", "r-17"}, {"seq", 3}}), "a state");
}

TEST(Sealer, RefusesEveryChangeOfEveryByte) {
  const Sealer s({key("k1"), key("k2", 9)});
  const std::string sealed = s.seal("the state of a program", kPlace);
  const std::set<std::string> kinds = {"not sealed", "foreign key", "tampered", "truncated", "unsupported version"};
  for (size_t at = 0; at < sealed.size(); ++at) {
    for (int bits = 1; bits < 256; ++bits) {
      std::string other = sealed;
      other[at] = char(other[at] ^ bits);
      ASSERT_TRUE(kinds.contains(refusal(s, other, kPlace))) << at << " ^ " << bits << ": " << refusal(s, other, kPlace);
      if (at > 12) {
        ASSERT_EQ(refusal(s, other, kPlace), "tampered") << at;
      }
    }
    ASSERT_TRUE(kinds.contains(refusal(s, sealed.substr(0, at), kPlace))) << at;
    ASSERT_TRUE(kinds.contains(refusal(s, sealed.substr(at + 1), kPlace))) << at;
    ASSERT_NE(refusal(s, sealed.substr(0, at) + sealed.substr(at + 1), kPlace), "") << at;
    ASSERT_NE(refusal(s, sealed.substr(0, at) + "x" + sealed.substr(at), kPlace), "") << at;
  }
  EXPECT_EQ(refusal(s, sealed + std::string(1, '\0'), kPlace), "tampered");
}

TEST(Sealer, RefusesByName) {
  const Sealer s = sealer();
  const std::string sealed = s.seal("state", kPlace);
  EXPECT_EQ(refusal(s,
                    "\xa7"
                    "fermata"),
            "not sealed");
  EXPECT_EQ(refusal(s, ""), "not sealed");
  EXPECT_EQ(refusal(s, sealed.substr(0, 5), kPlace), "truncated");
  EXPECT_EQ(refusal(s, sealed.substr(0, 40), kPlace), "truncated");
  EXPECT_EQ(refusal(s, sealed.substr(0, sealed.size() - 1), kPlace), "tampered");
  EXPECT_EQ(refusal(sealer("k2"), sealed, kPlace), "foreign key");
  EXPECT_EQ(refusal(sealer("k1", 5), sealed, kPlace), "tampered") << "another key of that id";
  std::string newer = sealed;
  newer[8] = 2;
  EXPECT_EQ(refusal(s, newer, kPlace), "unsupported version");
}

TEST(Sealer, RefusesAnotherPlace) {
  const Sealer s = sealer();
  const auto differ = [&](const Bound& a, const Bound& b) {
    EXPECT_EQ(refusal(s, s.seal("state", a), a), "");
    EXPECT_EQ(refusal(s, s.seal("state", a), b), "replayed");
    EXPECT_EQ(refusal(s, s.seal("state", b), a), "replayed");
  };
  differ({{"seq", 3}}, {{"seq", 4}});
  differ({{"seq", 3}}, {{"seq", "3"}});
  differ({{"seq", "3"}}, {{"seq", Data::bytes("3")}});
  differ({{"seq", -1}}, {{"seq", 255}});
  differ({{"seq", int64_t(INT64_MIN)}}, {{"seq", int64_t(INT64_MAX)}});
  differ({}, {{"", ""}});
  differ({{"a", "b"}}, {{"b", "a"}});
  differ({{"a", "bc"}}, {{"ab", "c"}});
  differ({{"a", "1"}, {"b", "2"}}, {{"a", "1b2"}});
  differ({{"a", "1"}}, {{"a", "1"}, {"b", "2"}});
  differ({{"a", std::string("x\0", 2)}}, {{"a", "x"}});
  EXPECT_EQ(refusal(s, s.seal("state", {{"b", 1}, {"a", 2}}), {{"a", 2}, {"b", 1}}), "");
}

// Parts of two envelopes put together.
TEST(Sealer, RefusesSwappedParts) {
  const Sealer s = sealer();
  const Bound here = {{"seq", 1}}, there = {{"seq", 2}};
  const std::string one = s.seal("state", here), two = s.seal("state", there);
  ASSERT_EQ(one.size(), two.size());
  for (size_t at = 11; at < one.size(); ++at) {
    const std::string mixed = one.substr(0, at) + two.substr(at);
    if (mixed == one || mixed == two) continue;
    EXPECT_EQ(refusal(s, mixed, here), "tampered") << at;
    EXPECT_EQ(refusal(s, mixed, there), "tampered") << at;
  }
  const size_t nonce = 8 + 2 + 2, binding = nonce + 24;
  EXPECT_EQ(refusal(s, std::string(one).replace(binding, 32, two, binding, 32), there), "tampered");
  EXPECT_EQ(refusal(s, std::string(one).replace(nonce, 56, two, nonce, 56), there), "tampered");
}

TEST(Sealer, RotatesKeys) {
  const Sealer old = sealer("old"), both({key("new", 1), key("old")}), fresh = sealer("new", 1);
  const std::string before = old.seal("state"), after = both.seal("state");
  EXPECT_EQ(both.open(before), "state");
  EXPECT_EQ(both.open(after), "state");
  EXPECT_EQ(Sealer::key_id_of(before), "old");
  EXPECT_EQ(Sealer::key_id_of(after), "new");
  EXPECT_EQ(fresh.open(after), "state");
  EXPECT_EQ(refusal(fresh, before), "foreign key");
  EXPECT_EQ(refusal(old, after), "foreign key");
  EXPECT_EQ(both.key_ids(), (std::vector<std::string>{"new", "old"}));
}

TEST(Sealer, UsageErrors) {
  EXPECT_THROW(Sealer({}), UsageError);
  EXPECT_THROW(Sealer({key("a"), key("a", 1)}), UsageError);
  EXPECT_THROW(SealKey("", key_bytes(0)), UsageError);
  EXPECT_THROW(SealKey("a b", key_bytes(0)), UsageError);
  EXPECT_THROW(SealKey(std::string(65, 'a'), key_bytes(0)), UsageError);
  EXPECT_THROW(SealKey("a", key_bytes(0).substr(1)), UsageError);
  for (const Data& value :
       {Data(), Data(true), Data(1.5), Data::list(), Data::big_int("99999999999999999999"), Data(std::string(70'000, 'x'))})
    EXPECT_THROW(sealer().seal("", {{"a", value}}), UsageError);
  EXPECT_EQ(Sealer({SealKey(std::string(64, 'a'), key_bytes(0))}).seal("").size(), 8 + 2 + 64 + 24 + 32 + 16);
}

TEST(Sealer, SurvivesAnyBytes) {
  const Sealer s = sealer();
  const std::string sealed = s.seal("state");
  std::mt19937 random(1);
  for (int i = 0; i < 100'000; ++i) {
    std::string bytes = i % 2 ? sealed : sealed.substr(0, 9 + random() % 4);
    for (size_t n = random() % 100; n--;) bytes += char(random());
    for (size_t n = 1 + random() % 3; n--;) bytes[8 + random() % (bytes.size() - 8)] = char(random());
    if (bytes == sealed) continue;
    ASSERT_NE(refusal(s, bytes), "");
    const auto id = Sealer::key_id_of(bytes);
    if (id) {
      ASSERT_EQ(id->find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"), std::string::npos);
    }
    StateProblem problem;
    if (i % 20 == 0) {
      ASSERT_FALSE(Session::load(bytes, {}, &problem));
    }
  }
}

TEST(Sealer, OfManyThreads) {
  const Sealer s = sealer();
  std::atomic<int> opened = 0;
  std::vector<std::thread> threads;
  for (int n = 0; n < 8; ++n)
    threads.emplace_back([&, n] {
      for (int i = 0; i < 200; ++i) {
        const std::string state(size_t(i) * 10, char(n));
        const Bound bound = {{"n", n}, {"i", i}};
        opened += s.open(s.seal(state, bound), bound) == state;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(opened, 8 * 200);
}

TEST(Sealer, LargeStates) {
  const Sealer s = sealer();
  std::string state;
  state.resize(100'000'000, 'x');
  state.back() = 'y';
  std::string sealed = s.seal(state, kPlace);
  EXPECT_TRUE(s.open(sealed, kPlace) == state);
  sealed[50'000'000] ^= 1;
  EXPECT_EQ(refusal(s, sealed, kPlace), "tampered");
}

TEST(Sealer, SaysNothingWithoutTheKey) {
  Session session{SessionOptions{}};
  session.feed("secret = 'in the state'");
  const std::string sealed = sealer().seal(session.save());
  EXPECT_TRUE(Sealer::is_sealed(sealed));
  EXPECT_FALSE(Sealer::is_sealed(session.save()));
  EXPECT_EQ(Sealer::key_id_of(session.save()), std::nullopt);
  StateProblem problem;
  EXPECT_FALSE(Session::load(sealed, {}, &problem));
  EXPECT_EQ(problem.kind, "sealed");
  EXPECT_EQ(problem.message, "it is sealed with the key 'k1', and can't be read without it");
  EXPECT_FALSE(Session::load(sealed.substr(0, 30), {}, &problem));
  EXPECT_EQ(problem.kind, "truncated");
}

class KeyFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "fermata-keys-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    path_ = folder_ + "/keys";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text, mode_t mode = 0600) {
    std::ofstream(path_, std::ios::binary) << text;
    chmod(path_.c_str(), mode);
  }
  std::string refused() {
    try {
      Sealer::from_file(path_);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  std::string folder_, path_;
};

constexpr char kBase64[] = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";  // key_bytes(0)

TEST_F(KeyFile, IsRead) {
  write(std::string("# keys\r\n\n  k1 \t") + kBase64 + "\r\nk2 " + kBase64);
  const Sealer s = Sealer::from_file(path_);
  EXPECT_EQ(s.key_ids(), (std::vector<std::string>{"k1", "k2"}));
  EXPECT_EQ(s.open(sealer().seal("state")), "state");
}

TEST_F(KeyFile, IsRefused) {
  EXPECT_NE(refused().find("[Errno 2]"), std::string::npos);
  const std::string good = std::string("k1 ") + kBase64 + "\n";
  for (const std::string& line :
       {std::string("k1"), std::string("k1 AAEC"), good.substr(3), std::string("k/1 ") + kBase64, good.substr(0, 40),
        std::string("k2 ") + kBase64 + " x", std::string("k2 ") + kBase64 + "AAAA", std::string("k2 ") + std::string(5000, 'A')}) {
    write(good + line);
    EXPECT_EQ(refused(), "key file '" + path_ + "': line 2 is not `id base64` with 32 bytes of base64") << line;
  }
  write("# nothing\n");
  EXPECT_EQ(refused(), "key file '" + path_ + "': there is no key in it");
  write(good + good);
  EXPECT_EQ(refused(), "two keys have the id 'k1'");
  write(std::string(100'000, '#'));
  EXPECT_NE(refused().find("more than 65536 bytes"), std::string::npos);
  for (const mode_t mode : {0644, 0604, 0602, 0620, 0666}) {
    write(good, mode);
    EXPECT_NE(refused().find("chmod 600"), std::string::npos) << std::oct << mode;
  }
  for (const mode_t mode : {0600, 0400, 0440, 0640}) {
    write(good, mode);
    EXPECT_EQ(refused(), "") << std::oct << mode;
  }
}

TEST_F(KeyFile, KeepsTheKeysThatManyMakeAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int n = 0; n < 5; ++n) new_seal_key(path_, "k" + std::to_string(i) + "-" + std::to_string(n));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Sealer::from_file(path_).key_ids().size(), 40u);
}

TEST_F(KeyFile, GetsNewKeysInFront) {
  const std::string first = new_seal_key(path_);
  struct stat info;
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600u);
  const std::string sealed = Sealer::from_file(path_).seal("state");
  chmod(path_.c_str(), 0640);
  EXPECT_EQ(new_seal_key(path_, "second"), "second");
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0640u);
  const Sealer s = Sealer::from_file(path_);
  EXPECT_EQ(s.key_ids(), (std::vector<std::string>{"second", first}));
  EXPECT_EQ(s.open(sealed), "state");
  EXPECT_THROW(new_seal_key(path_, "second"), UsageError);
  EXPECT_THROW(new_seal_key(path_, "no id"), UsageError);
  EXPECT_THROW(new_seal_key(folder_, "x"), UsageError);
  chmod(path_.c_str(), 0644);
  EXPECT_THROW(new_seal_key(path_, "third"), UsageError);
  chmod(path_.c_str(), 0600);
  std::ofstream(path_ + ".new") << "";
  EXPECT_EQ(new_seal_key(path_, "third"), "third") << "what one left that was killed";
  EXPECT_EQ(Sealer::from_file(path_).key_ids().size(), 3u);
  std::filesystem::create_symlink(path_, folder_ + "/link");
  EXPECT_FALSE(std::filesystem::exists(path_ + ".new"));
  new_seal_key(folder_ + "/link", "fourth");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ + "/link"));
  EXPECT_EQ(Sealer::from_file(path_).key_ids().size(), 4u);
}

}  // namespace
}  // namespace fermata
