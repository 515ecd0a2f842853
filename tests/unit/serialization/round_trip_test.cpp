// Saving and loading: nothing changes, in either encoding, and a program that is moved at each of its stops does
// what it does without.
#include <gtest/gtest.h>

#include "programs.h"

namespace fermata {
namespace {

std::unique_ptr<Session> load(const std::string& state) {
  StateProblem problem;
  auto session = Session::load(state, test_options(), &problem);
  EXPECT_TRUE(session) << problem.kind << ": " << problem.message;
  return session;
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, KeepsBytesAndBehaviour) {
  auto plain = start_program(GetParam());
  while (plain->status() == Status::kPaused) answer(*plain);

  auto moved = start_program(GetParam());
  for (int stop = 0;; ++stop) {
    const std::string packed = moved->save(), json = moved->save(StateEncoding::kJson);
    ASSERT_EQ(packed, moved->save());
    auto a = load(packed), b = load(json);
    ASSERT_TRUE(a && b) << "stop " << stop;
    ASSERT_EQ(packed, a->save()) << "MessagePack to MessagePack, stop " << stop;
    ASSERT_EQ(json, a->save(StateEncoding::kJson)) << "MessagePack to JSON, stop " << stop;
    ASSERT_EQ(packed, b->save()) << "JSON to MessagePack, stop " << stop;
    ASSERT_EQ(json, b->save(StateEncoding::kJson)) << "JSON to JSON, stop " << stop;
    moved = stop % 2 ? std::move(a) : std::move(b);
    if (moved->status() != Status::kPaused) break;
    answer(*moved);
  }
  EXPECT_EQ(moved->status(), plain->status());
  EXPECT_EQ(moved->status(), Status::kDone) << (moved->outcome().error ? moved->outcome().error->traceback : "");
  EXPECT_EQ(moved->output(), plain->output());
}

INSTANTIATE_TEST_SUITE_P(Programs, RoundTrip, testing::ValuesIn(kStatePrograms));

TEST(State, IsSmall) {
  auto session = start_program(R"(
class Item:
    def __init__(self, name, price, tags):
        self.name = name
        self.price = price
        self.tags = tags

def load(n):
    return [Item("item%d" % i, i * 1.5, ["a%d" % i, "b"]) for i in range(n)]

def total(items, rate=1.2):
    return sum(i.price for i in items) * rate

items = load(15)
by_name = {i.name: i for i in items}
def approve(limit):
    t = total(items)
    if t > limit:
        answer = ask({"total": t, "count": len(items)})
        return answer
print(approve(10) is not None)
)");
  ASSERT_EQ(session->status(), Status::kPaused);
  const std::string text = session->save();
  const size_t program = 522;
  EXPECT_LT(text.size() - program, 2100u);
}

// However long a name is and however often it stands somewhere, a state is of the size of what is in it.
TEST(State, LongNamesStandOnce) {
  auto session = start_program(R"py(
name = "n" * 100_000
class Item: pass
items = [Item() for _ in range(100)]
for item in items: setattr(item, name, 1)
text = f"""
def make():
    def {name}(n):
        {name}s = n
        return ask(n) if n == 0 else {name}(n - 1)
    return {name}
made = [make() for _ in range(100)]
made[0](100)
"""
exec(compile(text, name, "exec"))
)py");
  ASSERT_EQ(session->status(), Status::kPaused);
  EXPECT_LT(session->save().size(), 2'500'000u);
  EXPECT_LT(session->save(StateEncoding::kJson).size(), 2'500'000u);
}

TEST(State, EndsAndLimitsAreStatesToo) {
  for (const char* text :
       {"1 + 1", "raise ValueError('x', [1])", "while True: pass", "class E(Exception):\n  def __str__(self): return 'mine'\nraise E()"}) {
    auto session = start_program(text);
    auto again = load(session->save());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status(), session->status());
    EXPECT_EQ(again->save(StateEncoding::kJson), session->save(StateEncoding::kJson));
    EXPECT_EQ(again->outcome().limit, session->outcome().limit);
    ASSERT_EQ(again->outcome().error.has_value(), session->outcome().error.has_value());
    if (session->outcome().error) {
      EXPECT_EQ(again->outcome().error->traceback, session->outcome().error->traceback);
    }
  }
}

}  // namespace
}  // namespace fermata
