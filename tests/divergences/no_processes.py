# description: subprocess and os.system() are there, but start nothing; os.fork() is not there
# cause: the sandbox has no processes
# workaround: grant a function that runs what the program may run
# cpython:
#   hello
#   0 True
# fermata:
#   PermissionError [Errno 1] no process can be started here: the host may grant a function that runs a command: 'echo hello'
#   PermissionError [Errno 1] no process can be started here: the host may grant a function that runs a command: 'exit 0'
import os
import subprocess

try:
    print(subprocess.run(["echo", "hello"], capture_output=True, text=True).stdout.strip())
except PermissionError as e:
    print(type(e).__name__, e)
try:
    print(os.system("exit 0"), hasattr(os, "fork"))
except PermissionError as e:
    print(type(e).__name__, e)
