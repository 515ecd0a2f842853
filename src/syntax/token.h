// Tokens: what the lexer makes of a source and the parser reads. Plain values in one vector; their text is the Source's text under the
// span. The table below is the only list of operators and keywords: lexer, parser and token dump are derived from it.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/source.h"

namespace fermata {

// Operators: name, text, CPython's name for it in `tokenize -e`.
#define FERMATA_OPERATORS(X)                     \
  X(LeftParen, "(", "LPAR")                      \
  X(RightParen, ")", "RPAR")                     \
  X(LeftBracket, "[", "LSQB")                    \
  X(RightBracket, "]", "RSQB")                   \
  X(LeftBrace, "{", "LBRACE")                    \
  X(RightBrace, "}", "RBRACE")                   \
  X(Colon, ":", "COLON")                         \
  X(Comma, ",", "COMMA")                         \
  X(Semicolon, ";", "SEMI")                      \
  X(Plus, "+", "PLUS")                           \
  X(Minus, "-", "MINUS")                         \
  X(Star, "*", "STAR")                           \
  X(Slash, "/", "SLASH")                         \
  X(Pipe, "|", "VBAR")                           \
  X(Ampersand, "&", "AMPER")                     \
  X(Less, "<", "LESS")                           \
  X(Greater, ">", "GREATER")                     \
  X(Assign, "=", "EQUAL")                        \
  X(Dot, ".", "DOT")                             \
  X(Percent, "%", "PERCENT")                     \
  X(Tilde, "~", "TILDE")                         \
  X(Caret, "^", "CIRCUMFLEX")                    \
  X(At, "@", "AT")                               \
  X(Exclamation, "!", "EXCLAMATION")             \
  X(EqualEqual, "==", "EQEQUAL")                 \
  X(NotEqual, "!=", "NOTEQUAL")                  \
  X(LessEqual, "<=", "LESSEQUAL")                \
  X(GreaterEqual, ">=", "GREATEREQUAL")          \
  X(LeftShift, "<<", "LEFTSHIFT")                \
  X(RightShift, ">>", "RIGHTSHIFT")              \
  X(StarStar, "**", "DOUBLESTAR")                \
  X(SlashSlash, "//", "DOUBLESLASH")             \
  X(Arrow, "->", "RARROW")                       \
  X(Walrus, ":=", "COLONEQUAL")                  \
  X(PlusAssign, "+=", "PLUSEQUAL")               \
  X(MinusAssign, "-=", "MINEQUAL")               \
  X(StarAssign, "*=", "STAREQUAL")               \
  X(SlashAssign, "/=", "SLASHEQUAL")             \
  X(PercentAssign, "%=", "PERCENTEQUAL")         \
  X(AmpersandAssign, "&=", "AMPEREQUAL")         \
  X(PipeAssign, "|=", "VBAREQUAL")               \
  X(CaretAssign, "^=", "CIRCUMFLEXEQUAL")        \
  X(AtAssign, "@=", "ATEQUAL")                   \
  X(LeftShiftAssign, "<<=", "LEFTSHIFTEQUAL")    \
  X(RightShiftAssign, ">>=", "RIGHTSHIFTEQUAL")  \
  X(StarStarAssign, "**=", "DOUBLESTAREQUAL")    \
  X(SlashSlashAssign, "//=", "DOUBLESLASHEQUAL") \
  X(Ellipsis, "...", "ELLIPSIS")

#define FERMATA_KEYWORDS(X) \
  X(False, "False")         \
  X(None, "None")           \
  X(True, "True")           \
  X(And, "and")             \
  X(As, "as")               \
  X(Assert, "assert")       \
  X(Async, "async")         \
  X(Await, "await")         \
  X(Break, "break")         \
  X(Class, "class")         \
  X(Continue, "continue")   \
  X(Def, "def")             \
  X(Del, "del")             \
  X(Elif, "elif")           \
  X(Else, "else")           \
  X(Except, "except")       \
  X(Finally, "finally")     \
  X(For, "for")             \
  X(From, "from")           \
  X(Global, "global")       \
  X(If, "if")               \
  X(Import, "import")       \
  X(In, "in")               \
  X(Is, "is")               \
  X(Lambda, "lambda")       \
  X(Nonlocal, "nonlocal")   \
  X(Not, "not")             \
  X(Or, "or")               \
  X(Pass, "pass")           \
  X(Raise, "raise")         \
  X(Return, "return")       \
  X(Try, "try")             \
  X(While, "while")         \
  X(With, "with")           \
  X(Yield, "yield")

enum class TokenKind : uint8_t {
  EndMarker,
  Newline,
  Indent,
  Dedent,
  Name,  // soft keywords (match, case, type, _) too
  Number,
  String,         // a whole literal with prefix and quotes
  FStringStart,   // prefix and opening quotes
  FStringMiddle,  // literal text between replacement fields
  FStringEnd,     // closing quotes
  Error,          // where the lexer stopped; always the last token
  Unknown,        // a lone '$', '?', '`': no grammar rule takes it
  Comment,        // only with LexerOptions::keep_trivia
  Nl,             // likewise: a line end that ends no statement
#define FERMATA_TOKEN(name, text, cpython) name,
  FERMATA_OPERATORS(FERMATA_TOKEN)
#undef FERMATA_TOKEN
#define FERMATA_TOKEN(name, text) Kw##name,
      FERMATA_KEYWORDS(FERMATA_TOKEN)
#undef FERMATA_TOKEN
};

struct Token {
  TokenKind kind;
  uint16_t level;  // open brackets after this token
  Span span;
};

}  // namespace fermata
