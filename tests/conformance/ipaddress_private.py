# Which addresses and networks are private, global, reserved, …; invalid netmasks.
import ipaddress as I
for a in ('192.0.0.9','192.0.0.10','192.0.0.255','192.0.0.0','192.0.7.1','203.0.113.1','240.0.0.1','224.0.0.1','239.1.1.1','100.64.0.1','100.63.0.1','127.0.0.1','0.0.0.0','255.255.255.255','169.254.1.1','198.18.0.1','192.88.99.1','8.8.8.8', '2001:4860::1','fe80::1','fc00::','64:ff9b:1::1','2001:1::1','2001:1::2','2001:3::1','2001:4:112::1','2001:20::','2001:30::1','2001:db8::','2002::1','::ffff:10.0.0.1','::ffff:8.8.8.8','ff02::1','fec0::1','::1','::','4000::','2001::1', '100::1', '5f00::1', '3fff::1'):
    x=I.ip_address(a); print(a,x.is_private,x.is_global,x.is_reserved,x.is_multicast,x.is_link_local,x.is_loopback,x.is_unspecified, getattr(x,'is_site_local',None))
for a in ("0.0.0.0/0","1.0.0.0/8","0.0.0.0/8","10.0.0.0/8","192.0.0.0/29","192.0.0.9/32","192.0.0.170/31","172.0.0.0/8","100.64.0.0/10","240.0.0.0/4","224.0.0.0/4","192.168.0.0/15",'::/0','::1/128','fc00::/7','fc00::/6','2001::/23','2001:db8::/31','64:ff9b:1::/48','fe80::/10','::ffff:0:0/96', '::1/127','2001:1::1/128','5f00::/16'):
    x=I.ip_network(a,False); print(a,x.is_private,x.is_global,x.is_reserved,x.is_multicast,x.is_link_local,x.is_loopback,x.is_unspecified)
for m in (-1,33,'33','-1','1.2.3.4','x',129):
    for a in ('1.1.1.1','::1'):
        try: print(I.ip_network((a,m),False))
        except Exception as e: print(type(e).__name__,e)
# An invalid version.
class V7(I.IPv6Address):
    version=property(lambda s:7)
try: print(list(I.summarize_address_range(V7('::1'),V7('::1'))))
except Exception as e: print(type(e).__name__,e)
