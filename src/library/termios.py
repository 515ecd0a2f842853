"""Settings of terminals. There are none here: each function says so, as CPython's do of what isn't a terminal."""

from select import _descriptor_of

__unbound__ = "*"


class error(Exception):
    __module__ = "termios"


# What tty.py and programs that read single keys set, by Linux's numbers: input, output, control and local modes, places among the control
# characters, when to change, which queue, requests of ioctl().
BRKINT, ICRNL, INPCK, ISTRIP, IXON, IXOFF, INLCR, IGNCR, IGNBRK, PARMRK = 2, 256, 16, 32, 1024, 4096, 64, 128, 1, 8
OPOST, ONLCR, OCRNL = 1, 4, 8
CSIZE, CS5, CS6, CS7, CS8, CSTOPB, CREAD, PARENB, PARODD, HUPCL, CLOCAL = 48, 0, 16, 32, 48, 64, 128, 256, 512, 1024, 2048
ISIG, ICANON, ECHO, ECHOE, ECHOK, ECHONL, NOFLSH, TOSTOP, IEXTEN = 1, 2, 8, 16, 32, 64, 128, 256, 32768
VINTR, VQUIT, VERASE, VKILL, VEOF, VTIME, VMIN, VSTART, VSTOP, VSUSP, VEOL = 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11
TCSANOW, TCSADRAIN, TCSAFLUSH = 0, 1, 2
TCIFLUSH, TCOFLUSH, TCIOFLUSH = 0, 1, 2
TCOOFF, TCOON, TCIOFF, TCION = 0, 1, 2, 3
B0, B300, B1200, B2400, B4800, B9600, B19200, B38400, B57600, B115200 = 0, 7, 9, 11, 12, 13, 14, 15, 4097, 4098
FIONREAD, TCGETS, TCSETS, TIOCGWINSZ, TIOCSWINSZ = 21531, 21505, 21506, 21523, 21524


def _refuse(file):
    _descriptor_of(file)
    raise error(25, "Inappropriate ioctl for device")


def tcgetattr(fd, /):
    _refuse(fd)


def tcsetattr(fd, when, attributes, /):
    _refuse(fd)


def tcsendbreak(fd, duration, /):
    _refuse(fd)


def tcdrain(fd, /):
    _refuse(fd)


def tcflush(fd, queue, /):
    _refuse(fd)


def tcflow(fd, action, /):
    _refuse(fd)


def tcgetwinsize(fd, /):
    _refuse(fd)


def tcsetwinsize(fd, winsize, /):
    _refuse(fd)
