# In a hook that json's reader has called.
import json


def hook(found):
    found["seen"] = ask(len(found))
    return found


print(json.loads('{"a": {"b": 1, "c": 2}, "d": [{"e": 3.5}]}', object_hook=hook))
print(json.loads("[1, 2.5]", parse_int=lambda text: ask(int(text) + 10)))
print(json.loads('{"a": {"b": 1}}', object_pairs_hook=lambda pairs: [ask(len(pairs)), pairs]))
