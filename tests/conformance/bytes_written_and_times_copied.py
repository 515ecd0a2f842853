# What may be written as bytes, and copies of dates and times.
import array
import copy
import datetime
import io
import os
import tempfile

folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
fd=os.open("zz2",os.O_CREAT|os.O_RDWR)
for v in ([97,98],"a",5,b"a",bytearray(b"b"),memoryview(b"ab"),array.array("B",[97])):
    for f in (lambda: os.write(fd,v), lambda: open("zz3","wb").writelines([v]), lambda: open("zz3","wb").writelines(v), lambda: io.BytesIO(v).getvalue(), lambda: open("zz3","wb",0).write(v)):
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
class MDT(datetime.datetime): pass

for x in (datetime.date(2020,1,2), datetime.datetime(2020,1,2,tzinfo=datetime.timezone.utc), datetime.time(3), datetime.timedelta(5), MDT(2020,1,2,fold=1)):
    print(copy.copy(x)==x, copy.copy(x) is x, copy.deepcopy(x) == x, type(copy.copy(x)).__name__, hasattr(x,"__copy__"))
print(copy.copy(datetime.timezone.utc) is datetime.timezone.utc, copy.deepcopy(datetime.timezone(datetime.timedelta(hours=1),"x")))
os.chdir('/')
