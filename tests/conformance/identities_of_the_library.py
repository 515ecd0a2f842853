# Objects of the library have identities of their own, though all sessions share them.
import copy
import datetime
import decimal
import json
import re
import string

objects = [datetime.timezone.utc, datetime.timedelta.min, datetime.timedelta.max, datetime.date.min, datetime.datetime.min, decimal.DefaultContext,
           decimal.BasicContext, json.decoder.JSONDecoder, json._default_encoder if hasattr(json, "_default_encoder") else string, string.Formatter, re.compile, len,
           datetime.timezone.utc.utcoffset(None)]
seen = {}
for o in objects:
    for other in objects:
        if (id(o) == id(other)) != (o is other):
            print("shared", o, other)
    seen[id(o)] = o
print(len(seen), all(seen[id(o)] is o for o in objects))
memo = {}
print(copy.deepcopy([datetime.timezone.utc, datetime.timedelta.min, datetime.date.min], memo))
