# Objects of library modules that are CPython's today, and of the design that ours had before.
import ipaddress as ip, weakref, queue, random, codecs, abc, collections.abc
a=[ip.ip_address("10.0.0.1"), ip.ip_address("fe80::1%5"), ip.ip_network("10.0.0.0/8"), ip.ip_network("2001:db8::/32"), ip.ip_interface("10.1.2.3/16"), ip.ip_interface("2001:db8::1/64")]
class O:
    def __repr__(self): return "O"
o=O(); p=O()
ws=weakref.WeakSet([o]); wk=weakref.WeakKeyDictionary({o:1}); wv=weakref.WeakValueDictionary(x=o); r=weakref.ref(o); f=weakref.finalize(p, print, "gone")
q=queue.Queue(); q.put(1); pq=queue.PriorityQueue(); pq.put(3); pq.put(2); sq=queue.SimpleQueue(); sq.put(5); lq=queue.LifoQueue(3); lq.put(1)
R=random.Random(4); R.gauss(); random.seed(3); random.gauss(); fn=[random.random, random.randint, random.shuffle, R.choice]
info=codecs.lookup("cp1252"); dec=codecs.getincrementaldecoder("utf-16")(); dec.decode(b"\xff\xfea"); enc=codecs.getincrementalencoder("cp1252")("replace")
class B(abc.ABC):
    @abc.abstractmethod
    def x(self): pass
B.register(O); collections.abc.Sequence.register(O)
class C(B):
    def x(self): return 5
ask("first")
ask("second")
print(a, a[0] in a[2], [str(n.netmask) for n in a[2:]], list(a[2].subnets(2))[:2], a[4].network, a[2].broadcast_address, a[2] == ip.ip_network("10.0.0.0/8"), hash(a[0]) == hash(ip.ip_address("10.0.0.1")), a[1].scope_id, a[5].network)
print(len(ws), list(ws), list(wk.items()), dict(wv), r() is o, f.alive, f.peek()[0] is p); ws.add(p); ws.discard(o); print(len(ws)); wk[p]=2; print(len(wk)); del wv["x"]; print(len(wv), f())
print(q.get(), pq.get(), pq.get(), sq.get(), lq.get(), q.empty())
print(R.gauss(), random.gauss(), fn[0](), fn[1](1,10), R.random())
l=[1,2,3]; fn[2](l); print(l, fn[3]("abc"))
print(info.name, info.encode("é"), dec.decode(b"\0b\0"), enc.encode("é\u4e00"), codecs.encode("é", "cp1252"))
print(isinstance(O(), B), isinstance(O(), collections.abc.Sequence), C().x(), B.__abstractmethods__, isinstance(C(), B), B.register(int), isinstance(5, B))
print(ask("third"))
