import errno
import os

for number in sorted(errno.errorcode):
    print(number, errno.errorcode[number], os.strerror(number), OSError(number, os.strerror(number)))
print(os.strerror(0), os.strerror(4242), os.strerror(-1))
