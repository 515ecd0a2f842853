#include "syntax/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "syntax/ast_dump.h"

namespace fermata {
namespace {

std::vector<TokenKind> kinds(std::string_view text) {
  Source source("test", text);
  Lexer lexer(source);
  lexer.run();
  std::vector<TokenKind> result;
  for (const Token& token : lexer.tokens()) result.push_back(token.kind);
  return result;
}

std::string error(std::string_view text) {
  Source source("test", text);
  Lexer lexer(source);
  lexer.run();
  return lexer.error() == nullptr ? "" : lexer.error()->message;
}

using enum TokenKind;
using Kinds = std::vector<TokenKind>;

TEST(Lexer, EmptyAndBlank) {
  EXPECT_EQ(kinds(""), (Kinds{EndMarker}));
  EXPECT_EQ(kinds("\n  \n\t# comment\n\f\n"), (Kinds{EndMarker}));
  EXPECT_EQ(kinds("# no line end"), (Kinds{EndMarker}));
}

TEST(Lexer, Indentation) {
  EXPECT_EQ(kinds("if x:\n  y\n\n # c\n  z\nw"),
            (Kinds{KwIf, Name, Colon, Newline, Indent, Name, Newline, Name, Newline, Dedent, Name, Newline, EndMarker}));
  EXPECT_EQ(kinds("if x:\n  if y:\n    z"),
            (Kinds{KwIf, Name, Colon, Newline, Indent, KwIf, Name, Colon, Newline, Indent, Name, Newline, Dedent, Dedent, EndMarker}));
  // A tab and eight blanks are the same column, but not the same indentation.
  EXPECT_EQ(error("if x:\n\ty\n        z"), "inconsistent use of tabs and spaces in indentation");
  EXPECT_EQ(error("if x:\n    y\n  z"), "unindent does not match any outer indentation level");
  // A form feed restarts the column.
  EXPECT_EQ(kinds("x\n  \fy"), (Kinds{Name, Newline, Name, Newline, EndMarker}));
}

TEST(Lexer, LinesJoin) {
  EXPECT_EQ(kinds("(a,\n  b)"), (Kinds{LeftParen, Name, Comma, Name, RightParen, Newline, EndMarker}));
  EXPECT_EQ(kinds("a + \\\n b"), (Kinds{Name, Plus, Name, Newline, EndMarker}));
  EXPECT_EQ(kinds("a\r\nb\rc"), (Kinds{Name, Newline, Name, Newline, Name, Newline, EndMarker}));
}

TEST(Lexer, Operators) {
  EXPECT_EQ(kinds("a->b:=c...d**=e//=f>>=g<<=h@=i!=j<>k"), (Kinds{Name, Arrow,           Name, Walrus,           Name,     Ellipsis,
                                                                  Name, StarStarAssign,  Name, SlashSlashAssign, Name,     RightShiftAssign,
                                                                  Name, LeftShiftAssign, Name, AtAssign,         Name,     NotEqual,
                                                                  Name, NotEqual,        Name, Newline,          EndMarker}));
}

TEST(Lexer, Numbers) {
  for (const char* number : {"0", "00", "0_0", "1_000", "0xDEAD_beef", "0o17", "0b1_0", "1.", ".5", "1e5", "1E-5", "1_0.0_1e1_0", "1j",
                             "0j", "09.5", "09e1", "09j"}) {
    EXPECT_EQ(kinds(number), (Kinds{Number, Newline, EndMarker})) << number;
  }
  EXPECT_EQ(kinds("1if x else 2"), (Kinds{Number, KwIf, Name, KwElse, Number, Newline, EndMarker}));
  EXPECT_EQ(kinds("0x1for x in y"), (Kinds{Number, KwOr, Name, KwIn, Name, Newline, EndMarker}));  // 0x1f or x …
  EXPECT_EQ(error("1_"), "invalid decimal literal");
  EXPECT_EQ(error("0777"), "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers");
  EXPECT_EQ(error("0b12"), "invalid digit '2' in binary literal");
  EXPECT_EQ(error("0o8"), "invalid digit '8' in octal literal");
  EXPECT_EQ(error("0x"), "invalid hexadecimal literal");
  EXPECT_EQ(error("1jx"), "invalid imaginary literal");
}

TEST(Lexer, StringPrefixes) {
  for (const char* prefix : {"", "r", "R", "b", "B", "u", "U", "br", "bR", "Rb", "rB"}) {
    EXPECT_EQ(kinds(std::string(prefix) + "'x'"), (Kinds{String, Newline, EndMarker})) << prefix;
    EXPECT_EQ(kinds(std::string(prefix) + "'''x\n'y'''"), (Kinds{String, Newline, EndMarker})) << prefix;
  }
  for (const char* prefix : {"f", "F", "fr", "rF", "Rf"}) {
    EXPECT_EQ(kinds(std::string(prefix) + "'x'"), (Kinds{FStringStart, FStringMiddle, FStringEnd, Newline, EndMarker})) << prefix;
  }
  EXPECT_EQ(kinds("ub'x'"), (Kinds{Name, String, Newline, EndMarker}));
}

TEST(Lexer, FStrings) {
  EXPECT_EQ(kinds("f'{a!r:>{w}}'"), (Kinds{FStringStart, LeftBrace, Name, Exclamation, Name, Colon, FStringMiddle, LeftBrace, Name,
                                           RightBrace, RightBrace, FStringEnd, Newline, EndMarker}));
  EXPECT_EQ(kinds("f'{f'{1}'}'"), (Kinds{FStringStart, LeftBrace, FStringStart, LeftBrace, Number, RightBrace, FStringEnd, RightBrace,
                                         FStringEnd, Newline, EndMarker}));
  EXPECT_EQ(kinds("f'{\n a # c\n}'"), (Kinds{FStringStart, LeftBrace, Name, RightBrace, FStringEnd, Newline, EndMarker}));
  EXPECT_EQ(error("f'{a'"), "f-string: expecting '}'");
  EXPECT_EQ(error("f'}'"), "f-string: single '}' is not allowed");
  EXPECT_EQ(error("f'{a)}'"), "f-string: unmatched ')'");
}

TEST(Lexer, Unicode) {
  EXPECT_EQ(kinds("\xE2\x84\xAF\xF0\x9D\x93\x8D = 1"), (Kinds{Name, Assign, Number, Newline, EndMarker}));
  EXPECT_EQ(error("a\xE2\x82\xAC"), "invalid character '\xE2\x82\xAC' (U+20AC)");
  EXPECT_EQ(error("x\xC2\xA0= 1"), "invalid non-printable character U+00A0");
  EXPECT_EQ(error(std::string_view("a\0b", 3)), "source code cannot contain null bytes");
  EXPECT_EQ(error("a = '\xFF'"), "(unicode error) 'utf-8' codec can't decode byte 0xff in position 5: invalid start byte");
  EXPECT_EQ(error("# \xC3"), "(unicode error) 'utf-8' codec can't decode byte 0xc3 in position 2: unexpected end of data");
  EXPECT_EQ(error("# \xED\xA0\x80"), "(unicode error) 'utf-8' codec can't decode byte 0xed in position 2: invalid continuation byte");
}

TEST(Lexer, Brackets) {
  EXPECT_EQ(error(")"), "unmatched ')'");
  EXPECT_EQ(error("(\n]"), "closing parenthesis ']' does not match opening parenthesis '(' on line 1");
  EXPECT_EQ(error("x = [1, (2"), "'(' was never closed");
  EXPECT_EQ(error(std::string(201, '(')), "too many nested parentheses");
}

TEST(Lexer, TokenDump) {
  Source source("test", "if x:  # why\n  f'a{b}'\n");
  EXPECT_EQ(dump_tokens(source),
            "1,0-1,2:            NAME           'if'\n"
            "1,3-1,4:            NAME           'x'\n"
            "1,4-1,5:            OP             ':'\n"
            "1,7-1,12:           COMMENT        '# why'\n"
            "1,12-1,13:          NEWLINE        '\\n'\n"
            "2,0-2,2:            INDENT         '  '\n"
            "2,2-2,4:            FSTRING_START  \"f'\"\n"
            "2,4-2,5:            FSTRING_MIDDLE 'a'\n"
            "2,5-2,6:            OP             '{'\n"
            "2,6-2,7:            NAME           'b'\n"
            "2,7-2,8:            OP             '}'\n"
            "2,8-2,9:            FSTRING_END    \"'\"\n"
            "2,9-2,10:           NEWLINE        '\\n'\n"
            "3,0-3,0:            DEDENT         ''\n"
            "3,0-3,0:            ENDMARKER      ''\n");
}

}  // namespace
}  // namespace fermata
