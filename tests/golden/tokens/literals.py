0x1F + 1_000.5e-3j - .5 if 1else 2
'a' "b" '''c
d''' rb'\x' u"e"
f'a{b!r:>{c}}{{d}}' F'''{
e}'''
a := b -> c ... d != e **= f //= g >>= h
ℯ𝓍 = é
