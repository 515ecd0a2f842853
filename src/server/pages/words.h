// How things are called on pages: calls as sentences, times as people say them, states in words. Pure functions.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/durable/store.h"
#include "fermata/durable/workers.h"
#include "server/pages/html.h"

namespace fermata::server {

using durable::Time;

// Why people are asked about it: what its policy says, and why it is there once more.
std::string why_asked(const durable::RunCall& call);
// "refund(17, amount=84.0)", whole up to `limit` characters
std::string exact(const Call& call, size_t limit = 4'000);
std::string exact(const durable::RunCall& call, size_t limit = 4'000);  // "refund(…)" where it is cut
// durable::sentence_of(), with its values marked.
Html sentence(const durable::RunCall& call, const durable::KnownArguments& known = {});

// "4 min", "3 h", "12 days"
std::string span_text(Time ms);
// "4 min ago" or "in 3 h", with the exact time for those who want it.
Html when(Time time, Time now);
// "ada, bo"
std::string names_text(const std::set<std::string>& names);

std::string in_words(durable::RunStatus status);
std::string in_words(durable::CallState state);
std::string in_words(durable::Verdict verdict);  // "approved"
// What becomes of the call when nobody decides: "it is denied"
std::string in_words(const durable::Ask& ask);

// A status with its colour, and the word.
Html badge(durable::RunStatus status);
Html badge(durable::CallState state);
// A short name of a run, which links to it.
Html run_link(const std::string& run);
// What a call was answered with; empty: nothing yet.
Html answer_of(const durable::RunCall& call);

}  // namespace fermata::server
