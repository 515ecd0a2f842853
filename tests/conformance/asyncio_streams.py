import asyncio

print(sorted(name for name in dir(asyncio) if name.startswith("Stream")), asyncio.StreamReader is asyncio.streams.StreamReader)


class Kept(asyncio.Transport):
    def __init__(self):
        super().__init__({"peername": ("somewhere", 1)})
        self.written, self.closing = [], False

    def write(self, data):
        self.written.append(data)

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True


async def feed(reader):
    for piece in (b"first li", b"ne\nsecond\nthi", b"rd;rest", b"-", b"12345"):
        await asyncio.sleep(0)
        reader.feed_data(piece)
    reader.feed_eof()


async def main():
    reader = asyncio.StreamReader()
    task = asyncio.create_task(feed(reader))
    print(await reader.readline(), await reader.readuntil(b"\n"), await reader.readuntil(b";"), await reader.readexactly(5), reader.at_eof())
    try:
        await reader.readexactly(9)
    except asyncio.IncompleteReadError as e:
        print(e.partial, e.expected, e)
    print(await reader.read(), reader.at_eof())
    await task

    reader = asyncio.StreamReader(limit=4)
    reader.feed_data(b"too long a line\n")
    try:
        await reader.readline()
    except ValueError as e:
        print(e)
    reader = asyncio.StreamReader()
    reader.feed_data(b"a\nb\nc")
    reader.feed_eof()
    print([line async for line in reader], repr(reader))
    reader = asyncio.StreamReader()
    reader.set_exception(ValueError("broken"))
    try:
        await reader.read(1)
    except ValueError as e:
        print(e, reader.exception())

    transport, reader = Kept(), asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    protocol.connection_made(transport)
    writer = asyncio.StreamWriter(transport, protocol, reader, asyncio.get_running_loop())
    writer.write(b"one")
    writer.writelines([b"two", b"three"])
    await writer.drain()
    print(transport.written, writer.get_extra_info("peername"), writer.is_closing())
    protocol.data_received(b"answer\n")
    print(await reader.readline())
    writer.close()
    protocol.connection_lost(None)
    await writer.wait_closed()
    print(writer.is_closing(), await reader.read())


asyncio.run(main())
