// HostLink: what a session's machine knows about its host: what it allows, which calls wait for its answers, and what it gave.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "heap/heap.h"

namespace fermata {

class HostSide;

struct HostLink {
  HostSide* side = nullptr;  // the session; null in the image

  // What the host lets the program do: call its function of this name (input and open ask that), run source text.
  std::function<bool(std::string_view function)> grants;
  bool allows_eval = true;

  // Calls of the host that wait for their answers (vm/host_calls.h).
  struct PendingArguments {
    Value args;          // tuple
    Value kwargs;        // dict, or unset when there are none
    uint64_t bytes = 0;  // that they take outside the heap
  };
  std::vector<PendingArguments> pending;  // of each pending call, in the order of the session's list
  Value answers;                          // list of (id, good, value or exception) that came and nobody has fetched yet, or unset
  double clock = 0;                       // what the host's last gave, in seconds since 1970

  Value types;    // dict of the classes that the host declared, or that were made for its values (library/_border.py), or unset
  Value handles;  // dict of the identities of handles, by type and name (objects/model/handle.h), or unset

  void mark_roots(Marker& marker);
};

}  // namespace fermata
