// `fermata runs`, `show`, `log`: what a store holds. Nothing here changes it.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <utility>

#include "cli/files.h"
#include "cli/program_files.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "compiler/code_archive.h"
#include "durable/rows/digests.h"
#include "fermata/durable/check.h"
#include "fermata/durable/travel.h"
#include "fermata/program.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

// Of --where. (A variable that isn't there may be in another run; what isn't an expression is in none.) Throws UsageProblem.
void check_expression(const std::string& text) {
  std::vector<Finding> findings;
  if (Program::compile("(" + text + "\n)", "<where>", &findings)) return;
  throw UsageProblem("--where takes an expression, not " + text + ": " + findings.at(0).message);
}

using Tags = std::map<std::string, std::string>;

// The runs that are asked for, newest first.
std::vector<durable::Run> found(durable::Store& store, durable::RunQuery query, const Tags& tags, const std::string& where,
                                durable::TimeTravel* travel) {
  if (where.empty() && tags.empty()) return store.runs(query);
  std::vector<durable::Run> found;
  std::string first_why;
  const size_t most = query.most;
  query.most = 100;
  for (bool more = true; more && found.size() < most;) {
    const std::vector<durable::Run> page = store.runs(query);
    more = page.size() == query.most;
    for (const durable::Run& run : page) {
      query.before = run.id;
      if (found.size() >= most || !std::ranges::includes(run.tags, tags)) continue;
      if (where.empty()) found.push_back(run);
      if (where.empty() || run.seq == 0) continue;
      try {
        std::string why;
        if (travel->where(run.id, run.seq, where, &why).value_or(false)) found.push_back(run);
        if (first_why.empty() && !why.empty()) first_why = run.id + ": " + why;
      } catch (const durable::Refused& why) {
        complain("left out: " + std::string(why.what()));  // it has no state, or was deleted meanwhile
      } catch (const durable::StoreError& why) {
        if (why.kind() != durable::StoreError::Kind::kDamaged) throw;
        complain("left out: " + std::string(why.what()));
      }
    }
  }
  // Of most programs' variables an expression knows nothing; but of none?
  if (found.empty() && !first_why.empty()) complain("--where: in run " + first_why);
  return found;
}

constexpr size_t kLongestResult = 1'000'000, kMostTasks = 50;

// The program's own frames.
void print_stack(const std::vector<FrameView>& stack) {
  for (const FrameView& frame : stack) {
    if (is_of_library(frame.file)) continue;
    print_line(visible_line("  " + frame.file + " line " + std::to_string(frame.line) + ", in " + frame.function));
    for (const auto& [name, value] : frame.locals) print_line("    " + visible_line(name + " = " + value));
  }
}

// Why a call is where it is, and when that changes.
std::string standing_of(const durable::RunCall& call, const std::vector<durable::Attempt>& attempts) {
  std::string text = call.reason.empty() ? "" : ": " + call.reason;
  const durable::Attempt* last = nullptr;
  for (const durable::Attempt& one : attempts)
    if (one.call == call.call.id) last = &one;
  if (call.state == durable::CallState::kPending && last && last->error)
    text += ": attempt " + std::to_string(last->number) + " raised " + last->error->type + ": " + last->error->message.substr(0, 200);
  if (!call.due) return text;
  return text + (call.state == durable::CallState::kDeferred ? "; until " + time_text(*call.due) + ", then in doubt"
                                                             : "; again at " + time_text(*call.due));
}

}  // namespace

int runs_command(const RunsOptions& options) {
  durable::RunQuery query{.tenant = options.tenant, .queue = options.queue, .most = options.most};
  if (!options.status.empty()) {
    query.status = durable::run_status_from(options.status);
    if (!query.status) throw UsageProblem("--status: there is no status '" + options.status + "'");
  }
  if (!options.where.empty()) check_expression(options.where);
  Tags tags;
  for (const std::string& text : options.tags) tags.insert(named(text, "--tag"));
  const auto store = open_store(options.store);
  std::optional<durable::TimeTravel> travel;
  if (!options.where.empty()) travel.emplace(travel_in(*store, options.jail));
  std::map<std::string, uint64_t> seen;  // with --watch: how long each log was
  bool has_titles = false;
  do {
    const durable::Answering answering(*store);
    const auto report_of = [&](const durable::Run& run) {
      Data::Pairs report = data_of(run).pairs();
      const std::string problem = durable::problem_of(*store, answering, run);
      report.emplace_back("problem", problem.empty() ? Data() : Data(problem));
      return report;
    };
    Data::Items list;
    for (const durable::Run& run : found(*store, query, tags, options.where, travel ? &*travel : nullptr)) {
      if (options.watch && std::exchange(seen[run.id], run.events) == run.events) continue;
      if (!options.store.json && !std::exchange(has_titles, true)) print_line(kRunColumns);
      if (!options.store.json) print_line(line_of(*store, answering, run));
      else if (options.watch) print_report(report_of(run));
      else list.push_back(Data::dict(report_of(run)));
    }
    if (options.store.json && !options.watch) print_report({{"runs", Data::list(std::move(list))}});
    if (options.watch) std::this_thread::sleep_for(std::chrono::milliseconds(500));
  } while (options.watch);
  return kExitDone;
}

namespace {

// What a program printed, further in: none of its lines reads as one of ours.
void print_output(const char* title, const std::string& text) {
  if (text.empty()) return;
  std::string lines = visible(text);
  if (lines.ends_with('\n')) lines.pop_back();
  for (size_t at = 0; (at = lines.find('\n', at)) != lines.npos; at += 3) lines.replace(at, 1, "\n  ");
  print_line(std::string(title) + "\n  " + lines);
}

}  // namespace

int show_command(const ShowOptions& options) {
  const auto store = open_store(options.store);
  const RunPlace place = place_from(*store, options.run);
  const durable::Run run = *store->run(place.run);
  std::string printed, errors;
  bool is_there = place.seq == 0;
  for (const durable::Snapshot& snapshot : store->snapshots(place.run)) {
    if (snapshot.seq <= place.seq) printed += snapshot.stdout_text, errors += snapshot.stderr_text;
    is_there |= snapshot.seq == place.seq;
  }
  if (!is_there) throw UsageProblem("run " + place.run + " has no snapshot " + std::to_string(place.seq));
  const std::vector<durable::RunCall> calls = place.seq == run.seq ? store->open_calls(place.run) : std::vector<durable::RunCall>();
  std::unique_ptr<Session> session;
  if (const std::string state = place.seq ? store->state(place.run, place.seq) : ""; !state.empty()) {
    StateProblem problem;
    session = Sessions(options.jail).load(state, {}, &problem);
    if (!session) throw BadState("snapshot " + std::to_string(place.seq) + " can't be loaded: " + problem.kind + ": " + problem.message);
  }
  if (!options.files_out.empty()) {
    const std::vector<File> files = session ? session->files() : std::vector<File>();
    write_files(options.files_out, files);
    if (!options.store.json)
      complain("wrote " + std::to_string(files.size()) + (files.size() == 1 ? " file to " : " files to ") + options.files_out);
  }
  const SessionView view = session ? session->view() : SessionView();
  const std::string problem = durable::problem_of(*store, run);
  const std::vector<durable::Decided> decisions = store->decisions(place.run);
  const std::vector<durable::RunCall> all_calls = decisions.empty() ? std::vector<durable::RunCall>() : store->calls(place.run);
  if (options.store.json) {
    Data::Items children;
    for (const durable::Run& child : store->children(place.run)) children.push_back(child.id);
    Data::Pairs report = data_of(run).pairs();
    report.emplace_back("problem", problem.empty() ? Data() : Data(problem));
    report.emplace_back("at", int64_t(place.seq));
    report.emplace_back("calls", durable::list_of(calls));
    report.emplace_back("decisions", durable::list_of(decisions));
    report.emplace_back("attempts", durable::list_of(store->attempts(place.run)));
    report.emplace_back("children", Data::list(std::move(children)));
    report.emplace_back("stack", durable::data_of(view.stack));
    report.emplace_back("tasks", durable::list_of(view.tasks));
    report.emplace_back("stdout", printed);
    report.emplace_back("stderr", errors);
    print_report(std::move(report));
    return kExitDone;
  }
  print_line(visible_line(line_of(run)));
  if (!problem.empty()) print_line(visible_line("problem   " + problem));
  print_line("snapshot  " + std::to_string(place.seq) + " of " + std::to_string(run.seq));
  const std::vector<durable::Attempt> attempts = calls.empty() ? std::vector<durable::Attempt>() : store->attempts(place.run);
  for (const durable::RunCall& call : calls)
    print_line(visible_line("call      " + call.key + "  " + text_of(call) + "  " + to_string(call.state) + standing_of(call, attempts)));
  for (const durable::Decided& one : decisions)
    if (const auto call = std::ranges::find(all_calls, one.call, [](const durable::RunCall& each) { return each.call.id; });
        call != all_calls.end())
      print_line(visible_line("decision  " + call->key + "  " + line_of(one, *call) + "  " + time_text(one.at)));
  for (const durable::Run& child : store->children(place.run)) print_line(visible_line("child     " + line_of(child)));
  print_stack(view.stack);
  const std::vector<TaskView> others = view.tasks_beside();
  for (size_t i = 0; i < std::min(others.size(), kMostTasks); ++i) {
    print_line(visible_line("task      " + others[i].name));
    print_stack(others[i].stack);
  }
  if (others.size() > kMostTasks) print_line("… " + std::to_string(others.size() - kMostTasks) + " more tasks");
  print_output("printed:", printed);
  print_output("printed to standard error:", errors);
  if (run.status == durable::RunStatus::kDone && place.seq == run.seq && !run.result.is_none())
    print_line("result    " + visible(repr(run.result, Hidden(), kLongestResult)));
  if (run.error) write_error(visible(run.error->traceback));
  return kExitDone;
}

namespace {

// None: somebody has spoilt it.
Data content_of(const durable::Event& event) {
  Data data;
  std::string problem;
  return from_json(event.data, &data, &problem, kMaxWrittenDepth) && data.type() == Data::Type::kDict ? data : Data();
}

// Whether the event is that of the decision: its data name who made it, and on which call.
bool is_of(const durable::Event& event, const durable::Decided& decided) {
  const Data data = content_of(event);
  if (data.is_none()) return false;
  const Data *call = data.find("call"), *who = data.find("who");
  return call && who && *call == Data(int64_t(decided.call)) && *who == Data(decided.who);
}

// What happened; without hashes, which are for --json and --verify.
std::string told(const durable::Event& event) {
  const Data data = content_of(event);
  if (data.is_none()) return event.data;
  Data::Pairs pairs = data.pairs();
  std::erase_if(pairs, [](const auto& pair) { return pair.first == Data(durable::kDigests); });
  return to_json(Data::dict(std::move(pairs)));
}

}  // namespace

int log_command(const LogOptions& options) {
  const auto store = open_store(options.store);
  const std::string run = run_from(*store, options.run);
  Data::Items events, violations;
  const std::vector<durable::Decided> decisions = store->decisions(run);
  const std::vector<durable::RunCall> calls = decisions.empty() ? std::vector<durable::RunCall>() : store->calls(run);
  for (const durable::Event& event : store->log(run)) {
    if (options.store.json) {
      events.push_back(data_of(event));
    } else {
      print_line(visible_line(std::to_string(event.number) + "  " + time_text(event.at) + "  " + event.kind + "  " +
                              to_string(event.status) + "  " + std::to_string(event.epoch) + "." + std::to_string(event.seq) + "  " +
                              event.worker + "  " + told(event)));
      // What was shown, in words. (A grant's approval is part of the event that would have asked.)
      for (const durable::Decided& one : decisions)
        if (one.at == event.at && (event.kind == "decide" || event.kind == "lapse") && is_of(event, one))
          for (const durable::RunCall& call : calls)
            if (call.call.id == one.call) print_line(visible_line("    " + line_of(one, call)));
    }
  }
  if (options.verify) {
    for (const durable::Violation& violation : durable::check(*store, run)) {
      if (!options.store.json) complain(violation.law + ": " + violation.text);
      violations.push_back(Data::dict({{"law", violation.law}, {"text", violation.text}}));
    }
  }
  const bool good = violations.empty();
  if (options.verify && good && !options.store.json)
    print_line("verified: " + std::to_string(store->run(run)->events) + " events, the last is " + store->log(run).back().hash);
  if (options.store.json) {
    Data::Pairs report{{"run", run}, {"events", Data::list(std::move(events))}};
    if (options.verify) report.emplace_back("violations", Data::list(std::move(violations)));
    print_report(std::move(report));
  }
  return good ? kExitDone : kExitRaised;
}

}  // namespace fermata::cli
