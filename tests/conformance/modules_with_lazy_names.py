# What is made when it is asked for is listed, too.
import asyncio
import decimal
import dis
import io
import linecache
import opcode
import time
import unicodedata

NAMES = {
    time: ("timezone", "altzone", "daylight", "tzname"),
    decimal: ("DefaultContext", "BasicContext", "ExtendedContext"),
    io: ("FileIO", "TextIOWrapper", "BufferedReader", "BufferedWriter", "BufferedRandom", "BufferedRWPair", "IncrementalNewlineDecoder", "text_encoding"),
    linecache: ("cache", "getline"),
    unicodedata: ("ucd_3_2_0", "UCD", "name"),
    asyncio: ("StreamReader", "StreamReaderProtocol", "StreamWriter", "streams", "threads", "log", "run", "constants"),
    dis: ("EXTENDED_ARG", "HAVE_ARGUMENT"),
    opcode: ("EXTENDED_ARG",),
}
for module, names in NAMES.items():
    print(module.__name__, [name in dir(module) and hasattr(module, name) for name in names], dir(module) == sorted(dir(module)))
    print(len(dir(module)) == len(set(dir(module))))
print("EXTENDED_ARG" in dis.__all__, type(dis.EXTENDED_ARG), type(unicodedata.ucd_3_2_0) is unicodedata.UCD)
time.mine = 1
print("mine" in dir(time))
