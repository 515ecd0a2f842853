// What pages are made of: markup that can't be broken out of, addresses, forms, arguments as fields and back.
#include <gtest/gtest.h>

#include "durable/schemas/sentence.h"
#include "server/http/form.h"
#include "server/http/router.h"
#include "server/pages/argument_fields.h"
#include "server/pages/html.h"
#include "server/pages/timeline.h"
#include "server/pages/words.h"

namespace fermata::server {
namespace {

TEST(Html, TextIsText) {
  const std::string evil = "<script>alert(1)</script>\"'&";
  EXPECT_EQ(el("p", {{"title", evil}}, evil).markup(),
            "<p title=\"&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\">&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;</p>");
  EXPECT_EQ(el("p", el("b", "x")).markup(), "<p><b>x</b></p>");
  EXPECT_EQ(el("input", {{"checked", true}, {"disabled", false}, {"name", "a"}}).markup(), "<input checked name=\"a\">");
}

TEST(Html, WhatReordersTextIsWrittenOut) {
  EXPECT_EQ(el("p", "a\u202Eb\x1b[1m\xff").markup(), "<p>a\\u202eb\\x1b[1m\\xff</p>");
  EXPECT_EQ(el("textarea", {}, typed("\u200Fa\n<")).markup(), "<textarea>\n\u200Fa\n&lt;</textarea>");  // somebody typed it
}

TEST(Html, HolesAreRefused) {
  for (const char* to : {"javascript:alert(1)", "//evil.example", "/\\evil.example", "http://evil.example", "data:text/html,x", ""})
    EXPECT_THROW(el("a", {{"href", to}}, "x"), std::logic_error) << to;
  EXPECT_THROW(el("form", {{"action", "https://evil.example"}}), std::logic_error);
  EXPECT_THROW(el("p", {{"onclick", "x"}}), std::logic_error);
  EXPECT_THROW(el("p", {{"style", "x"}}), std::logic_error);
  EXPECT_THROW(el("script", "alert(1)"), std::logic_error);
  EXPECT_THROW(el("style", "p {}"), std::logic_error);
}

TEST(Html, Addresses) {
  EXPECT_EQ(path({"runs", "a/b?c#d", "e f"}), "/runs/a%2Fb%3Fc%23d/e%20f");
  EXPECT_EQ(query({{"a", "1&2"}, {"b", ""}, {"c", "ü"}}), "?a=1%262&c=%C3%BC");
  EXPECT_THROW(path({"runs", ".."}), std::logic_error);
}

TEST(Forms, AreDecoded) {
  using Fields = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(decode_form("a=1+2&b=%3D%C3%BC&c&=d&&"), (Fields{{"a", "1 2"}, {"b", "=ü"}, {"c", ""}, {"", "d"}}));
  for (const char* bad : {"a=%", "a=%1", "a=%zz", "a=%ff", "a=%ed%a0%80"}) EXPECT_THROW(decode_form(bad), BadRequest) << bad;
  EXPECT_EQ(decode_percent("a+b%2F", false), "a+b/");
}

TEST(Router, FindsRoutes) {
  Router router;
  const auto handler = [](Services&, const Request&, const Viewer&) { return Response{}; };
  router.add({"GET", "/", Permission::kView, handler});
  router.add({"GET", "/runs/{run}", Permission::kView, handler});
  router.add({"POST", "/runs/{run}/at/{seq}", Permission::kSubmit, handler});
  EXPECT_EQ(router.find("GET", "/").route, &router.routes()[0]);
  EXPECT_EQ(router.find("HEAD", "/runs/r1").route, &router.routes()[1]);
  EXPECT_EQ(router.find("GET", "/runs/r1").captures, (Texts{{"run", "r1"}}));
  EXPECT_EQ(router.find("POST", "/runs/r 1/at/3").captures, (Texts{{"run", "r 1"}, {"seq", "3"}}));
  EXPECT_EQ(router.find("GET", "/runs/r1/at/3").allowed, "POST");
  for (const char* none : {"", "runs", "/runs", "/runs/", "/runs/r1/", "/runs/r1/at", "//", "/x"})
    EXPECT_EQ(router.find("GET", none).route, nullptr) << none;
}

Call call_of(std::vector<Data> args, std::vector<std::pair<std::string, Data>> kwargs = {}) {
  return {.id = 1, .function = "f", .args = std::move(args), .kwargs = std::move(kwargs)};
}

// What comes of one argument when somebody sends this text.
std::string edited(const Data& value, const std::string& text) {
  const Edited edited = read_fields(call_of({value}), {{"arg.0", text}});
  if (edited.has_problem) return edited.fields[0].text == text ? edited.fields[0].problem : "lost";
  return edited.is_other ? exact(edited.call) : "the same";
}

TEST(Fields, WhatNobodyTouchedStays) {
  const Data nested = Data::dict({{Data(1), Data::tuple({Data("x"), Data()})}});
  const Data odd("a\u202Eb\r\n\x01");
  const std::vector<Data> values = {Data(true),
                                    Data(7),
                                    Data::big_int("123456789012345678901234567890"),
                                    Data(0.1),
                                    Data(1e300),
                                    Data("a\nb"),
                                    odd,
                                    Data(),
                                    nested,
                                    Data::bytes("\xff"),
                                    Data::object(ObjectKind::kDate, "date", {{"iso", "2026-02-28"}})};
  const Call call = call_of(values, {{"0", Data("x")}, {"a b", Data(1)}});
  Texts form;
  for (const Field& field : fields_of(call)) {
    std::string text;
    for (const char c : field.text) text += c == '\n' ? "\r\n" : std::string(1, c);  // as browsers send it
    form[field.name] = text;
  }
  EXPECT_EQ(form.size(), values.size() + 2);
  const Edited edited = read_fields(call, form);
  EXPECT_FALSE(edited.is_other);
  EXPECT_FALSE(edited.has_problem);
  EXPECT_EQ(edited.call.args, call.args);
  EXPECT_EQ(edited.call.kwargs, call.kwargs);
}

TEST(Fields, EditsAreTyped) {
  EXPECT_EQ(edited(Data(7), " 8 "), "f(8)");
  EXPECT_EQ(edited(Data(7), "007"), "the same");
  EXPECT_EQ(edited(Data(7), "-99999999999999999999"), "f(-99999999999999999999)");
  EXPECT_EQ(edited(Data(7), "7.5"), "This takes a whole number, such as 17.");
  EXPECT_EQ(edited(Data(7), ""), "This takes a whole number, such as 17.");
  EXPECT_EQ(edited(Data(84.0), "42"), "f(42.0)");
  EXPECT_EQ(edited(Data(84.0), "84"), "the same");
  EXPECT_EQ(edited(Data(84.0), "inf"), "This takes a number, such as 84.50.");
  EXPECT_EQ(edited(Data(true), "false"), "f(False)");
  EXPECT_EQ(edited(Data(true), "maybe"), "Yes or no?");
  EXPECT_EQ(edited(Data("a"), "b\r\nc"), "f('b\\nc')");
  const Data day = Data::object(ObjectKind::kDate, "date", {{"iso", "2026-02-28"}});
  EXPECT_EQ(edited(day, "2026-03-01"), "f(date('2026-03-01'))");
  EXPECT_EQ(edited(day, "2026-02-30"), "This takes a day that there is, such as 2026-12-01.");
  const Data price = Data::object(ObjectKind::kDecimal, "Decimal", {{"text", "1.50"}});
  EXPECT_EQ(edited(price, "1.75"), "f(Decimal('1.75'))");
  EXPECT_EQ(edited(price, "1,75"), "This takes a decimal number, such as 84.50.");
  EXPECT_EQ(edited(Data::list({Data(1)}), "[1, 2]"), "f([1, 2])");
  EXPECT_TRUE(edited(Data(), "{").starts_with("This isn't JSON: "));
}

// What is known of def f(amount: Decimal, day: date = …, kind: Literal["a", "b"] = "a", note: str = "", *more).
durable::KnownArguments known_arguments() {
  const auto of = [](const char* type, const char* typed) { return Data::dict({{"type", type}, {"x-type", typed}}); };
  const Data kinds = Data::dict({{"enum", Data::list({"a", "b"})}, {"default", "a"}});
  const Data properties = Data::dict({{"amount", of("string", "decimal")},
                                      {"day", of("string", "date")},
                                      {"kind", kinds},
                                      {"note", Data::dict({{"type", "string"}, {"default", ""}})},
                                      {"more", Data::dict({{"type", "array"}})}});
  return {
      .names = {"amount"},
      .parameters = Data::dict(
          {{"properties", properties}, {"x-places", Data::list({"amount", "day", "kind", "note"})}, {"x-rest", "more"}, {"x-unnamed", 0}})};
}

TEST(Fields, AreOfTheDeclaredTypes) {
  const auto kind = [](const Data& value, const char* label) {
    for (const Field& field : fields_of(call_of({}, {{label, value}}), known_arguments()))
      if (field.label == label) return std::pair(field.kind, field.text);
    return std::pair(FieldKind::kMembers, std::string("none"));
  };
  EXPECT_EQ(kind(Data(5), "amount"), std::pair(FieldKind::kDecimal, std::string("5")));
  EXPECT_EQ(kind(Data(0.5), "amount"), std::pair(FieldKind::kDecimal, std::string("0.5")));
  EXPECT_EQ(kind(Data("0.50"), "amount"), std::pair(FieldKind::kDecimal, std::string("0.50")));
  EXPECT_EQ(kind(Data("2026-02-28"), "day"), std::pair(FieldKind::kDate, std::string("2026-02-28")));
  // What the type has no place for is shown as what it is.
  EXPECT_EQ(kind(Data("a lot"), "amount"), std::pair(FieldKind::kText, std::string("a lot")));
  EXPECT_EQ(kind(Data(true), "amount"), std::pair(FieldKind::kBool, std::string("true")));
  EXPECT_EQ(kind(Data("2026-02-30"), "day"), std::pair(FieldKind::kText, std::string("2026-02-30")));
  EXPECT_EQ(kind(Data(7), "note"), std::pair(FieldKind::kInt, std::string("7")));
  const Call call = call_of({Data(5)});
  EXPECT_FALSE(read_fields(call, {{"arg.0", "5"}}, known_arguments()).is_other);
  EXPECT_EQ(exact(read_fields(call, {{"arg.0", "5.50"}}, known_arguments()).call), "f(Decimal('5.50'))");
}

TEST(Fields, WhatIsLeftOutCanBePassed) {
  const Call call = call_of({Data(5)}, {{"note", Data("x")}});
  const std::vector<Field> fields = left_out_of(call, known_arguments());
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].label, "day");
  EXPECT_EQ(fields[1].label, "kind");
  EXPECT_EQ(fields[1].kind, FieldKind::kChoice);
  EXPECT_EQ(fields[1].hint, "then it is 'a'");
  EXPECT_FALSE(read_fields(call, {{"more.day", ""}, {"more.kind", ""}}, known_arguments()).is_other);
  const Edited edited = read_fields(call, {{"more.day", "2026-03-01"}, {"more.kind", R"("b")"}}, known_arguments());
  EXPECT_TRUE(edited.is_other);
  EXPECT_EQ(exact(edited.call), "f(5, note='x', day=date('2026-03-01'), kind='b')");
  const Edited wrong = read_fields(call, {{"more.day", "soon"}}, known_arguments());
  EXPECT_TRUE(wrong.has_problem);
  EXPECT_EQ(wrong.left_out[0].text, "soon");
  EXPECT_EQ(left_out_of(call_of({Data(1), Data(2), Data(3), Data(4), Data(5)}), known_arguments()).size(), 0u);
  EXPECT_EQ(left_out_of(call, {}).size(), 0u);
}

TEST(Words, CallsAreSentences) {
  durable::RunCall asked;
  asked.call = call_of({Data("ord-17")}, {{"max_amount", Data(84.0)}});
  EXPECT_EQ(durable::sentence_text(asked), "F 'ord-17', max amount 84.0");
  asked.call.function = "ask";
  asked.tool = "worker";
  asked.policy = "Where\nto?";
  EXPECT_EQ(durable::sentence_text(asked), "Where to?");
  EXPECT_EQ(span_text(59'000), "59 s");
  EXPECT_EQ(span_text(61'000), "1 min");
  EXPECT_EQ(span_text(3 * 86'400'000), "3 days");
}

TEST(Words, AToolHasATemplateOfItsSentence) {
  const auto record = [](std::string_view name) {
    return Data::object(ObjectKind::kRecord, "Customer",
                        {{"name", Data(std::string(name))}, {"tags", Data::list({Data("a"), Data("b c")})}});
  };
  const auto told = [&](std::string text, const Call& call, std::vector<std::string> names = {}) {
    durable::RunCall asked;
    asked.call = call;
    names.resize(call.args.size());
    const Data rest = Data::dict({{"more", Data::dict({{"type", "array"}})}, {"by", Data::dict({{"default", "post"}})}});
    return durable::sentence_text(asked, {names, Data::dict({{"x-summary", Data(std::move(text))},
                                                             {"properties", rest},
                                                             {"x-places", Data::list({Data("customer")})},
                                                             {"x-rest", "more"}})});
  };
  const Call refund = call_of({record("Ada")}, {{"amount", Data(84.0)}});
  EXPECT_EQ(told("refund {amount} to {customer.name}, {{by}} {by}", refund, {"customer"}), "refund 84.0 to Ada, {by} post");
  EXPECT_EQ(told("{0.name}: {0.tags[1]}, {0.tags[0]}", refund), "Ada: 'b c', a");
  EXPECT_EQ(told("all: {more}", call_of({Data(1), Data(2), Data(3)}, {}), {"customer"}), "all: [2, 3]");
  EXPECT_EQ(told("to {who[na me]}", call_of({}, {{"who", Data::dict({{"na me", "Ada, order 7"}})}})), "to 'Ada, order 7'")
      << "no forged words";
  // What it names isn't there: the function and its arguments.
  for (const char* text :
       {"{customer.age}", "{nobody}", "{7}", "{customer.tags[2]}", "{customer[name]}", "{amount.x}", "{", "a}b", "{amount:.2f}", ""})
    EXPECT_TRUE(told(text, refund, {"customer"}).starts_with("F customer ")) << text;
  // What the program chooses the names of doesn't stand for what it passes by its place.
  const Call forged = call_of({Data(1'000'000)}, {{"customer", Data(5)}, {"0", Data(5)}, {"more", Data(5)}});
  EXPECT_EQ(told("pay {customer} {0} {more}", forged, {"customer"}), "pay 1000000 1000000 []");
  const Data odd = Data::object(ObjectKind::kRecord, "5 to Ada. ", {{"x=1, y", Data(1)}});
  EXPECT_EQ(told("say {customer}", call_of({odd}, {}), {"customer"}), "say '5 to Ada. '('x=1, y'=1)");
  const Data decimal = Data::object(ObjectKind::kDecimal, "Decimal", {{"text", Data("5 to Ada")}});
  EXPECT_EQ(told("say {customer}", call_of({decimal}, {}), {"customer"}), "say Decimal('5 to Ada')");
  for (const char* text : {" ", "{", "}", "{}", "{a b}", "{a..b}", "{a[}", "{a[]}", "{a[0]b}", "{a!r}", "{a:2}", "{a.0}", ""})
    EXPECT_NE(durable::template_problem(text), "") << text;
  for (const char* text : {"pay", "{{}}", "{0}", "{größe}", "{a.b[c d].e}"}) EXPECT_EQ(durable::template_problem(text), "") << text;
}

TEST(Timeline, OfALongRunTheEndIsShown) {
  History history;
  for (uint64_t i = 1; i <= 1'000; ++i)
    history.events.push_back({.run = "r", .number = i, .at = Time(i), .kind = i % 2 ? "claim" : "new kind", .data = "{\"who\": \"ada\"}"});
  const std::string page = timeline("r", history, 2'000).markup();
  size_t items = 0;
  for (size_t at = page.find("<li"); at != page.npos; at = page.find("<li", at + 1)) ++items;
  EXPECT_EQ(items, 300u);
  EXPECT_NE(page.find("The latest 300 of 1000 events"), page.npos);
  EXPECT_NE(page.find("new kind"), page.npos);
}

}  // namespace
}  // namespace fermata::server
