// Tools that are HTTP services. A call is a POST of JSON,
//
//   {"function": "lookup", "args": [17], "kwargs": {}, "run": "…", "call": "run:seq:id", "attempt": 1,
//    "callback": "https://…"}
//
// (`callback` with callback_url alone), with the call's key as `Idempotency-Key` and, with secrets, signed after Standard Webhooks
// (`webhook-id`, which is the key, too, `webhook-timestamp`, `webhook-signature`). Values are written as in serialization/data_json.h. What
// its answer means:
//
//   2xx {"result": …}                              the call's answer; no body at all is None
//   2xx, 4xx {"error": {"type": …, "message": …}}  raised in the program, and not tried again
//   202 {"within": seconds}, or no body          with callback_url: the answer comes later, as a POST of one of the two above to
//   `callback`;
//                                                 a day is the time for it when it doesn't say
//   any {"hold": "reason"}                         the call is held for a person; so are 3xx, 401, 403, 404, 405, 407 without a body of
//   ours 408, 425, 429, 500, 503                        an attempt that failed: tried again by the tool's retries, not before its
//   Retry-After 502, 504, and no whole answer                  the service may have acted: the same if the tool is idempotent, else the
//   call is in doubt other 4xx                                      RuntimeError in the program
//
// Redirects aren't followed. Of the body of an answer that isn't one of these, the beginning is kept with the attempt, not told the
// program.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fermata/durable/worker.h"

namespace fermata::durable {

struct HttpTool {
  std::string function{};
  std::string url{};                   // http:// or https://
  std::vector<std::string> secrets{};  // "whsec_…"; each signs, so that they can be replaced one after the other; none: not signed
  std::vector<std::pair<std::string, std::string>> headers{};  // sent, too
  std::string callback_url{};    // the address of a `fermata serve`, as the service sees it (callback_url()); empty: it answers at once
  uint64_t timeout_ms = 30'000;  // for all of a request
  size_t most_answer = size_t(16) << 20;  // bytes
};

// What is said of a tool besides (idempotent, retries, …) may be set in what this gives, but for its timeout_ms. Throws UsageError, and
// StoreError (kOpen) when there is no libcurl on this machine.
Tool http_tool(HttpTool service);

}  // namespace fermata::durable
