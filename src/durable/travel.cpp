#include "fermata/durable/travel.h"

#include <algorithm>
#include <map>

#include "durable/narrower.h"
#include "durable/schemas/answers.h"
#include "durable/store_impl.h"
#include "serialization/data_text.h"

namespace fermata::durable {

namespace {

constexpr size_t kLongest = 10'000;  // characters of a value

// Evaluated in the program's own session, after its end there: so its classes and functions can be used.
constexpr char kWhere[] = R"py(
def __where__(texts, expression):
    import collections, datetime, decimal, fractions, pathlib, uuid
    known = dict(globals())
    for module in collections, decimal, fractions, pathlib, uuid:
        known.update((name, getattr(module, name)) for name in module.__dict__ if name[0].isupper())
    known["datetime"] = datetime
    names = dict(globals())
    for name, text in texts:
        try:
            names[name] = eval(text, known)
        except Exception:
            pass
    return bool(eval(expression, names))
__where__(__texts__, __expression__)
)py";

std::string name_of(const FrameView& frame) { return frame.function + ", " + frame.file + " line " + std::to_string(frame.line); }

std::string text_of(const std::vector<FrameView>& stack) {
  std::string text;
  for (const FrameView& frame : stack) text += (text.empty() ? "" : "; ") + name_of(frame);
  return text;
}

using Variables = std::map<std::string, std::string>;

// By "function.name", for the frames that both stacks begin with; and "function" for those of different functions.
Variables locals_of(const std::vector<FrameView>& stack) {
  Variables locals;
  std::map<std::string, int> seen;  // frames of a recursion have numbers
  for (const FrameView& frame : stack) {
    if (frame.function == "<module>") continue;  // its locals are globals
    const int number = ++seen[frame.function];
    const std::string function = frame.function + (number > 1 ? "#" + std::to_string(number) : "");
    for (const auto& [name, value] : frame.locals) locals[function + "." + name] = value;
  }
  return locals;
}

// A text of a value that wasn't cut, nor is of one that holds itself.
bool is_whole(const std::string& text) { return text.find("…") == text.npos && text.find("...") == text.npos; }

Variables calls_of(const Moment& moment) {
  Variables calls;
  for (const Call& call : moment.view.pending)
    calls[std::to_string(call.id)] = call.function.empty() ? "timer" : repr(call, Hidden(), kLongest);
  return calls;
}

Variables tasks_of(const Moment& moment) {
  Variables tasks;
  for (const TaskView& task : moment.view.tasks) tasks[task.name] = text_of(task.stack);
  return tasks;
}

std::string status_of(const Moment& moment) {
  std::string text = to_string(moment.status);
  if (moment.status == Status::kDone) text += ": " + repr(moment.result, Hidden(), kLongest);
  if (moment.error) text += ": " + moment.error->type + (moment.error->message.empty() ? "" : ": " + moment.error->message);
  return text + (moment.limit.empty() ? "" : ": " + moment.limit);
}

}  // namespace

std::vector<Change> diff(const Moment& before, const Moment& after) {
  std::vector<Change> changes;
  const auto add = [&](const char* kind, std::string name, std::optional<std::string> was, std::optional<std::string> is) {
    if (was != is) changes.push_back({kind, std::move(name), std::move(was), std::move(is)});
  };
  const auto add_all = [&](const char* kind, const Variables& was, const Variables& is) {
    for (const auto& [name, value] : was) {
      const auto now = is.find(name);
      add(kind, name, value, now == is.end() ? std::nullopt : std::optional(now->second));
    }
    for (const auto& [name, value] : is)
      if (!was.contains(name)) add(kind, name, std::nullopt, value);
  };
  add("status", "", status_of(before), status_of(after));
  add_all("call", calls_of(before), calls_of(after));
  add("stack", "", text_of(before.view.stack), text_of(after.view.stack));
  add_all("task", tasks_of(before), tasks_of(after));
  add_all("local", locals_of(before.view.stack), locals_of(after.view.stack));
  add_all("global", Variables(before.view.globals.begin(), before.view.globals.end()),
          Variables(after.view.globals.begin(), after.view.globals.end()));
  // What was printed in between; all of both, when neither goes on from the other.
  if (after.printed.starts_with(before.printed)) {
    const std::string more = after.printed.substr(before.printed.size());
    if (!more.empty()) changes.push_back({"stdout", "", std::nullopt, more});
  } else {
    add("stdout", "", before.printed, after.printed);
  }
  return changes;
}

namespace {

// Whatever a program has made of itself: that its process dies when somebody looks at it is told like any other reason why nothing is seen.
template <class Look>
auto looked_at(const std::string& run, uint64_t seq, const Look& look) {
  try {
    return look();
  } catch (const JailCrash& crash) {
    throw Refused("snapshot " + std::to_string(seq) + " of run " + run + " can't be looked at: " + crash.what());
  }
}

}  // namespace

TimeTravel::TimeTravel(Store& store, TravelOptions options) : store_(store), options_(std::move(options)) {
  if (options_.jailed) jail_ = std::make_unique<Jail>(options_.jail);
}
TimeTravel::TimeTravel(TimeTravel&&) noexcept = default;
TimeTravel::~TimeTravel() = default;

std::unique_ptr<Session> TimeTravel::load(const std::string& run, uint64_t seq) {
  const std::string state = store_.state(run, seq);
  if (state.empty())
    throw Refused("snapshot " + std::to_string(seq) + " of run " + run + " has no state: its program couldn't be compiled");
  StateProblem problem;
  auto session = jail_ ? jail_->load(state, {}, &problem, &options_.limits) : Session::load(state, {}, &problem, &options_.limits);
  if (!session)
    throw StoreError(StoreError::Kind::kDamaged,
                     "snapshot " + std::to_string(seq) + " of run " + run + " can't be loaded: " + problem.kind + ": " + problem.message);
  return session;
}

Moment TimeTravel::moment_of(Session& session, const std::string& run, uint64_t seq, uint64_t call) const {
  const Outcome outcome = session.outcome();
  Moment moment{.run = run, .seq = seq, .status = outcome.status, .error = outcome.error, .limit = outcome.limit};
  if (outcome.status == Status::kDone) moment.result = outcome.result;
  moment.printed = session.output(1);
  moment.view = session.view(call);
  return moment;
}

Moment TimeTravel::at(const std::string& run, uint64_t seq, uint64_t call) {
  return looked_at(run, seq, [&] { return moment_of(*load(run, seq), run, seq, call); });
}

std::vector<File> TimeTravel::files(const std::string& run, uint64_t seq) {
  return looked_at(run, seq, [&] { return load(run, seq)->files(); });
}

std::vector<Moment> TimeTravel::what_if(const std::string& run, uint64_t seq, const std::vector<std::vector<CallAnswer>>& alternatives) {
  const std::vector<RunCall> calls = store_.calls_at(run, seq);
  const Run of = store_.run(run).value_or(Run());
  const std::string& queue = of.queue;
  std::vector<Moment> moments;
  for (const std::vector<CallAnswer>& given : alternatives) {
    std::vector<CallAnswer> answers = given;
    for (CallAnswer& answer : answers) {
      const auto call = std::ranges::find(calls, answer.call, [](const RunCall& each) { return each.call.id; });
      if (call == calls.end())
        throw Refused("snapshot " + std::to_string(seq) + " of run " + run + " doesn't wait for a call " + std::to_string(answer.call));
      answer.answer = store_.impl().read(
          [&](Database& database) { return fitted_answer(database, store_.impl().now_in(database), queue, *call, answer.answer); });
    }
    for (const RunCall& call : calls)
      if (call.answer && std::ranges::find(given, call.call.id, &CallAnswer::call) == given.end())
        answers.push_back({call.call.id, *call.answer});
    moments.push_back(looked_at(run, seq, [&] {
      const auto session = load(run, seq);
      Limits within = session->limits();
      if (options_.more_steps) within.steps = session->spent().steps + options_.more_steps;
      if (options_.more_ms) within.time_ms = session->spent().time_ns / 1'000'000 + options_.more_ms;
      within = narrower(within, of.limits);  // as the run itself would go on
      session->set_limits(within);
      if (!answers.empty()) session->resume(answers);
      else if (session->status() == Status::kExhausted || session->status() == Status::kYielded) session->run();
      while (session->status() == Status::kYielded) session->run();
      return moment_of(*session, run, seq);
    }));
  }
  return moments;
}

std::optional<bool> TimeTravel::where(const std::string& run, uint64_t seq, const std::string& expression, std::string* why) {
  return looked_at(run, seq, [&] { return holds_in(run, seq, expression, why); });
}

std::optional<bool> TimeTravel::holds_in(const std::string& run, uint64_t seq, const std::string& expression, std::string* why) {
  const auto session = load(run, seq);
  Data::Items texts;
  const auto add = [&](const std::vector<FrameView>& stack) {
    for (const FrameView& frame : stack) {
      if (frame.function == "<module>") continue;  // its locals are globals
      for (const auto& [name, value] : frame.locals)
        if (is_whole(value)) texts.push_back(Data::tuple({name, value}));
    }
  };
  // A name stands for what the innermost frame has under it, and the stack comes before the other tasks.
  const SessionView view = session->view();
  for (const TaskView& task : view.tasks) add(task.stack);
  add(view.stack);
  if (session->status() == Status::kPaused || session->status() == Status::kExhausted || session->status() == Status::kYielded)
    session->abandon();
  const Outcome outcome =
      session->feed(kWhere, {.name = "<where>",
                             .inputs = {{"__texts__", Data::list(std::move(texts))}, {"__expression__", Data(expression)}},
                             .functions = std::vector<Grant>()});
  if (why && outcome.error) *why = outcome.error->type + ": " + outcome.error->message;
  if (outcome.status != Status::kDone || outcome.result.type() != Data::Type::kBool) return std::nullopt;
  return outcome.result == Data(true);
}

}  // namespace fermata::durable
