# The frame of a traceback that goes on, having caught the exception, has those around it: logging says where a call with wrong arguments is.
import asyncio
import decimal
import logging
import sys

logging.basicConfig(stream=sys.stdout, format="%(message)s")
sys.stderr = sys.stdout


def caught():
    try:
        fails()
    except ZeroDivisionError as error:
        frame = error.__traceback__.tb_frame
        print(frame.f_code.co_name, frame.f_back.f_code.co_name)
        at, names = sys.exc_info()[2].tb_frame, []
        while at.f_code.co_name != "<module>":
            names.append(at.f_code.co_name)
            at = at.f_back
        print(names, error.__traceback__.tb_next.tb_frame.f_code.co_name)


def fails():
    1 / 0


def calls():
    caught()


calls()


def recursive(n):
    if n:
        return recursive(n - 1)
    try:
        raise KeyError(n)
    except KeyError as e:
        frame, depth = e.__traceback__.tb_frame, 0
        while (frame := frame.f_back).f_code.co_name != "<module>":
            depth += 1
        print(depth)


recursive(50)
for module, name in ((asyncio, "coroutine"), (decimal, "Decimals"), (asyncio, "nosuchthing")):
    try:
        getattr(module, name)
    except AttributeError as e:
        print(e, e.name, e.obj is module)


class Handler(logging.Handler):
    def emit(self, record):
        try:
            self.format(record)
        except Exception:
            frame = sys.exc_info()[2].tb_frame
            while frame and "logging" in frame.f_code.co_filename:
                frame = frame.f_back
            print(frame.f_code.co_name)
            while (frame := frame.f_back).f_code.co_name != "<module>":
                print("  in", frame.f_code.co_name)


def logs():
    logger = logging.getLogger("other")
    logger.propagate = False
    logger.addHandler(Handler())
    logger.warning("bad %d", "x")


logs()
