// Messages: what is written is what is read, and what another side makes up is refused or means something, and never does harm.
#include "jail/wire/message.h"

#include <gtest/gtest.h>

#include "jail/wire/parts.h"

namespace fermata::jail {
namespace {

constexpr uint64_t kRoom = 1 << 20;

std::string with(const Data& value) { return message(Reply::kValue, value); }

Data read_back(const std::string& bytes, uint64_t room = kRoom) {
  MessageReader in(bytes, room);
  EXPECT_EQ(in.kind<Reply>(), Reply::kValue);
  Data value = in.data();
  in.end();
  return value;
}

StateErrorKind problem_with(const std::string& bytes, uint64_t room = kRoom) {
  try {
    read_back(bytes, room);
  } catch (const StateFailure& failure) {
    return failure.error.kind;
  }
  return StateErrorKind::kNone;
}

Data date() { return Data::object(ObjectKind::kDate, "date", {{"iso", "2026-11-21"}}); }

std::vector<Data> samples() {
  return {Data(),
          true,
          0,
          INT64_MIN,
          INT64_MAX,
          Data::big_int("-123456789012345678901234567890"),
          Data::big_int("0x" + std::string(100, 'f')),
          0.1,
          -0.0,
          INFINITY,
          "",
          "\xED\xA0\x80 and more",  // a lone surrogate
          std::string(5'000, 'x'),
          Data::bytes(std::string("\0\xFF", 2)),
          Data::list({1, Data::list({2, Data::list()})}),
          Data::tuple({1, "two"}),
          Data::set({1, "two"}),
          Data::frozenset({Data::tuple({1})}),
          Data::dict({{"a", 1}, {2, Data::dict()}}),
          date(),
          Data::object(ObjectKind::kRecord, "Order", {{"id", 7}}),
          Data::object(ObjectKind::kHandle, "Shop", {{"name", "s1"}})};
}

TEST(Message, GivesValuesBack) {
  for (const Data& value : samples()) EXPECT_EQ(read_back(with(value)), value);
  EXPECT_EQ(read_back(with(Data::list(samples()))), Data::list(samples()));
}

TEST(Message, KeepsWhatIsSharedShared) {
  const Data inner = Data::list({1}), text(std::string(2'000, 'x'));
  const Data outer = read_back(with(Data::tuple({inner, Data::dict({{"again", inner}}), text, text, Data::list({1})})));
  const Data::Items& items = outer.items();
  EXPECT_EQ(items[0].identity(), items[1].find("again")->identity());
  EXPECT_EQ(items[2].identity(), items[3].identity());
  EXPECT_NE(items[0].identity(), items[4].identity());
  // A small value that is endless to write out stays small.
  Data doubled = Data::list({0});
  for (int i = 0; i < 60; ++i) doubled = Data::list({doubled, doubled});
  const std::string bytes = with(doubled);
  EXPECT_LT(bytes.size(), 1'000U);
  EXPECT_EQ(with(read_back(bytes)), bytes);
}

TEST(Message, BoundsDepth) {
  Data deep;
  for (int i = 0; i < 900; ++i) deep = Data::list({std::move(deep)});
  EXPECT_EQ(read_back(with(deep)), deep);
  for (int i = 0; i < 200; ++i) deep = Data::list({std::move(deep)});
  EXPECT_THROW(with(deep), StateFailure);
  std::string nested = message(Reply::kValue);
  for (int i = 0; i < 100'000; ++i) nested += std::string("\x92\x00", 2);  // lists of one item, one in the other
  EXPECT_EQ(problem_with(nested), StateErrorKind::kTooLarge);
  Error error{.type = "E"};
  for (int i = 0; i < 300; ++i) error = Error{.type = "E", .exceptions = {std::move(error)}};
  EXPECT_THROW(message(Reply::kValue, error), StateFailure);
}

TEST(Message, BoundsMemory) {
  EXPECT_EQ(problem_with(with(std::string(10'000, 'x')), 5'000), StateErrorKind::kTooLarge);
  // Bytes that become much more: each item of a list takes one.
  EXPECT_EQ(problem_with(with(Data::list(Data::Items(20'000)))), StateErrorKind::kTooLarge);
  // Counts beyond what is there.
  EXPECT_NE(problem_with(message(Reply::kValue) + std::string("\xDD\xFF\xFF\xFF\xFF\x00", 6)), StateErrorKind::kNone);
  EXPECT_NE(problem_with(message(Reply::kValue) + "\xDB\xFF\xFF\xFF\xFFxyz"), StateErrorKind::kNone);
}

TEST(Message, RefusesWhatNoSessionSays) {
  const std::string kind = message(Reply::kValue);
  EXPECT_EQ(problem_with(kind + "\xA2\xC3\x28"), StateErrorKind::kWrongType) << "no UTF-8";
  EXPECT_EQ(problem_with(kind + std::string("\x92\x02\x91\x00", 4)), StateErrorKind::kBadObject) << "a list in a set";
  EXPECT_EQ(problem_with(kind + std::string("\x92\x07\x00", 3)), StateErrorKind::kBadReference) << "a value that wasn't there";
  EXPECT_EQ(problem_with(kind + std::string("\x92\x06\x92\x00\x92\x07\x00", 7)), StateErrorKind::kBadReference) << "a list in itself";
  EXPECT_EQ(problem_with(kind + "\x92\x09\x01"), StateErrorKind::kOutOfRange) << "no tag";
  EXPECT_EQ(problem_with(with(1) + "\x01"), StateErrorKind::kTrailing);
  EXPECT_EQ(problem_with(with(Data::object(ObjectKind::kDate, "date", {{"iso", 5}}))), StateErrorKind::kBadObject);
  EXPECT_EQ(problem_with(with(Data::object(ObjectKind::kHandle, "Shop", {}))), StateErrorKind::kBadObject);
  EXPECT_EQ(problem_with(with(Data::big_int("12three"))), StateErrorKind::kWrongType);
}

// --- structs

// Every field of each is something else than what it is in a new one.
Call call() {
  return {.id = 3,
          .function = "lookup",
          .args = {1, date()},
          .kwargs = {{"key", "x"}},
          .file = "a.py",
          .line = 7,
          .kind = Call::Kind::kAsync,
          .due = 1.5};
}
Error error() {
  Error cause{.type = "KeyError", .message = "'k'"};
  Place place;
  place.function = "f";
  place.line = 3;
  return {.type = "ValueError",
          .message = "no",
          .traceback = "Traceback",
          .args = {1},
          .hint = "Did you mean",
          .frames = {place},
          .base = "OSError",
          .attributes = {{"code", 5}},
          .exceptions = {cause},
          .cause = {cause},
          .module = "json",
          .declared = true,
          .call = 9};
}
Standing standing() {
  Standing s;
  s.outcome = {.status = Status::kRaised, .result = 5, .error = error(), .warnings = {Finding{.message = "w"}}, .limit = "steps"};
  s.pending = {call()};
  s.spent = {.steps = 1, .time_ns = 2, .heap_bytes = 3, .output_bytes = 4, .host_calls = 5, .wall_ns = 6};
  s.clock = 12.5;
  s.wall_left = 3.5;
  s.output_kept[1] = 8;
  s.printed[0] = "out";
  s.threw = s.accepted = true;
  s.refused = Outcome{.status = Status::kDone, .exited = true};
  s.findings = {Finding{.kind = Finding::Kind::kWarning, .type = "SyntaxWarning", .line = 4}};
  s.state = std::string("\0\xFF", 2);
  return s;
}
Granted granted() {
  TypeDeclaration::Field field("id", Data(1));
  field.kw_only = true;
  Granted g{.options = {.functions = {"lookup", Grant::async("fetch")}, .seed = 5}, .functions_said = true, .has_entropy = true};
  g.options.limits.steps = 77;
  g.options.types = {TypeDeclaration{.name = "Order", .fields = {field}, .frozen = true}};
  g.options.pause_at = PauseAt{.names = {"lookup"}};
  g.options.arguments = {"prog", "x"};
  g.options.mounts = {{.at = "/data", .mode = Mount::Mode::kOverlay, .limit = 9}};
  return g;
}

template <class T>
class Struct : public testing::Test {};
template <class T>
T sample();
template <>
Standing sample() {
  return standing();
}
template <>
Opened sample() {
  return {.limits = Limits(), .has_pause_at = true, .pause_at = {.every = true}, .functions = {"lookup"}, .standing = standing()};
}
template <>
Granted sample() {
  return granted();
}
template <>
SessionView sample() {
  SessionView view{.pending = {call()}, .sources = {{"a.py", "1 + 2"}}, .globals = {{"x", "1"}}, .objects = 4};
  view.stack.emplace_back().locals = {{"y", "2"}};
  view.tasks.emplace_back().name = "Task-1";
  return view;
}
template <>
std::vector<CallAnswer> sample() {
  return {{.call = 1, .answer = Data(2)}, {.call = 2, .answer = error()}};
}
template <>
StateProblem sample() {
  return {"truncated", "the bytes end too early"};
}
template <>
FeedOptions sample() {
  FeedOptions options;
  options.inputs = {{"x", 1}};
  options.functions = std::vector<Grant>{"other"};
  return options;
}
template <>
FileRequest sample() {
  return {.what = FileRequest::What::kWrite, .path = "a\xFF", .position = 1, .count = 2, .data = std::string("\0\xFF", 2), .handle = 3};
}
template <>
FileAnswer sample() {
  return {.error = 2,
          .data = "\xFF",
          .count = 3,
          .entries = {{.name = "\xFE", .kind = FileEntry::Kind::kLink, .mode = 0600, .size = 1, .links = 2, .number = 3, .read_ns = -4}}};
}
using Structs =
    testing::Types<Standing, Opened, Granted, SessionView, std::vector<CallAnswer>, StateProblem, FeedOptions, FileRequest, FileAnswer>;
TYPED_TEST_SUITE(Struct, Structs);

template <class T>
T read_struct(const std::string& bytes) {
  MessageReader in(bytes, kRoom);
  in.kind<Reply>();
  T value = get<T>(in);
  in.end();
  return value;
}

TYPED_TEST(Struct, IsWrittenAsItWasRead) {
  const std::string bytes = message(Reply::kStopped, sample<TypeParam>());
  EXPECT_EQ(message(Reply::kStopped, read_struct<TypeParam>(bytes)), bytes);
  EXPECT_NE(message(Reply::kStopped, TypeParam()), bytes);
}

TYPED_TEST(Struct, IsRefusedWhenItIsCutOff) {
  const std::string bytes = message(Reply::kStopped, sample<TypeParam>());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(read_struct<TypeParam>(bytes.substr(0, length)), StateFailure) << length;
  }
}

TYPED_TEST(Struct, IsReadOrRefusedWhateverChangesInIt) {
  const std::string bytes = message(Reply::kStopped, sample<TypeParam>());
  size_t refused = 0;
  for (size_t at = 0; at < bytes.size(); ++at)
    for (const int change : {1, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[at] = char(changed[at] ^ change);
      try {
        // What is read can be written: it is a value like any other.
        message(Reply::kStopped, read_struct<TypeParam>(changed));
      } catch (const StateFailure&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, bytes.size() / 2);
}

}  // namespace
}  // namespace fermata::jail
