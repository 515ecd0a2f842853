"""Ends of pipes: each process has its own opinion of whether one is open."""

from multiprocessing import Pipe, Process


def sends(end, other):
    other.close()
    for i in range(3):
        end.send(i)
    end.close()
    assert end.closed and other.closed


def says(end):
    end.send(["bye"])
    end.close()


def listens(end):
    while True:
        try:
            print("heard", end.recv())
        except EOFError:
            print("the end")
            break


if __name__ == "__main__":
    reader, writer = Pipe(duplex=False)
    process = Process(target=sends, args=(writer, reader))
    process.start()
    writer.close()
    while True:
        try:
            print(reader.recv())
        except EOFError:
            break
    process.join()
    print(reader.closed, writer.closed, process.exitcode)

    parent, child = Pipe()
    first, second = Process(target=says, args=(parent,)), Process(target=says, args=(child,))
    first.start()
    second.start()
    print(parent.recv(), child.recv())
    first.join(), second.join()
    parent.close(), child.close()

    reader, writer = Pipe(duplex=False)
    process = Process(target=says, args=(writer,))  # ends without closing in the parent
    process.start()
    process.join()
    print(reader.recv(), reader.poll(0))
    writer.close()
    try:
        reader.recv()
    except EOFError:
        print("EOF")
    try:
        writer.send(1)
    except OSError as e:
        print(e)
    reader.close()
