// Hashes of what a transition writes beside its event. The event has them, by the names of what they are of, so that the log says when a
// table isn't what was written.
#pragma once

#include <string>
#include <string_view>

#include "durable/rows/transaction.h"

namespace fermata::durable {

inline constexpr const char* kDigests = "digests";  // in an event's data: {"run": "…", "answer 3": "…"}

std::string digest_of(const RunRow& row);                             // what never changes: "run"
std::string digest_of(const RunCall& call, const std::string& args);  // the same, and the arguments that the program gave: "call 3"
std::string digest_of_asked(const RunCall& call);                     // what people are asked about it, and whom: "asked 3"
std::string digest_of(const Answer& answer);                          // "answer 3"
std::string digest_of(const Decided& decided);                        // "decision 3.1"
std::string digest_of(const Remark& remark);                          // "remark 3.1"
std::string digest_of(const Message& message);                        // "message 1"
std::string digest_of_taken(const Message& message);                  // by which call it was consumed, once: "taken 1"
// "snapshot 5": what is written of it beside the state, which has a hash of its own.
std::string digest_of_snapshot(Time at, std::optional<Time> timer_at, bool goes_on, std::string_view stdout_text,
                               std::string_view stderr_text);
// "outcome": of a run that has ended or is dead.
std::string digest_of_outcome(const std::string& outcome);

std::string digest_name(const char* what, uint64_t number);
std::string digest_name(const char* what, uint64_t call, uint64_t number);

}  // namespace fermata::durable
