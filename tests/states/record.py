"""Records golden states of the present version of the format: tests/states/record.py [--command build/fermata] [--stop N] v1 PROGRAM.py …

Of each program the state at its Nth stop, in both encodings, with the id of the call that is answered first (always the oldest that is pending), the
answers from there on (each call's first argument) and the output at the end.
A line `# async: fetch` in the program names asynchronous functions.
A recorded state is never changed again: every later release must load it and finish with the same output.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))


def outcome(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    return json.loads(done.stdout.splitlines()[-1])


def record(command, version, program, stop):
    name = os.path.splitext(os.path.basename(program))[0]
    target = os.path.join(FOLDER, version, name)
    with open(program, encoding="utf-8") as file:
        named = re.search(r"^# async: (.*)$", file.read(), re.M)
    functions = ["--function", "ask"] + [option for name in (named[1].split() if named else []) for option in ("--async", name)]
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state.msgpack")
        result = outcome(command, "start", program, *functions, "--json", "-o", state)
        answers = []
        for at in range(1000):
            if result["status"] != "paused":
                break
            if at == stop:
                shutil.copy(state, target + ".msgpack")
                subprocess.run([command, "convert", state, target + ".json"], check=True)
            call = result["pending"][0]
            answer = call["args"][0] if call["args"] else None
            if at >= stop:
                answers.append(answer)
            if at == stop:
                first = call["id"]
            result = outcome(command, "resume", state, "--call", str(call["id"]), "--result", json.dumps(answer), "--json", "-o", state)
        assert result["status"] == "done" and answers, result
        with open(target + ".expect.json", "w", encoding="utf-8") as file:
            json.dump({"call": first, "answers": answers, "stdout": result["stdout"]}, file, indent=1)
            file.write("\n")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("version")
    arguments.add_argument("programs", nargs="+")
    arguments.add_argument("--command", default=os.path.join(ROOT, "build", "fermata"))
    arguments.add_argument("--stop", type=int, default=1)
    options = arguments.parse_args()
    os.makedirs(os.path.join(FOLDER, options.version), exist_ok=True)
    for program in options.programs:
        record(os.path.abspath(options.command), options.version, program, options.stop)


if __name__ == "__main__":
    main()
