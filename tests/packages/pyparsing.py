# packages: pyparsing
from pyparsing import OpAssoc, ParseException, Word, infix_notation, nums, one_of

integer = Word(nums).set_parse_action(lambda t: int(t[0]))
expr = infix_notation(integer, [(one_of("* /"), 2, OpAssoc.LEFT), (one_of("+ -"), 2, OpAssoc.LEFT)])
assert expr.parse_string("1+2*3").as_list() == [[1, "+", [2, "*", 3]]]
try:
    integer.parse_string("x")
except ParseException as e:
    print(e)
else:
    assert 0
