# packages: hypothesis==6.112.0 attrs==24.2.0 sortedcontainers==2.4.0
from hypothesis import HealthCheck, given, settings, strategies as st, find
from hypothesis.stateful import RuleBasedStateMachine, rule, invariant, run_state_machine_as_test


@settings(max_examples=60, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers()), st.text())
def reverse(items, text):
    assert list(reversed(list(reversed(items)))) == items
    assert text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass") == text


reverse()
assert find(st.lists(st.integers()), lambda items: sum(items) >= 100, settings=settings(database=None, deadline=None)) == [100]


@settings(database=None, deadline=None)
@given(st.integers())
def wrong(n):
    assert n < 50


try:
    wrong()
except AssertionError as error:
    assert "Falsifying example: wrong(\n    n=50,\n)" in "\n".join(error.__notes__), error.__notes__
else:
    raise SystemExit("nothing was found")


class Set(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.items, self.model = set(), []

    @rule(n=st.integers(0, 9))
    def add(self, n):
        self.items.add(n)
        if n not in self.model:
            self.model.append(n)

    @rule(n=st.integers(0, 9))
    def discard(self, n):
        self.items.discard(n)
        self.model = [m for m in self.model if m != n]

    @invariant()
    def agree(self):
        assert self.items == set(self.model) and len(self.items) == len(self.model)


run_state_machine_as_test(Set, settings=settings(max_examples=20, stateful_step_count=15, database=None, deadline=None))
