// Python's regular expressions on PCRE2: that the forms for bytes, ASCII text and UTF-8 say the same, what is refused and where, references
// without regard to case, counts beyond PCRE2's, and the budget.
#include <fmt/core.h>

#include "leaves.h"
#include "library/re/program.h"
#include "library/re/template.h"

namespace fermata {
namespace {

constexpr uint32_t kAscii = kRegexAscii, kDotAll = kRegexDotAll;

class RegexTest : public LeavesTest {
 protected:
  RegexProgram* compiled(Value pattern, uint32_t flags = 0) {
    Value outcome;
    RegexProgram* program = regex_program(cx, pattern, flags, &outcome);
    EXPECT_TRUE(program) << raised(outcome);
    return program;
  }
  // The spans of a search, "0-3 1-2 -"; or "none".
  std::string search(Value pattern, Value subject, bool ascii, uint32_t flags = 0) {
    RegexProgram* program = compiled(pattern, flags);
    if (!program) return "not compiled";
    const std::string_view view = is<Str>(subject) ? as<Str>(subject)->view() : as<Bytes>(subject)->view();
    std::vector<RegexSpan> spans;
    const Value found = regex_run(cx, program, {subject, view, ascii}, 0, view.size(), 0, spans);
    if (found.is_outcome()) return found.is_error() ? raised(found) : "retry";
    if (!found.is_true()) return "none";
    last_group = regex_last_group(*program, spans);
    std::string out;
    for (const RegexSpan& s : spans) out += (out.empty() ? "" : " ") + (s.begin < 0 ? "-" : fmt::format("{}-{}", s.begin, s.end));
    return out;
  }
  std::string search_text(std::string_view pattern, std::string_view subject) {
    const Value s = str(subject);
    return search(str(pattern), s, as<Str>(s)->count == as<Str>(s)->length);
  }
  uint32_t last_group = 0;
};

// All three forms of a pattern that is ASCII, over text that is.
TEST_F(RegexTest, TheFormsAgree) {
  using std::string_view_literals::operator""sv;
  const struct {
    std::string_view pattern;
    uint32_t flags;
    std::string_view text;
    std::string_view spans;
  } cases[] = {
      {"a.c", 0, "a\nc", "none"},
      {"a.c", kDotAll, "a\nc", "0-3"},
      {"a$", 0, "a\n", "0-1"},
      {R"(a\Z)", 0, "a\n", "none"},
      {"^b", 0, "a\nb", "none"},
      {"(?m)^b$", 0, "a\nb\nc", "2-3"},
      {R"(\B)", 0, "", "none"},
      {R"(\B)", 0, " ", "0-0"},
      {R"(\bfoo\b)", 0, "a foo.", "2-5"},
      {"(a)|b", 0, "b", "0-1 -"},
      {R"(\141\x62\0)", 0, "ab\0"sv, "0-3"},
      {R"([\]a-c^-]+)", 0, "x-^]ab", "1-6"},
      {"[a-z--9]", 0, "x", "0-1"},
      {"x{}", 0, "x{}", "0-3"},
      {"x{,2}y", 0, "xxxy", "1-4"},
      {"x{2,1", 0, "x{2,1", "0-5"},
      {"(?x) a b # c\n c", 0, "abc", "0-3"},
      {"(?<=ab)c", 0, "abc", "2-3"},
      {"(a)?b(?(1)c|d)", 0, "bd", "0-2 -"},
      {"(a)?b(?(1)c|d)", 0, "abd", "1-3 -"},
      {"(a)?b(?(1)c|d)", 0, "abc", "0-3 0-1"},
      {"(?i)k(?-i:K)", 0, "KK", "0-2"},
      {"(?i)k(?-i:K)", 0, "Kk", "none"},
      {R"((?i)(ab)\1)", 0, "xABab", "1-5 1-3"},
      {"a*+a", 0, "aaa", "none"},
      {"(?>a*)b", 0, "aab", "0-3"},
      {"(a*)*", 0, "aab", "0-2 2-2"},
      {"(?P<q>['\"]).*?(?P=q)", 0, "say 'it' \"", "4-8 4-5"},
      {R"(\w+)", kAscii, "ab_9-", "0-4"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.pattern);
    EXPECT_EQ(search(str(c.pattern), str(c.text), true, c.flags), c.spans);
    EXPECT_EQ(search(str(c.pattern), str(c.text), false, c.flags), c.spans) << "in UTF-8";
    EXPECT_EQ(search(bytes(c.pattern), bytes(c.text), false, c.flags), c.spans) << "in bytes";
  }
  // Where the three aren't alike: white space beyond ASCII's six is text's alone.
  EXPECT_EQ(search(str(R"(\s+)"), str("a\x1c\x1f b"), true), "1-4");
  EXPECT_EQ(search(str(R"(\s+)"), str("a\x1c\x1f b"), false), "1-4");
  EXPECT_EQ(search(bytes(R"(\s+)"), bytes("a\x1c\x1f b"), false), "3-4");
}

TEST_F(RegexTest, WhatIsWrongAndWhere) {
  const struct {
    const char* pattern;
    const char* message;
    int64_t position;
  } cases[] = {
      {"(", "missing ), unterminated subpattern", 0},
      {"é(", "missing ), unterminated subpattern", 1},
      {"(?#", "missing ), unterminated comment", 0},
      {"a**", "multiple repeat", 2},
      {"*a", "nothing to repeat", 0},
      {"a{3,2}", "min repeat greater than max repeat", 2},
      {"[", "unterminated character set", 0},
      {"[z-a]", "bad character range z-a", 1},
      {R"([a-\d])", R"(bad character range a-\d)", 1},
      {R"(\8)", "invalid group reference 8", 1},
      {R"(\400)", R"(octal escape value \400 outside of range 0-0o377)", 0},
      {"(?P<1>a)", "bad character in group name '1'", 4},
      {"(?P<a>b)(?P<a>c)", "redefinition of group name 'a' as group 2; was group 1", 12},
      {"(?P=x)", "unknown group name 'x'", 4},
      {"(?(2)a)(b)", "invalid group reference 2", 3},
      {"(?(1)a|b|c)", "conditional backref with more than two branches", 8},
      {")", "unbalanced parenthesis", 0},
      {"(?<=a*)b", "look-behind requires fixed-width pattern", -1},
      {R"((?<=(a)\1))", "cannot refer to group defined in the same lookbehind subpattern", 9},
      {"(?z)", "unknown extension ?z", 1},
      {"(?", "unexpected end of pattern", 2},
      {"(?Pa", "unknown extension ?Pa", 1},
      {"a(?i)", "global flags not at the start of the expression", 1},
      {"(?i-i:a)", "bad inline flags: flag turned on and off", 5},
      {"(?-a:b)", "bad inline flags: cannot turn off flags 'a', 'u' and 'L'", 4},
      {"(?au)x", "bad inline flags: flags 'a', 'u' and 'L' are incompatible", 4},
      {"(?L)a", "bad inline flags: cannot use 'L' flag with a str pattern", 3},
      {"x\\", "bad escape (end of pattern)", 1},
      {R"(\q)", R"(bad escape \q)", 0},
      {R"(\u12)", R"(incomplete escape \u12)", 0},
      {R"(\N{nope})", "undefined character name 'nope'", 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.pattern);
    for (const bool utf : {false, true}) {
      const RegexSyntax syntax = parse_regex(c.pattern, true, 0, utf);
      EXPECT_EQ(syntax.failure.kind, RegexFailure::kSyntax);
      EXPECT_EQ(syntax.failure.message, c.message);
      EXPECT_EQ(syntax.failure.position, c.position);
    }
  }
  EXPECT_EQ(parse_regex("a{4294967295}", true, 0, false).failure.kind, RegexFailure::kOverflow);
  EXPECT_EQ(parse_regex("a", true, kRegexLocale, false).failure.kind, RegexFailure::kValue);
  EXPECT_EQ(parse_regex("a", false, kRegexUnicode, false).failure.kind, RegexFailure::kValue);
  // PCRE2 compiles by recursion, so nesting has an end before it begins.
  const std::string deep = std::string(1000, '(') + std::string(1000, ')');
  EXPECT_EQ(parse_regex(deep, true, 0, false).failure.kind, RegexFailure::kRecursion);
}

// Two characters are the same when their lower case is; PCRE2 would say so of more.
TEST_F(RegexTest, ReferencesWithoutRegardToCase) {
  EXPECT_EQ(search_text(R"((?i)(k)\1)", "k\u212a"), "0-4 0-1");
  EXPECT_EQ(search_text(R"((?ia)(k)\1)", "k\u212a"), "none");
  EXPECT_EQ(search_text(R"((?ia)(k)\1)", "kKé"), "0-2 0-1");
  EXPECT_EQ(search_text(R"((?ia)(é)\1)", "éÉ"), "none");
  EXPECT_EQ(search_text(R"((?i)(ſ)\1)", "ſs"), "none");
  EXPECT_EQ(search_text(R"((?i)(s)\1)", "sſ"), "none");
  EXPECT_EQ(search_text(R"((?i)(ß)\1)", "ßẞ"), "0-5 0-2");
  EXPECT_EQ(search_text(R"((?i)(ä+)\1$)", "ÄäÄÄäÄ"), "0-12 0-6");
  EXPECT_EQ(search_text(R"((?i)(é)(?<=\1)x)", "Éx"), "0-3 0-2");
  EXPECT_EQ(search_text(R"((?i)()\1é)", "é"), "0-2 0-0");
  EXPECT_EQ(search_text(R"((?i)(a)?\1é)", "é"), "none");
}

TEST_F(RegexTest, WhichGroupClosedLast) {
  const struct {
    const char *pattern, *text;
    uint32_t last;
  } cases[] = {
      {"(a)(b)?", "a", 1}, {"((a)(b))", "ab", 1},          {"(?:(a)|(b))*", "ab", 2}, {"(?:(a)|(b))*", "ba", 1},  {"(a)(?=(b))", "ab", 2},
      {"(a)|b", "b", 0},   {"(?:(x)|(?=(a))a)*", "xa", 2}, {"(a(b)?)+", "aba", 1},    {"(?:(a)(b)?)+", "aba", 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.pattern);
    ASSERT_NE(search_text(c.pattern, c.text), "none");
    EXPECT_EQ(last_group, c.last);
  }
}

// PCRE2 counts to 65,535; more is written as several counts.
TEST_F(RegexTest, CountsThatAreLarge) {
  const std::string many(70'001, 'a');
  const auto repeated = [&](const char* pattern, size_t size) { return search_text(pattern, std::string_view(many).substr(0, size)); };
  EXPECT_EQ(repeated("^a{70000}$", 69'999), "none");
  EXPECT_EQ(repeated("^a{70000}$", 70'000), "0-70000");
  EXPECT_EQ(repeated("^a{70000}$", 70'001), "none");
  EXPECT_EQ(repeated("^a{65536,70000}", 70'001), "0-70000");
  EXPECT_EQ(repeated("^a{2,70000}?$", 70'000), "0-70000");
  EXPECT_EQ(repeated("^a{2,70000}?", 70'000), "0-2");
  EXPECT_EQ(repeated("a{70001,}", 70'000), "none");
}

// What would be too large with each of its copies is written once, and matches the same.
TEST_F(RegexTest, ItemsThatAreWrittenOnce) {
  const std::string_view small = "(?i)(?:abcdef|[0-9a-f]{8}x){3}(y)";
  EXPECT_NE(parse_regex(small, true, 0, false).pcre, parse_regex(small, true, 0, false, true).pcre);
  EXPECT_EQ(parse_regex(small, true, 0, false, true).groups, 1u);
  std::string item, text;
  for (int i = 0; i < 200; ++i) item += "[a-c]x";
  for (int i = 0; i < 20'000; ++i) text += "AX";
  const std::string pattern = "(?i)^(?:" + item + "){100}$";
  EXPECT_EQ(search_text(pattern, text), "0-40000");
  EXPECT_EQ(search_text(pattern, std::string_view(text).substr(2)), "none");
  text[20'000] = 'D';
  EXPECT_EQ(search_text(pattern, text), "none");
}

TEST_F(RegexTest, BacktrackingIsCharged) {
  cx.budget.limits.steps = 200'000;
  const Value text = str(std::string(60, 'a') + "!");
  EXPECT_EQ(search(str("^(a|aa)+$"), text, true), "retry");
  EXPECT_EQ(cx.trap.limit, Limit::k_steps);
}

TEST_F(RegexTest, TemplatesAreTakenApart) {
  RegexProgram* program = compiled(str("(?P<one>a)(b)"));
  ASSERT_TRUE(program);
  const auto parts = [&](Value repl) {
    RegexTemplate t;
    const Value status = parse_regex_template(cx, repl, *program, &t);
    if (status.is_error()) return raised(status);
    std::string out;
    for (const RegexTemplate::Part& p : t.parts) out += "[" + p.text + (p.group == UINT32_MAX ? "]" : fmt::format("]{}", p.group));
    return out;
  };
  EXPECT_EQ(parts(str(R"(x\1-\g<one>\g<2>y)")), "[x]1[-]1[]2[y]");
  EXPECT_EQ(parts(str(R"(\n\\\é\07)")), "[\n\\\\é\a]");
  EXPECT_EQ(parts(str(R"(\101\g<0>)")), "[A]0");
  EXPECT_EQ(parts(str(R"(\377)")), "[ÿ]");
  EXPECT_EQ(parts(bytes(R"(\377)")), "[\xff]");
  EXPECT_EQ(parts(str("")), "");
  EXPECT_EQ(parts(str(R"(\3)")), "error: invalid group reference 3 at position 1");
  EXPECT_EQ(parts(str(R"(é\g<3>)")), "error: invalid group reference 3 at position 4");
  EXPECT_EQ(parts(str(R"(\g<two>)")), "IndexError: unknown group name 'two'");
  EXPECT_EQ(parts(str(R"(\g<1a>)")), "error: bad character in group name '1a' at position 3");
  EXPECT_EQ(parts(str(R"(\g<one)")), "error: missing >, unterminated name at position 3");
  EXPECT_EQ(parts(str(R"(\400)")), R"(error: octal escape value \400 outside of range 0-0o377 at position 0)");
  EXPECT_EQ(parts(str(R"(\q)")), R"(error: bad escape \q at position 0)");
}

}  // namespace
}  // namespace fermata
