import calendar
import graphlib
import ipaddress


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(calendar.month(2024, 2), calendar.TextCalendar(6).formatmonth(2023, 10, 3, 2), calendar.calendar(2023)[:300], calendar.isleap(1900), calendar.leapdays(1996, 2025), calendar.monthrange(2024, 2), calendar.weekday(2000, 1, 1))
print(calendar.monthcalendar(2024, 9), calendar.Calendar(6).monthdays2calendar(2024, 2), list(calendar.Calendar().itermonthdates(2023, 1))[:3], calendar.timegm((1970, 1, 2, 3, 4, 5)), calendar.month_name[3], list(calendar.day_abbr), err(calendar.monthrange, 2024, 13), err(calendar.setfirstweekday, 9))
calendar.setfirstweekday(6)
print(calendar.firstweekday(), calendar.weekheader(3), calendar.HTMLCalendar().formatmonth(2024, 2)[:200])
print(list(graphlib.TopologicalSorter({"d": {"b", "c"}, "b": ["a"], "c": ["a"]}).static_order())[0::3], err(list, graphlib.TopologicalSorter({1: [2], 2: [3], 3: [1]}).static_order()))
t = graphlib.TopologicalSorter({"x": ["y"]})
t.add("z", "x")
print(err(t.get_ready)); t.prepare()
print(t.get_ready(), t.is_active(), err(t.done, "x"), err(t.done, "q"), t.done("y"), t.get_ready(), t.done("x"), t.get_ready(), t.done("z"), bool(t), err(t.add, 1), err(t.done, "z"))
for text in ("1.2.3.4", "10.0.0.1", "::1", "2001:db8::ff00:42:8329", "::ffff:1.2.3.4", "256.1.1.1", "1.2.3", "01.2.3.4", "", "1::2::3", "12345::", "1.2.3.4/8", ":1:2:3:4:5:6:7", 5, 2 ** 40, b"\x01\x02\x03\x04"):
    a = err(ipaddress.ip_address, text)
    print(repr(text), repr(a))
    if not isinstance(a, str): print(a.exploded, a.packed, int(a), a.is_private, a.is_loopback, a.is_multicast, a.is_global, a.reverse_pointer, a.version, a + 1, f"{a:x}")
for text in ("10.0.0.0/8", "10.0.0.1/8", "192.168.0.0/255.255.255.0", "2001:db8::/33", "1.2.3.4", "1.2.3.0/33", "0.0.0.0/0"):
    n = err(ipaddress.ip_network, text)
    print(text, repr(n))
    if not isinstance(n, str): print(n.netmask, n.hostmask, n.broadcast_address, n.num_addresses, n.prefixlen, n[1 if n.num_addresses > 1 else 0], [str(s) for s in list(n.subnets(min(2, n.max_prefixlen - n.prefixlen)))], n.supernet(), n.with_netmask)
n = ipaddress.ip_network("192.168.1.0/29")
print(list(n.hosts()), ipaddress.ip_address("192.168.1.5") in n, n.overlaps(ipaddress.ip_network("192.168.0.0/16")), n.subnet_of(ipaddress.ip_network("192.168.0.0/16")), list(n.address_exclude(ipaddress.ip_network("192.168.1.4/31"))), ipaddress.ip_network("10.0.0.5/8", strict=False), len(list(n)))
print(list(ipaddress.summarize_address_range(ipaddress.ip_address("1.1.1.0"), ipaddress.ip_address("1.1.1.130"))), list(ipaddress.collapse_addresses(ipaddress.ip_network(f"10.0.{i}.0/24") for i in range(5))), sorted([ipaddress.ip_address("1.2.3.4"), ipaddress.ip_address("1.2.3.3")]), err(lambda: ipaddress.ip_address("::1") < ipaddress.ip_address("1.1.1.1")))
i = ipaddress.ip_interface("10.1.2.3/24")
print(i, i.ip, i.network, repr(i), i.with_netmask, {ipaddress.ip_address("1.1.1.1"): 1}[ipaddress.ip_address("1.1.1.1")], err(ipaddress.IPv4Address, "x"), err(ipaddress.IPv6Address, "1.2.3.4"))
