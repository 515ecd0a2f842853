# Streams in memory: invalid sizes and places, line ends, states, views of the buffer.
import copy
import io


def t(f, *a):
    try: print(repr(f(*a)))
    except BaseException as e: print(type(e).__name__, e)
for C,v in ((io.StringIO,"héllo\nworld\r\nx\ry"),(io.BytesIO,b"hello\nworld\r\nx\ry")):
    f=C(v)
    for a in (None, 2, -1, 'a', 1.0, True): t(f.read,a); t(f.readline,a); f.seek(1)
    for a in ((0,),(2,),(-1,),(0,2),(0,1),(1,1),(1,2),(0,5),(-1,0),('a',),(0,'a'),(1.5,),(None,)): t(f.seek,*a); t(f.tell)
    f.seek(0); t(f.readlines, 3); t(f.readlines,None); t(f.writelines,None); t(f.write,None); t(f.write, 5); t(f.write,[1])
    t(f.detach); t(f.truncate,'a'); t(f.truncate,-1); t(f.truncate,3); t(f.getvalue)
    f.seek(10); t(f.write, v[:0]); t(f.getvalue); t(f.write, v[:1]); t(f.getvalue); t(lambda: list(f)); f.seek(0); t(lambda:list(f))
    g=copy.copy(f); t(g.getvalue); t(g.tell); t(f.__getstate__); t(f.__setstate__,5); t(f.__setstate__,(v,-1,None,None)); 
    f.close(); t(f.read); t(f.readable); t(f.isatty); t(f.flush); t(f.close); t(f.__enter__); t(f.getvalue); t(f.seek, 0); t(f.writelines,[])
t(io.StringIO, b''); t(io.StringIO,5); t(io.StringIO,'',5); t(io.StringIO,'',b'\n'); t(io.StringIO,'','x'); t(io.BytesIO,'a'); t(io.BytesIO,5); t(io.BytesIO,[1]); print(io.BytesIO(None).getvalue())
for nl in (None,'','\n','\r','\r\n'):
    f=io.StringIO('a\nb\r\nc\rd\r\r\n\ne',newline=nl); t(lambda: (f.readlines(), f.getvalue(), f.newlines)); f=io.StringIO(newline=nl); f.write('a\r'); f.write('\nb\n'); t(lambda: (f.getvalue(), f.newlines)); f.seek(0); t(lambda:(f.readline(),f.readline(1),f.readline(3), f.readline()))
b=io.BytesIO(b'1234567890'); x=bytearray(4); t(b.readinto,x); print(x); t(b.readinto,b'abc'); t(b.readinto,''); t(b.readinto,5); m=b.getbuffer(); m[0:2]=b'AB'; t(b.getvalue); t(b.truncate,2); t(b.close); t(lambda:b.closed); m.release(); t(b.close); t(b.getbuffer)
t(lambda: io.BytesIO(b'ab').read1(1)); t(lambda: io.BytesIO(memoryview(b'ab')).write(memoryview(b'cde')))

# CPython's buffered streams over one in memory.
for make in (io.BufferedRandom, io.BufferedReader, io.BufferedWriter):
    buffered = make(io.BytesIO(b"abcdef"))
    print(make.__name__, buffered.seek(2), buffered.raw.getvalue(), buffered.seekable())
    if make is not io.BufferedWriter:
        print(buffered.read(2))
    if make is not io.BufferedReader:
        buffered.write(b"x")
        buffered.flush()
        print(buffered.raw.getvalue())
