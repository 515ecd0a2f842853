#include "compiler/unit_bytes.h"

#include <random>

#include "compile_text.h"
#include "compiler/disassembler.h"

namespace fermata {
namespace {

constexpr const char* kText = R"("""Said."""
def f(a, /, b=-3, *args, k=1.5e300, **kw):
    "doc"
    x = (1, 2j, "t\ud800", b"\xff", (None, True, ...), 123456789012345678901234567890)
    def inner():
        nonlocal x
        return x if b in {1, 2, "s"} else lambda: kw
    try:
        with a as c: yield f"{a!r:>{b}}{c}"
    except* ValueError as e:
        raise e.split(
            a)
    match b:
        case [1, *rest] | {"k": rest}: return rest
class C(dict):
    async def m(self): return [x async for x in self]
)";

constexpr uint64_t kRoom = 1 << 20;

std::string shown(const CodeUnit& unit) {
  std::string text = disassemble(unit);
  for (const PositionUnit& p : unit.positions)
    text += std::to_string(p.pc) + ":" + std::to_string(p.span.begin.line) + "." + std::to_string(p.span.begin.column) + "-" +
            std::to_string(p.span.end.line) + "." + std::to_string(p.span.end.column) + " ";
  for (const Constant& c : unit.constants)
    if (c.code) text += shown(*c.code);
  return text;
}

TEST(UnitBytes, GiveBackWhatWasPacked) {
  const auto unit = compile_text(kText);
  const std::string bytes = pack_unit(*unit);
  const auto again = unpack_unit(bytes, kRoom);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(shown(*again), shown(*unit));
  EXPECT_EQ(again->doc, unit->doc);
  EXPECT_EQ(pack_unit(*again), bytes);
}

TEST(UnitBytes, AreRefusedWhenTheyAreNotWhole) {
  const std::string bytes = pack_unit(*compile_text(kText));
  for (size_t n = 0; n < bytes.size(); ++n) EXPECT_EQ(unpack_unit(bytes.substr(0, n), kRoom), nullptr) << n;
  EXPECT_EQ(unpack_unit(bytes + '\0', kRoom), nullptr);
}

TEST(UnitBytes, TakeNoMoreRoomThanThereIs) {
  const std::string bytes = pack_unit(*compile_text(kText));
  EXPECT_EQ(unpack_unit(bytes, bytes.size()), nullptr);
  // Many small things in few bytes.
  CodeUnit unit = *compile_text("pass\n");
  unit.constants.resize(100'000);
  const std::string many = pack_unit(unit);
  EXPECT_LT(many.size(), 200'000u);
  EXPECT_EQ(unpack_unit(many, kRoom), nullptr);
}

TEST(UnitBytes, HoldNothingOfTheLibrarys) {
  for (const uint32_t flag : {kCodeHidden, kCodeNativeIterator, kCodeStartsAgain}) {
    CodeUnit unit = *compile_text("pass\n");
    EXPECT_NE(unpack_unit(pack_unit(unit), kRoom), nullptr);
    unit.flags |= flag;
    EXPECT_EQ(unpack_unit(pack_unit(unit), kRoom), nullptr);
  }
}

TEST(UnitBytes, DoNotNestDeeply) {
  CodeUnit unit = *compile_text("pass\n");
  Constant deep;
  for (int i = 0; i < 200; ++i) {
    Constant outer;
    outer.type = Constant::Type::kTuple;
    outer.items.push_back(std::move(deep));
    deep = std::move(outer);
  }
  unit.constants.push_back(std::move(deep));
  EXPECT_EQ(unpack_unit(pack_unit(unit), kRoom), nullptr);
}

// Whatever is changed: nothing, or code that is verified.
TEST(UnitBytes, MayBeDamaged) {
  const std::string bytes = pack_unit(*compile_text(kText));
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = bytes;
    for (int n = 1 + int(random() % 3); n > 0; --n) damaged[random() % damaged.size()] = char(random());
    const auto unit = unpack_unit(damaged, kRoom);
    if (unit) EXPECT_FALSE(verify(*unit));
    else ++refused;
  }
  EXPECT_GT(refused, 5'000);
}

}  // namespace
}  // namespace fermata
