class C:
    def method(self, items):
        return items["key"]["missing"] + 5


def run():
    C().method({"key": {"a": 1}})


run()
