# decimal: every operation on random numbers in random contexts: values, flags, exceptions; and formats and conversions.
from decimal import *
import random
r = random.Random(2026)
def num():
    k = r.random()
    if k < 0.06: return Decimal(r.choice(['NaN','-NaN','sNaN','NaN123','Inf','-Inf','-sNaN9','NaN123456789012']))
    if k < 0.14: return Decimal(r.choice(['0','-0','0E+5','0E-20','1','-1','1.0','10','1E+3','0.5','2','-2']))
    n = r.choice([1,2,3,5,9,15,30])
    s = ''.join(r.choice('0123456789') if r.random()<.8 else r.choice('09') for _ in range(n))
    e = r.choice([0,0,0,-1,-2,-5,3,10,-12,r.randint(-40,40), -n])
    return Decimal(f"{r.choice(['','-'])}{s}E{e}")
two = ['add','subtract','multiply','divide','divide_int','remainder','remainder_near','compare','compare_signal','compare_total','compare_total_mag','max','min','max_mag','min_mag','quantize','scaleb','shift','rotate','next_toward','same_quantum','divmod','logical_and','copy_sign']
one = ['abs','plus','minus','normalize','to_integral_exact','to_integral_value','sqrt','next_plus','next_minus','logb','number_class','to_eng_string','to_sci_string','is_normal','is_subnormal','create_decimal','exp','ln','log10']
for i in range(1200):
    c = Context(prec=r.choice([1,2,3,5,9,16,28]), rounding=r.choice([ROUND_DOWN,ROUND_HALF_UP,ROUND_HALF_EVEN,ROUND_CEILING,ROUND_FLOOR,ROUND_UP,ROUND_HALF_DOWN,ROUND_05UP]), Emin=r.choice([-999999,-999999,-10,-1,0]), Emax=r.choice([999999,999999,10,1,40]), clamp=r.choice([0,0,0,1]), traps=[])
    a, b, d = num(), num(), num()
    k = r.random()
    if k < .6: name = r.choice(two); args = (a, b)
    elif k < .9: name = r.choice(one); args = (a,)
    elif k < .95: name = 'fma'; args = (a, b, d)
    else: name = 'power'; args = (a, b)
    if name in ('exp','ln','log10','power') and not (c.Emax > 999 and c.Emin < -999): c.Emax, c.Emin = 999999, -999999
    if name in ('exp', 'power'): 
        if not a.is_nan() and a.is_finite() and a.adjusted() > 8: continue
        if not b.is_nan() and b.is_finite() and b.adjusted() > 6: continue
    if r.random() < .1: c.traps[r.choice([Inexact,Rounded,Clamped,InvalidOperation,Overflow,Underflow,Subnormal,DivisionByZero])] = True
    try: v = getattr(c, name)(*args)
    except DecimalException as e: v = (type(e).__name__, str(e))
    print(i, name, *args, '|', c.prec, c.rounding, c.Emin, c.Emax, c.clamp, '->', v, [s.__name__ for s in c.flags if c.flags[s]])
for i in range(250):
    a = num()
    spec = r.choice(['','<','>','=','^','*<','0','x>']) + r.choice(['','+',' ','-']) + r.choice(['','z']) + r.choice(['','0','12','030','5']) + r.choice(['',',']) + r.choice(['','.0','.1','.3','.10']) + r.choice(['','e','E','f','F','g','G','%'])
    try: v = format(a, spec)
    except ValueError as e: v = str(e)
    print(a, spec, repr(v))
    with localcontext(prec=r.choice([3,9,28])) as c:
        c.clear_traps()
        for f in (lambda: int(a), lambda: hash(a) if not a.is_nan() else 0, lambda: float(a), lambda: a.as_integer_ratio(), lambda: round(a, r.randint(-3,5)), lambda: round(a), lambda: a.as_tuple(), lambda: a == 5, lambda: a < 2.5, lambda: a // 3, lambda: 7 % a, lambda: -a, lambda: a ** 2, lambda: a.__ceil__(), lambda: bool(a)):
            try: print(f(), end=' ')
            except Exception as e: print(type(e).__name__, e, end=' ')
        print([s.__name__ for s in c.flags if c.flags[s]])
