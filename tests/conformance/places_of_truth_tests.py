# Where truth tests fail, and what CPython says about what comes after a comparison in a condition: positions in the code.
class C:
    def __bool__():
        pass


class I:
    def __iter__(self):
        return self

    def __next__(self):
        1 / 0


def show(x):
    pass


o = C()
PROGRAMS = [
    'show(1 if o else 2)',
    'x = 1 if o else 2',
    'x = 1 if not o else 2',
    'x = 1 if o and 1 else 2',
    'x = 1 if o == o else 2',
    'x = 1 if not (o and o) else 2',
    'x = (1 if o else 2) if 1 else 2',
    'x = [1 for a in [1] if o]',
    'x = o and 1',
    'x = not o',
    'assert o',
    'while o: pass',
    'if o: pass',
    'if not o: pass',
    'if o and 1: pass',
    'if 1 if o else 2: pass',
    'x = lambda: (1 if o else 2)\nx()',
    'x = 1 if o or o else 2',
    'x = o or 1',
    'x = 1 and o and 2',
    'x = [1 for a in [1] if not o]',
    'x = 1 if (o if 1 else 2) else 3',
    'x = 1 if 1 < 2 < o else 3',
    'match 1:\n  case 1 if o: pass',
    'x = 1 < o < 2',
    'x = o < 1 < 2',
    "x = f'{1 if o else 2}'",
    'x = 1 if (yy := o) else 3',
    '{[] for a in [1] if a == 1}',
    '{[]: 1 for a in [1] if a == 1}',
    '[b for a in [1] if a == 1 for b in a]',
    '[b for a in [1] if a == 1 and a for b in a]',
    '[b for a in [1] if not a != 1 for b in a]',
    '[b for a in [1] if (a==1 if a > 0 else 5) for b in a]',
    '[b for a in [1] if a for b in a]',
    'list(1/0 for a in [1] if a == 1)',
    'list(b for a in [1] if a == 1 for b in [3] if b == 3 for c in b)',
    '{[] for a in [1] if a}',
    '{[]: 1 for a in [1]}',
    '{1: [] for a in [1] if a == 1 for b in [1] for c in b}',
    '[b for a in [1] if 1 < 2 for b in a]',
    '[b for a in [1] if 1 if a if 3 for b in a]',
    '[b for a in [1] if 1 < a <= 2 for b in a]',
    '{(a, []) for a in [1] if 1 < 2 < 3 if a}',
    '[b for a in [1] if a == 1 for b in I()]',
    '[b for a in I() if a == 1]',
    '[b for a in [1] for b in I() if b]',
    '[b for a in [1] if a < 5 for b in [2] for c in I()]',
]
for text in PROGRAMS:
    try:
        exec(compile(text, "x", "exec"))
    except Exception as e:
        at = e.__traceback__
        while at.tb_next and at.tb_next.tb_frame.f_code.co_filename == "x":
            at = at.tb_next
        line, _, begin, end = list(at.tb_frame.f_code.co_positions())[at.tb_lasti // 2]
        print(text, "|", type(e).__name__, text.splitlines()[line - 1][begin:end])
