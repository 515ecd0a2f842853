# description: multiprocessing's processes, like those of concurrent.futures, are threads: what they change is changed for all, and they can't be terminated
# cause: The sandbox has no processes, and a program is saved as one whole
# workaround: Give back what was made, as programs with processes do; end workers by an Event or a None in their queue
# cpython:
#   [0]
# fermata:
#   [0, 1]
import multiprocessing

numbers = [0]


def work():
    numbers.append(1)


if __name__ == "__main__":
    process = multiprocessing.Process(target=work)
    process.start()
    process.join()
    print(numbers)
