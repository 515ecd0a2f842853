# description: The frames of a traceback know their code, line and globals, but not the variables of calls that have ended.
# cause: Registers are reused when a call ends; a state holds what the program can still reach, and exceptions keep no frames alive.
# workaround: Keep what is wanted on the exception, or in a note.
# cpython:
#   ['denominator']
#   1/0
# fermata:
#   []
#   1/0


def divide(denominator):
    return 1 / denominator


try:
    divide(0)
except ZeroDivisionError as error:
    print(sorted(error.__traceback__.tb_next.tb_frame.f_locals))
    print("1/0")
