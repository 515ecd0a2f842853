# asctime and strftime take a time tuple as it is: its day of the week and of the year are not looked up.
import time

FORMAT = "%a %A %b %B %d %e %j %w %u %U %W %y %Y %H %I %p %M %S %c %x %X %D %T %%"
for t in [(2008, 6, 24, 12, 50, 0, 0, 120, -1), (2008, 6, 24, 12, 50, 0, 6, 120, 0), (2008, 6, 24, 12, 50, 61, 7, 366, 0), (2008, 2, 31, 0, 0, 0, -1, 1, 0),
          (1, 1, 1, 0, 0, 0, 2, 1, 0), (99999, 1, 1, 0, 0, 0, 2, 1, 0), (-5, 12, 31, 23, 59, 59, 2, 1, 0), (2008, 0, 0, 0, 0, 0, 0, 0, 0), (True,) * 9,
          (2008, 13, 1, 0, 0, 0, 0, 1, 0), (2008, -1, 1, 0, 0, 0, 0, 1, 0), (2008, 1, 32, 0, 0, 0, 0, 1, 0), (2008, 1, 1, 24, 0, 0, 0, 1, 0), (2008, 1, 1, 0, 60, 0, 0, 1, 0),
          (2008, 1, 1, 0, 0, 62, 0, 1, 0), (2008, 1, 1, 0, 0, -1, 0, 1, 0), (2008, 1, 1, 0, 0, 0, -2, 1, 0), (2008, 1, 1, 0, 0, 0, 0, 367, 0), (2008, 1, 1, 0, 0, 0, 0, -1, 0)]:
    for action in (time.asctime, lambda t: time.strftime(FORMAT, t), lambda t: time.asctime(time.struct_time(t))):
        try:
            print(action(t))
        except ValueError as e:
            print(e)
for bad in ([2008] * 9, (2008,) * 8, "2008", ("x",) * 9, (1.5,) * 9):
    for action in (time.asctime, lambda t: time.strftime("%Y", t)):
        try:
            print(action(bad))
        except TypeError as e:
            print(e)
print(time.strftime("%Y-%m-%d %H:%M:%S %z", time.gmtime(86400 * 365)), time.asctime(time.gmtime(0)), repr(time.strftime("", time.gmtime(0))))
