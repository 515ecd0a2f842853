"""Records golden states of the present version of the format: tests/states/record.py [--command build/fermata] [--stop N] v6 PROGRAM.py …

Of each program the state at its Nth stop, in both encodings, with the id of the call that is answered first (always the oldest that is
pending), the answers from there on (each call's first argument), the output at the end, and what all later states must keep of this one.
A line `# async: fetch` in the program names asynchronous functions; `# options: --seed 7` are further ones of the command. `# approve: ask`
and `# host: lookup` name functions of programs/tools.py, the former are those at which the run pauses, and `# input: NAME` what it gets of
that file. A recorded state is never changed again: every later release must load it and finish with the same output.
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
# Members of the state that stay as they are while it goes on.
KEPT = ("pause_at", "zone", "seeded", "entropy_seed", "host_functions", "async_functions")


def outcome(*command):
    env = {**os.environ, "PYTHONPATH": os.path.join(os.path.dirname(command[0]), "bindings", "python")}  # programs/tools.py imports fermata
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, env=env)
    return json.loads(done.stdout.splitlines()[-1])


def started(command, program, state):
    """The report at the first stop."""
    with open(program, encoding="utf-8") as file:
        told = {key: words.split() for key, words in re.findall(r"^# (async|options|approve|host|input): (.*)$", file.read(), re.M)}
    options = told.get("options", [])
    if "approve" not in told:
        functions = ["--function", "ask"] + [option for name in told.get("async", []) for option in ("--async", name)]
        return outcome(command, "start", program, *functions, *options, "--json", "-o", state)
    tools = os.path.join(FOLDER, "programs", "tools.py")
    options += [option for name in told["approve"] for option in ("--approve", name)] + [
        option for name in told.get("input", []) for option in ("--input", name)
    ]
    return outcome(command, "run", program, "--tools", tools, *options, "--json", "-o", state)


def record(command, version, program, stop):
    name = os.path.splitext(os.path.basename(program))[0]
    target = os.path.join(FOLDER, version, name)
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state.msgpack")
        result = started(command, program, state)
        answers = []
        for at in range(1000):
            if result["status"] != "paused":
                break
            call = result["pending"][0]
            timer = call["kind"] == "timer"
            answer = call["args"][0] if call.get("args") else None
            if at == stop:
                assert not timer, "the first that is answered is a call"
                first = call["id"]
                shutil.copy(state, target + ".msgpack")
                subprocess.run([command, "convert", state, target + ".json"], check=True)
            if at >= stop and not timer:
                answers.append(answer)
            given = [] if timer else ["--result", json.dumps(answer)]
            result = outcome(command, "resume", state, "--call", str(call["id"]), *given, "--json", "-o", state)
        assert result["status"] == "done" and answers, result
    with open(target + ".json", encoding="utf-8") as file:
        kept = {member: value for member, value in json.load(file).items() if member in KEPT}
    with open(target + ".expect.json", "w", encoding="utf-8") as file:
        json.dump({"call": first, "answers": answers, "stdout": result["stdout"], "kept": kept}, file, indent=1)
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
