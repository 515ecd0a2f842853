// `fermata fork`, `diff`, `what-if`: other ways that a run may go, and what changed on the one that it went.

#include "base/text.h"
#include "cli/json_values.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

// ID=JSON, or JSON alone when `calls` is one. As a handler's answer, {"$raise": …} raises.
CallAnswer answer_from(const std::string& text, const std::vector<durable::RunCall>& calls) {
  const size_t equals = text.find('=');
  const auto id = equals == text.npos ? std::nullopt : number_from(std::string_view(text).substr(0, equals));
  if (!id && calls.size() != 1)
    throw UsageProblem("--answer takes ID=JSON, as the snapshot waits for " + std::to_string(calls.size()) + " calls");
  CallAnswer answer{id ? *id : calls[0].call.id, Data()};
  std::string problem;
  const std::string_view json = id ? std::string_view(text).substr(equals + 1) : std::string_view(text);
  if (!answer_from_json(json, &answer.answer, &problem)) throw UsageProblem(json_problem(json, "--answer", problem));
  return answer;
}

void print_changes(const std::vector<durable::Change>& changes, const std::string& indent) {
  for (const durable::Change& change : changes) {
    const std::string title = change.kind + (change.name.empty() ? "" : " " + change.name);
    if (change.before) print_line(visible_line(indent + "- " + title + ": " + *change.before));
    if (change.after) print_line(visible_line(indent + "+ " + title + ": " + *change.after));
  }
}

}  // namespace

int fork_command(const ForkOptions& options) {
  const auto store = open_store(options.store);
  const RunPlace place = place_from(*store, options.run);
  durable::Fork fork{.run = place.run, .seq = place.seq, .queue = options.queue, .by = options.who, .repeats = options.repeat};
  const auto calls = store->calls_at(place.run, place.seq);
  for (const std::string& text : options.answers) fork.answers.push_back(answer_from(text, calls));
  const std::string run = told_if_refused([&] { return store->fork(fork); });
  if (options.store.json) print_report({{"run", run}, {"parent", place.run}, {"seq", int64_t(place.seq)}});
  else print_line(run);
  return kExitDone;
}

int diff_command(const DiffOptions& options) {
  const auto store = open_store(options.store);
  const RunPlace before = place_from(*store, options.before), after = place_from(*store, options.after);
  durable::TimeTravel travel = travel_in(*store, options.jail);
  const auto changes = told_if_refused([&] { return durable::diff(travel.at(before.run, before.seq), travel.at(after.run, after.seq)); });
  if (options.store.json) print_report({{"changes", data_of(changes)}});
  else print_changes(changes, "");
  return kExitDone;
}

int what_if_command(const WhatIfOptions& options) {
  if (options.answers.empty()) throw UsageProblem("give each alternative with --answer");
  const auto store = open_store(options.store);
  const RunPlace place = place_from(*store, options.run);
  const auto calls = store->calls_at(place.run, place.seq);
  std::vector<std::vector<CallAnswer>> alternatives;
  for (const std::string& text : options.answers) alternatives.push_back({answer_from(text, calls)});
  durable::TimeTravel travel = travel_in(*store, options.jail);
  const durable::Moment now = told_if_refused([&] { return travel.at(place.run, place.seq); });
  const auto moments = told_if_refused([&] { return travel.what_if(place.run, place.seq, alternatives); });
  Data::Items list;
  for (size_t i = 0; i < moments.size(); ++i) {
    const auto changes = durable::diff(now, moments[i]);
    if (options.store.json) {
      list.push_back(Data::dict({{"answer", options.answers[i]}, {"status", to_string(moments[i].status)}, {"changes", data_of(changes)}}));
      continue;
    }
    print_line(visible_line("with " + options.answers[i] + ": " + to_string(moments[i].status)));
    print_changes(changes, "  ");
  }
  if (options.store.json) print_report({{"run", place.run}, {"seq", int64_t(place.seq)}, {"alternatives", Data::list(std::move(list))}});
  return kExitDone;
}

}  // namespace fermata::cli
