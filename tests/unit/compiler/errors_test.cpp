// Compile-time errors: messages and lines as CPython 3.11 gives them.
#include "compile_text.h"

namespace fermata {
namespace {

struct Case {
  const char* text;
  const char* error;  // "line message", or empty
};

constexpr Case kCases[] = {
    {"def f(x): global x\n", "1 name 'x' is parameter and global"},
    {"def f():\n    print(x)\n    global x\n", "3 name 'x' is used prior to global declaration"},
    {"def f():\n    x = 1\n    global x\n", "3 name 'x' is assigned to before global declaration"},
    {"def f():\n    x: int = 1\n    global x\n", "3 annotated name 'x' can't be global"},
    {"def f():\n    nonlocal x\n", "2 no binding for nonlocal 'x' found"},
    {"nonlocal x\n", "1 nonlocal declaration not allowed at module level"},
    {"def f(a, a): pass\n", "1 duplicate argument 'a' in function definition"},
    {"def f():\n    def g():\n        nonlocal zz\n", "3 no binding for nonlocal 'zz' found"},
    {"[x for x in (y := [1])]\n", "1 assignment expression cannot be used in a comprehension iterable expression"},
    {"class A:\n    [y := x for x in [1]]\n", "2 assignment expression within a comprehension cannot be used in a class body"},
    {"[x := 1 for x in [1]]\n", "1 assignment expression cannot rebind comprehension iteration variable 'x'"},
    {"[[x := 1 for y in z] for x in [1]]\n", "1 assignment expression cannot rebind comprehension iteration variable 'x'"},
    {"yield 1\n", "1 'yield' outside function"},
    {"class A:\n    yield 1\n", "2 'yield' outside function"},
    {"return 1\n", "1 'return' outside function"},
    {"class A:\n    return 1\n", "2 'return' outside function"},
    {"await x\n", "1 'await' outside function"},
    {"break\n", "1 'break' outside loop"},
    {"continue\n", "1 'continue' not properly in loop"},
    {"def f():\n    break\n", "2 'break' outside loop"},
    {"for x in y:\n    def f():\n        continue\n", "3 'continue' not properly in loop"},
    {"def f():\n    from x import *\n", "2 import * only allowed at module level"},
    {"try:\n    pass\nexcept:\n    pass\nexcept ValueError:\n    pass\n", "3 default 'except:' must be last"},
    {"a, *b, *c = d\n", "1 multiple starred expressions in assignment"},
    {"*a = 1\n", "1 starred assignment target must be in a list or tuple"},
    {"*a\n", "1 can't use starred expression here"},
    {"x = *a\n", "1 can't use starred expression here"},
    {"print(*a, (*b))\n", "1 cannot use starred expression here"},
    {"[(yield 1) for x in y]\n", "1 'yield' inside list comprehension"},
    {"def f():\n    [(yield 1) for x in y]\n", "2 'yield' inside list comprehension"},
    {"def f():\n    ((yield 1) for x in y)\n", "2 'yield' inside generator expression"},
    {"def f():\n    {(yield 1): 1 for x in y}\n", "2 'yield' inside dict comprehension"},
    {"f(a=1, a=2)\n", "1 keyword argument repeated: a"},
    {"x = 1\nfrom __future__ import annotations\n", "2 from __future__ imports must occur at the beginning of the file"},
    {"from __future__ import braces\n", "1 not a chance"},
    {"from __future__ import foo\n", "1 future feature foo is not defined"},
    {"def f():\n    x = 1\n    def g():\n        x = 2\n        nonlocal x\n", "5 name 'x' is assigned to before nonlocal declaration"},
    {"def f(x):\n    nonlocal x\n", "2 name 'x' is parameter and nonlocal"},
    {"def f():\n    global x\n    nonlocal x\n", "3 name 'x' is nonlocal and global"},
    {"__debug__ = 1\n", "1 cannot assign to __debug__"},
    {"def f(__debug__): pass\n", "1 cannot assign to __debug__"},
    {"class C:\n    def f(self):\n        nonlocal y\n", "3 no binding for nonlocal 'y' found"},
    {"[x for x in y if (x := 1)]\n", "1 assignment expression cannot rebind comprehension iteration variable 'x'"},
    {"[i for i in range(5) if (j := 0) for j in range(5)]\n", "1 comprehension inner loop cannot rebind assignment expression target 'j'"},
    {"def f():\n    global x\n    x: int = 5\n", "3 annotated name 'x' can't be global"},
    {"lambda: (yield)\n", ""},
    {"x = 1\nglobal x\n", "2 name 'x' is assigned to before global declaration"},
    {"def f():\n    x = 1\n    del x\n    global x\n", "4 name 'x' is assigned to before global declaration"},
    {"for i in range(3):\n    try:\n        pass\n    finally:\n        continue\n", ""},
    {"def f():\n    import a.b\n    global a\n", ""},
    {"def f():\n    for x in y: pass\n    global x\n", "3 name 'x' is assigned to before global declaration"},
    {"with a as b, c as *d: pass\n", "1 starred assignment target must be in a list or tuple"},
    {"del *a\n", "1 cannot delete starred"},
    {"del (a, *b)\n", "1 cannot delete starred"},
    {"[*a for a in b]\n", "1 iterable unpacking cannot be used in comprehension"},
    {"f(**a, *b)\n", "1 iterable argument unpacking follows keyword argument unpacking"},
    {"def f():\n    class x: pass\n    nonlocal x\n", "3 name 'x' is assigned to before nonlocal declaration"},
    {"def f():\n    try: pass\n    except E as x: pass\n    global x\n", "4 name 'x' is assigned to before global declaration"},
    {"class A:\n    nonlocal x\n", "2 no binding for nonlocal 'x' found"},
    {"def f():\n    x = 1\n    class A:\n        nonlocal x\n        x = 2\n", ""},
    {"import a as __debug__\n", "1 cannot assign to __debug__"},
    {"x.__debug__ = 1\n", "1 cannot assign to __debug__"},
    {"f(__debug__=1)\n", "1 cannot assign to __debug__"},
    {"del __debug__\n", "1 cannot delete __debug__"},
    {"lambda *, a, a: 1\n", "1 duplicate argument 'a' in function definition"},
    {"def f(a, *a): pass\n", "1 duplicate argument 'a' in function definition"},
    {"def f():\n    def g(x):\n        def h():\n            nonlocal y\n", "4 no binding for nonlocal 'y' found"},
    {"def f():\n    [x async for x in y]\n", "2 asynchronous comprehension outside of an asynchronous function"},
    {"def f():\n    await x\n", "2 'await' outside async function"},
    {"(x for x in y if (yield))\n", "1 'yield' inside generator expression"},
    {"def f():\n    (x for x in (yield))\n", ""},
    {"class C:\n    x = [y := 1]\n", ""},
    {"x = lambda: [a := 1 for a in b]\n", "1 assignment expression cannot rebind comprehension iteration variable 'a'"},
};

TEST(Errors, AreThoseOfCPython) {
  for (const Case& c : kCases) {
    const auto errors = errors_of(c.text);
    EXPECT_EQ(errors.empty() ? "" : errors[0], c.error) << c.text;
  }
}

TEST(Errors, AreNotRepeatedForEveryCopyOfAFinallyBody) {
  EXPECT_EQ(errors_of("def f():\n    try:\n        return 1\n    finally:\n        break\n").size(), 1u);
}

}  // namespace
}  // namespace fermata
