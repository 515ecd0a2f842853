// How a Store is opened: its keys, the clocks that it goes by, how long it waits, and how much it allows. Used by store.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fermata/clock.h"
#include "fermata/sealer.h"

namespace fermata::durable {

// A clock that all processes of one machine have in common, that nobody sets, and that stands still while the machine does: since it was
// started, in ms. Without an id there is none.
struct MachineTime {
  std::string id{};  // of that start
  uint64_t ms = 0;
};

struct StoreOptions {
  // Seals states, bound to "tenant", "run" and "seq"; states that aren't sealed so are then refused. What else the database holds (texts of
  // programs, arguments, answers, logs) isn't sealed. A store that holds no state yet is sealed from then on: it says which key seals, the
  // first one, and isn't opened by who hasn't that key; nor is one with states that isn't sealed opened with keys. Store::reseal() changes
  // that.
  std::optional<Sealer> sealer{};
  // It is opened whatever the keys: for reseal(), and for what takes no state (looking at runs, decisions, answers, cancel()). What takes
  // or writes one is refused then, and no worker works.
  bool any_keys = false;
  // Asked for keys when something is sealed with one that `sealer` lacks: whoever sealed it may have got a new one. Such as a file's, read
  // again; it may throw UsageError.
  std::function<std::optional<Sealer>()> later_keys{};
  // What timers go by, for tests. By default the database's: of a SQLite file the machine's, of PostgreSQL the server's, so that workers on
  // many machines agree on it.
  Clock clock{};
  // What leases go by, for tests. By default, without `clock`: of a SQLite file the machine's, whatever is done with the time of day there;
  // a lease of before the machine was started anew is over. Of PostgreSQL, and where there is no such clock, the same as timers.
  std::function<MachineTime()> machine{};
  uint64_t patience_ms = 10'000;  // how long a transition waits for others that write, and for a server that isn't there for a while
  uint64_t most_failures = 5;     // a run that crashes so often at one place is dead
  size_t connections = 8;         // to a PostgreSQL server at most: so many transitions are under way at once
  size_t most_of_tree = 1'000;    // runs that come from one, by spawn(), itself included
  size_t deepest = 8;             // children of children, so deep
};

}  // namespace fermata::durable
