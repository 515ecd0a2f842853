# description: a key that is deleted and added again while the dict is iterated over is not always noticed
# cause: a deleted entry at the end gives its place back, so the new one is where the old one was
# workaround: iterate over list(d)
# cpython:
#   RuntimeError: dictionary keys changed during iteration
# fermata:
#   one time round
d = {0: 0}
for key in d:
    del d[key]
    d[key] = 1
print("one time round")
