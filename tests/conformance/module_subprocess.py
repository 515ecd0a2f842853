# What programs say of processes without starting one.
import subprocess

e = subprocess.CalledProcessError(3, ["a", "b"], output="out", stderr="err")
print(e, e.stdout, e.returncode, e.cmd, e.stderr, isinstance(e, subprocess.SubprocessError))
e.stdout = "more"
print(e.output, subprocess.TimeoutExpired("sleep", 2.5), subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL)
done = subprocess.CompletedProcess(["x"], 0, stdout="")
print(done, done.check_returncode(), subprocess.CompletedProcess("x", 1))
try:
    subprocess.CompletedProcess("x", 1, "a", "b").check_returncode()
except subprocess.CalledProcessError as error:
    print(error, error.output, error.stderr)
