"""Prints, for each public name of each module in MODULES (a line that the test puts in front) that isn't a class: MODULE NAME TYPE, and
what the value is when it's got from an instance of a class that has it as an attribute: "same", or "bound". tests/cli/test_builtins.py runs
it in both Pythons."""

for module_name in MODULES:
    try:
        module = __import__(module_name, None, None, ["x"])
    except ImportError:
        continue
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("_") or isinstance(value, type):
            continue
        holder = type("Holder", (), {"attribute": value})()
        try:
            word = "same" if holder.attribute is value or holder.attribute == value else "bound"
        except Exception as e:
            word = type(e).__name__
        print(module_name, name, type(value).__name__, word)
