# description: subprocess is there, but starts nothing
# cause: the sandbox has no processes
# workaround: grant a function that runs what the program may run
# cpython:
#   hello
# fermata:
#   PermissionError [Errno 1] no process can be started here: the host may grant a function that runs a command: 'echo hello'
import subprocess

try:
    print(subprocess.run(["echo", "hello"], capture_output=True, text=True).stdout.strip())
except PermissionError as e:
    print(type(e).__name__, e)
