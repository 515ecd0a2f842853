#include "compiler/code_archive.h"

#include "base/varint.h"
#include "compile_text.h"
#include "compiler/positions.h"

namespace fermata {
namespace {

TEST(Varint, HoldsEveryNumber) {
  for (const int64_t n : {int64_t{0}, int64_t{-1}, int64_t{127}, int64_t{128}, int64_t{-129}, INT64_MAX, INT64_MIN}) {
    std::vector<uint8_t> bytes;
    put_varint(bytes, fold_sign(n));
    size_t at = 0;
    uint64_t read;
    ASSERT_TRUE(get_varint(bytes, at, read));
    EXPECT_EQ(unfold_sign(read), n);
    EXPECT_EQ(at, bytes.size());
    bytes.pop_back();
    at = 0;
    EXPECT_FALSE(get_varint(bytes, at, read));
  }
}

TEST(CodeArchive, KeepsStringsOnce) {
  const auto unit = compile_text("def f(value): return value.value\n");
  CodeArchiveWriter writer;
  writer.add_file("a", "a", *unit);
  const size_t strings = writer.finish().string_ends.size();
  writer.add_file("b", "b", *unit);
  EXPECT_EQ(writer.finish().string_ends.size(), strings + 1);  // only the file's name is new
}

TEST(CodeArchive, FindsFilesByName) {
  const auto unit = compile_text("pass\n");
  CodeArchiveWriter writer;
  for (const char* name : {"modules/abc", "modules/json", "prelude/list"}) writer.add_file(name, name, *unit);
  const CodeArchive archive = writer.finish();
  ASSERT_NE(archive.find("modules/json"), nullptr);
  EXPECT_EQ(archive.string(archive.find("modules/json")->name), "modules/json");
  EXPECT_EQ(archive.find("modules/jso"), nullptr);
  EXPECT_EQ(archive.find("zebra"), nullptr);
}

TEST(CodeArchive, GivesBackWhatWasWritten) {
  const auto unit = compile_text("def f(a, *, b=-300, c=1.5, d='text'):\n    try: return [a for x in b]\n    except E: pass\n");
  CodeArchiveWriter writer;
  writer.add_file("m", "m", *unit);
  const CodeArchive archive = writer.finish();
  CodeArchiveReader in(archive, archive.find("m")->record);
  EXPECT_EQ(archive.string(in.number()), unit->name);
  EXPECT_EQ(archive.string(in.number()), unit->qualname);
  EXPECT_EQ(in.number(), unit->flags);
  EXPECT_EQ(in.number(), unit->positional_only);
  EXPECT_EQ(in.number(), unit->positional);
  EXPECT_EQ(in.number(), unit->keyword_only);
  EXPECT_EQ(in.number(), unit->registers);
  EXPECT_EQ(in.number(), unit->first_line);
  EXPECT_EQ(in.number(), 0u);  // no doc
  ASSERT_EQ(in.number(), unit->locals.size());
  for (const std::string& name : unit->locals) EXPECT_EQ(archive.string(in.number()), name);
  in.bytes(unit->locals.size());
  ASSERT_EQ(in.number(), unit->free_names.size());
  const size_t count = in.number();
  ASSERT_EQ(count, unit->words.size());
  const auto words = in.words(in.number(), count);
  EXPECT_TRUE(std::equal(words.begin(), words.end(), unit->words.begin()));
  EXPECT_EQ(in.number(), unit->constants.size());
}

}  // namespace
}  // namespace fermata
