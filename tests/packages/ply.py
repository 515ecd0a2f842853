# packages: ply
import ply.lex as lex
import ply.yacc as yacc

tokens = ("NUMBER", "PLUS")
t_PLUS = r"\+"
t_ignore = " "


def t_NUMBER(t):
    r"\d+"
    t.value = int(t.value)
    return t


def t_error(t):
    raise SyntaxError(t)


def p_e(p):
    """e : e PLUS NUMBER
    | NUMBER"""
    p[0] = p[1] if len(p) == 2 else p[1] + p[3]


def p_error(p):
    raise SyntaxError(p)


lexer = lex.lex()
assert yacc.yacc(debug=False, write_tables=False).parse("1 + 2 + 3") == 6
