# Contexts: what they accept and refuse, the templates, and what results of subclasses are.
from decimal import *
import decimal
def e(f):
    try: print(repr(f()))
    except Exception as x: print(type(x).__name__, x)
c = Context(traps=[])
def f():
    c.flags['x']=1
e(f)
def f():
    del c.flags[Inexact]
e(f)
def f(): c.flags = {}
e(f)
def f(): c.flags = {Inexact:1}
e(f)
def f(): c.flags = [Inexact]
e(f)
print(c.flags[Inexact]); 
def f(): c.flags = [5]
e(f)
def f(): c.flags = 5
e(f)
def f(): c.traps = None
e(f)
def f(): c.xx = 5
e(f)
def f(): del c.prec
e(f)
def f(): del c.flags
e(f)
def f(): c.prec = 1.5
e(f)
def f(): c.prec = -1
e(f)
def f(): c.Emin = 1
e(f)
def f(): c.Emax = -1
e(f)
def f(): c.capitals = 2
e(f)
def f(): c.clamp = 'x'
e(f)
def f(): c.rounding = 'x'
e(f)
def f(): c.rounding = 5
e(f)
e(lambda: Context(flags={}))
e(lambda: Context(flags=5))
e(lambda: Context(traps=[5]))
e(lambda: Context(prec='x'))
e(lambda: Decimal('1', 5)); e(lambda: Decimal([])); e(lambda: Decimal((1,2))); e(lambda: Decimal((2,(1,),1))); e(lambda: Decimal((0,(10,),1))); e(lambda: Decimal((0,5,1)))
e(lambda: Decimal((0,(1,),'x'))); e(lambda: Decimal((0,(1,),1.5))); e(lambda: Decimal((0,[1,2],1))); e(lambda: Decimal((0,(),'F'))); e(lambda: Decimal((0,(0,0,1,2),'n'))); e(lambda: Decimal((0,(),5)))
e(lambda: Decimal(None)); e(lambda: Decimal({})); e(lambda: Decimal(b'1')); e(lambda: Decimal(1j)); e(lambda: Decimal("x")); e(lambda: c.create_decimal("x")); e(lambda: c.create_decimal(" 1")); e(lambda: c.create_decimal("1_0"))
e(lambda: getcontext().create_decimal(" 1"))
e(lambda: c.create_decimal(b"1")); e(lambda: c.create_decimal(1.25)); e(lambda: c.create_decimal()); e(lambda: c.create_decimal_from_float(1)); e(lambda: c.create_decimal_from_float("1")); e(lambda: Decimal.from_float("1"))
e(lambda: c.add(1, 2)); e(lambda: c.add('1', 2)); e(lambda: c.abs('x')); e(lambda: c.power(2,3,5)); e(lambda: c.power(a=2,b=3));
e(lambda: Decimal(1).compare('x')); e(lambda: Decimal(1).compare(1.5)); e(lambda: Decimal(1).compare(2, 5)); e(lambda: Decimal(1).quantize(1,'x')); e(lambda: Decimal(1).quantize(1,5)); e(lambda: Decimal(1).max(other=2, context=None))
e(lambda: Decimal(1)+1.5); e(lambda: Decimal(1)+'x'); e(lambda: Decimal(1)<'x'); e(lambda: Decimal(1)<1j); e(lambda: divmod(Decimal(1),0)); e(lambda: Decimal(1)/0); e(lambda: Decimal(0)/0); e(lambda: Decimal(1)%0); e(lambda: Decimal(1)//0); e(lambda: Decimal(0)//0); e(lambda: Decimal(0)%0); e(lambda: divmod(Decimal(0),0))
e(lambda: Decimal('9'*29)//1); e(lambda: Decimal('1E+30')%7);e(lambda: Decimal(-1).sqrt()); e(lambda: Decimal(-1).ln()); e(lambda: Decimal(0).ln()); e(lambda: Decimal('1E+999999')*10); e(lambda: Decimal('sNaN')+1); e(lambda: Decimal('NaN')<1); e(lambda: Decimal('NaN')==1);e(lambda: Decimal('sNaN')==1); e(lambda: hash(Decimal('sNaN'))); e(lambda: int(Decimal('NaN'))); e(lambda: int(Decimal('Inf'))); e(lambda: float(Decimal('sNaN'))); e(lambda: round(Decimal('NaN'))); e(lambda: round(Decimal('Inf')));e(lambda: round(Decimal('2.5'))); e(lambda: round(Decimal('2.675'),2)); e(lambda: round(Decimal(1),'x')); e(lambda: round(Decimal('NaN'),2))
e(lambda: Decimal(0)**0); e(lambda: Decimal(-8)**Decimal('0.5')); e(lambda: pow(Decimal(2),3,5)); e(lambda: pow(Decimal(2),-3,5)); e(lambda: Decimal('1e400').as_integer_ratio()==(10**400,1)); e(lambda: Decimal('Inf').as_integer_ratio()); e(lambda: Decimal('Nan').as_integer_ratio())
e(lambda: format(Decimal('1.5'),'x')); e(lambda: format(Decimal('1.5'),'010.3f')); e(lambda: format(Decimal('1234567.5'),',')); e(lambda: format(Decimal('1234567.5'),'_'));e(lambda: format(Decimal('-0.001'),'z.1f')); e(lambda: format(Decimal('1.5'), 5))
e(lambda: Decimal('nan123').as_tuple()); e(lambda: Decimal('1.5').adjusted()); e(lambda: Decimal('Inf').adjusted()); e(lambda: Decimal(5).real); e(lambda: Decimal(5).imag); e(lambda: complex(Decimal(5))); e(lambda: Decimal('1').logical_and(2)); e(lambda: Decimal('1').shift('x')); e(lambda: Decimal('1').rotate(Decimal('1.5'))); e(lambda: Decimal('1').scaleb(Decimal('1E+1')))
e(lambda: Decimal('1').compare_total_mag(-2)); e(lambda: Decimal('1').next_toward(2)); e(lambda: Decimal('101').logical_xor(Decimal('110'))); e(lambda: Decimal('1').copy_sign(-2)); e(lambda: Decimal(12345).rotate(2, context=Context(prec=5)));e(lambda: Decimal('x'*100)); e(lambda: Decimal(True)); e(lambda: Decimal('٣.١')); e(lambda: Decimal('1__0')); e(lambda: Decimal('_1_')); e(lambda: Decimal('1e')); e(lambda: Decimal('1e99999999999999999999')); e(lambda: Decimal('1e-99999999999999999999')); e(lambda: Decimal('0e99999999999999999999'));e(lambda: Decimal(value='1')); e(lambda: Decimal(value='1', context=None))
print(Decimal('1234567').shift(-2, Context(prec=5)), Decimal('1234567').shift(2, Context(prec=5)), Decimal('1234567').rotate(-2, Context(prec=5)), Decimal('1234567').shift(0, Context(prec=5)))
print(Decimal('1E+5').remainder_near(Decimal('1E-40')) if 0 else '')
print(Decimal('NaN12345678').shift(1, Context(prec=5)), Decimal('Inf').rotate(1), Decimal('112').logical_and(1) if 0 else '')
print(Decimal('1110').logical_and(1111, Context(prec=3)))
class D(Decimal): pass
d=D('1.50')
for f in ('__pos__','normalize','to_integral_value','canonical','conjugate','__abs__','copy_abs','sqrt','next_plus','logb','__trunc__','__neg__'):
    print(f, type(getattr(d,f)()))
print(type(d.real), type(d.max(1)), type(d.quantize(D('1'))), type(d+0), type(D(1).shift(1)), type(D(1).scaleb(1)), type(D('Inf').sqrt()), type(D('NaN')+1), type(1+D('NaN')), type(Context().plus(d)), type(Context().canonical(d)), type(Context().copy_decimal(d)), type(D('5').to_integral_exact()), type(Context().create_decimal(d)), type(Decimal(d)), type(D(5)%7), type(round(d,1)))
x = Decimal('1'*5000); print(len(str(x)), len(x.as_tuple().digits), x == int(x), len(repr(Decimal(10)**4500+1)) )
e(lambda: Decimal(10) ** 10000000000)
print(Decimal('1E+999999') > Decimal('1E-999999'), Decimal('1E+900000') == 10)
import copy, pprint
d = {'a': Decimal('1.10')}
print(copy.deepcopy(d), sum([Decimal('0.1')]*10), f"{Decimal('1234.5'):,.2f}", sorted([Decimal(3), Decimal('1.5'), 2, 1.25]))
class M(Decimal):
    def __init__(self, v): self.x = v
m = M.from_float(2.5); print(type(m), repr(m), m.x, copy.copy(m) == m, type(copy.copy(m)))
DefaultContext.prec = 7
DefaultContext.rounding = ROUND_UP
BasicContext.prec = 4
print(Context(), getcontext().prec)
setcontext(DefaultContext)
print(getcontext().prec, getcontext() is DefaultContext, decimal.DefaultContext is DefaultContext, BasicContext, ExtendedContext)
with localcontext(BasicContext) as b:
    print(b is not BasicContext, Decimal(1) / 3, b.flags[Inexact], BasicContext.flags[Inexact])
e(lambda: decimal.NoContext)
c = Context(traps=[FloatOperation])
setcontext(c)
e(lambda: Decimal(1.5)); e(lambda: Decimal(1) < 1.5); e(lambda: Decimal(1) == 1.5); print(c.flags[FloatOperation]); e(lambda: Decimal.from_float(1.5)); e(lambda: c.create_decimal(1.5))
c = Context(traps=[Inexact, Rounded, Overflow])
e(lambda: c.divide(1, 3)); print(c); e(lambda: c.power(10, 999999999)); e(lambda: c.create_decimal("1E+99999999"))
e(lambda: Context(prec=1 << 63)); e(lambda: Decimal((0, (1,), 1 << 63)))
big = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX)
print(big.divide(400, 160), big.sqrt(Decimal('40E9')), big.divmod(10, 3), big.power(400, -1), big.divide_int(10, 3), big.add(1, 2), big.multiply(3, 4))
class MyContext(Context):
    def __init__(self, prec=None, note=None):
        Context.__init__(self)
        if prec is not None: self.prec = prec
        self.note = note
m = MyContext(3, "n"); print(m.note, m.divide(1, 3), type(m.copy()))

import asyncio
import contextvars


async def third(precision):
    with decimal.localcontext() as context:
        context.prec = precision
        first = decimal.Decimal(1) / 3
        await asyncio.sleep(0)
        context.prec = precision * 2
        await asyncio.sleep(0)
        return first, decimal.Decimal(1) / 3


async def set_in_task():
    decimal.setcontext(decimal.Context(prec=3))
    await asyncio.sleep(0)
    return decimal.getcontext().prec


async def main():
    before = decimal.getcontext().prec
    print(await asyncio.gather(third(3), third(5), set_in_task()), decimal.getcontext().prec == before)


decimal.setcontext(decimal.Context(prec=20))
asyncio.run(main())
inside = contextvars.copy_context()
inside.run(decimal.setcontext, decimal.Context(prec=7))
print(decimal.getcontext().prec, inside.run(lambda: decimal.getcontext().prec), [variable.name for variable in inside])
