# description: A frame's object shows the frame as it was when it was asked for: its line and variables don't change later, and the next one that is asked for is another object.
# cause: Frames are the interpreter's own, and made objects of only where a program asks; no call pays for that it might.
# workaround: Ask again: sys._getframe(), locals().
# cpython:
#   ['frame', 'later']
#   True
# fermata:
#   []
#   False
import sys


def f():
    frame = sys._getframe()
    later = 1
    print(sorted(frame.f_locals))
    print(frame is sys._getframe())


f()
