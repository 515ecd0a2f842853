f'plain', f'', f'' 'a' f'{b}' "c"
f'{a}{b!r}{c:>10}{d!s:{width}.{precision}}'
f'{{literal}} {x["nested"]} {f'{inner}'}'
f'{x=} {y = } {z=!s} {w=:5}'
f'''multi
{
    value  # a comment
}
line'''
rf'\d{raw}\n' f'\x41{cooked}\n'
f'{lst[0]:%Y-%m-%d} {(lambda: 1)()} {a if b else c} {*a, b}'
