name, n, pi, d = "Ann", 42, 3.14159265, {"k": [1, 2], "q": "v"}
print(f"{name}", f"{name!r}", f"{name!s:>6}", f"{n:05d}", f"{pi:.3f}", f"{n!r:>6}|", f"a{{b}}c{{{n}}}")
print(f"{n + 1} {n * 2 if n > 3 else 0} {[x for x in range(3)]} {d['k'][1]} {(lambda x: x + 1)(2)} {name.upper()}")
print(f"{n=} {n = } {n=:5d} {name=} {name=!s} {n + 1=} {d['q']=}")
print(f"{'nested ' + f'{n}'}" f" joined" " plain" f" {pi:{'.2f'}} {pi:{8}.{2}f} {n:{'x' if n else 'd'}}")
print(rf"\n{n}\d", f"\n{n}\t|", F"{n}", fR"{n}\w", f"""multi
{n
 + 1}
end""", f'''{name}'s "quote"''')
print(f"{n:>{n // 4}}|", f"{'a' 'b'}", f"{ {1: 2}[1] }", f"{{n}}", f"{n}%", f"{True} {None} {...}")
print(f"{1,2}", f"{(1, 2)}", f"{*range(3),}", f"{'é'!a}", f"{n!s}", f"{''}|", f"{n:,}", f"{-n:+}", f"{0xff:#x}")
print(f"{(x := 5)} {x:=5}|", f"{n==42} {n!=42} {n>=1} {n<1}", f"{'!r'}", f"{':'}", f"{d}")
print(f"", f"" == "", f"{name}{n}{pi}", "a" f"{n}" "b" + f"c", f"{n}" * 2, f"{n}"[0], f"{name}".lower())
class C:
    def __format__(self, spec): return f"C[{spec}]"
    def __repr__(self): return "C()"
    def __str__(self): return "str(C)"
c = C()
print(f"{c} {c:x y} {c!r} {c!s} {c=} {c=:z} {c!r:>6}")
def f(a, *, b=2): return f"{a}{b}{locals()}"
print(f(1), f"{f(1, b=3)!r:.5}")
rows = [("apple", 1.5, 3), ("kiwi", 0.25, 12)]
for item, price, count in rows:
    print(f"{item:<10}{price:>8.2f}{count:>5d}{price * count:>10,.2f}")
print(f"{'' if 0 else 'else'}", f"{[f'{i}' for i in range(3)]}", f"{', '.join(f'{i:02}' for i in range(3))}")
print(f'{"a" if n else "b"}', f"{n:{n}}|", f"""{"triple"}""")
print(f"{3.0} {1e20} {1e16:.0f} {2**64} {-0.0} {float('inf'):5}|{1/3:.10}")
