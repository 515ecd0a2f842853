#include "cli/policy.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "fermata/session.h"

namespace fermata::cli {

namespace {

// What stands behind the file's text, so that its lines keep their numbers.
constexpr char kAround[] = R"py(


def allow():
    return {"allow": True}


def deny(reason=""):
    return {"deny": str(reason)}


def ask(note="", *, roles=(), quorum=1, deadline=None, on_deadline="deny", escalate=(), self_approval=False):
    for name, given in (("roles", roles), ("escalate", escalate)):
        if isinstance(given, str):
            raise TypeError(f"{name} must be a list of names, not {given!r}")
    if on_deadline not in ("deny", "approve", "escalate", "hold"):
        raise ValueError(f"on_deadline must be deny, approve, escalate or hold, not {on_deadline!r}")
    if on_deadline == "escalate" and not escalate:
        raise ValueError("what is escalated at its deadline needs roles for that: escalate=[...]")
    if not isinstance(quorum, int) or isinstance(quorum, bool) or not 1 <= quorum <= 1000:
        raise ValueError(f"quorum must be a number of people from 1 to 1000, not {quorum!r}")
    if not isinstance(self_approval, bool):
        raise TypeError(f"self_approval must be True or False, not {self_approval!r}")
    if deadline is not None and not 0 < deadline < 1e9:
        raise ValueError(f"deadline must be a number of seconds, more than 0, not {deadline!r}")
    return {
        "note": str(note) or "policy",
        "roles": list(roles),
        "quorum": quorum,
        "deadline": None if deadline is None else float(deadline),
        "on_deadline": on_deadline,
        "escalate": list(escalate),
        "self_approval": self_approval,
    }


class Arguments(dict):
    """By name; by their places, "0", those without one of which it isn't known what the function calls them: a policy that asks for a
    name mustn't take an argument for missing that may be one of these."""

    def __init__(self, call, parameters):
        places = [name.rstrip("/") for name in parameters if not name.startswith("*")]
        rest = [name[1:] for name in parameters if name.startswith("*")]
        unnamed = [] if rest else [str(place) for place in range(len(places), len(call.args))]
        super().__init__(zip([*places, *unnamed], call.args))
        no_keywords = {*self, *rest, *(name[:-1] for name in parameters if name.endswith("/"))}
        for name in rest:
            self[name] = call.args[len(places) :]
        for name in call.kwargs:
            if name in no_keywords:
                raise LookupError(
                    f"{name!r} may mean two arguments of {call.function}(), as it was passed by name and is the name of one that is passed "
                    "by its place: call.args and call.kwargs have them"
                )
        self.update(call.kwargs)
        self._function, self._unnamed = call.function, len(unnamed)

    def _look_for(self, name):
        if self._unnamed and not dict.__contains__(self, name):
            raise LookupError(
                f"whether {name!r} is there can't be said: {self._function}() was called with {self._unnamed} arguments without names, "
                "and what it calls them isn't known here; call.args has them"
            )

    def __contains__(self, name):
        self._look_for(name)
        return dict.__contains__(self, name)

    def __missing__(self, name):
        self._look_for(name)
        raise KeyError(name)

    def get(self, name, default=None, /):
        self._look_for(name)
        return super().get(name, default)


class Decision:
    def __init__(self, facts):
        vars(self).update(facts)

    def __repr__(self):
        return f"<Decision: {self.verdict} {self.function}() by {self.who}>"


class Run:
    def __init__(self, facts):
        vars(self).update(facts)

    def __getattr__(self, name):
        """What is read when it is first asked for."""
        if name == "inputs":
            self.inputs = _fermata_ask("inputs")
        elif name == "decisions":
            self.decisions = tuple(map(Decision, _fermata_ask("decisions")))
        else:
            raise AttributeError(f"a policy's run has no {name!r}; it has {', '.join([*vars(self), 'inputs', 'decisions'])}")
        return vars(self)[name]

    def __repr__(self):
        return f"<Run {self.id}>"


class Call:
    def __init__(self, function, args, kwargs, names, run, more):
        self.function = function
        self.args = tuple(args)
        self.kwargs = kwargs
        self.run = Run(run)
        vars(self).update(more)
        self._parameters = names

    @property
    def arguments(self):
        return Arguments(self, self._parameters)

    def __repr__(self):
        return f"<Call of {self.function}()>"


)py";
constexpr char kAsk[] = "_fermata_ask";  // what the parts of a run are read by that may be large
constexpr uint64_t kMostAsked = 100;
constexpr char kLook[] = "policy(Call(__function, __args, __kwargs, __names, __run, __more))\n";
constexpr char kIsThere[] = "callable(globals().get('policy'))\n";
constexpr uint64_t kMostMs = 10'000;

std::shared_ptr<const Program> compiled(const std::string& file, const ProgramText& text, const char* end) {
  std::vector<Finding> findings;
  auto program = Program::compile(text.text + kAround + end, text.name, &findings);
  if (!program) throw UsageProblem("--policy " + file + ": " + findings.at(0).text);
  return program;
}

Data list_of(const std::vector<durable::PolicyDecision>& decisions) {
  Data::Items items;
  for (const durable::PolicyDecision& decision : decisions) items.push_back(facts_of(decision));
  return Data::list(std::move(items));
}
Answer part_of(const durable::PolicyRun& run, const Call& asked) {
  const Data part = asked.args.size() == 1 ? asked.args[0] : Data();
  if (part == Data("decisions")) return list_of(run.decisions());
  if (part != Data("inputs")) return Error{.type = "LookupError", .message = "a policy's run has no such part"};
  Data::Pairs inputs;
  for (const auto& [name, value] : run.inputs()) inputs.emplace_back(Data(name), value);
  return Data::dict(std::move(inputs));
}

// " (policy.py line 3)": the innermost place within the file's own lines.
std::string place_in(const std::vector<Place>& frames, uint32_t lines) {
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    if (frame->line <= lines) return " (" + frame->file + " line " + std::to_string(frame->line) + ")";
  return "";
}

// What the program gives; throws std::runtime_error. `lines`: of the policy's file. `run`: what it may ask for more of; null while the file
// is looked at.
Data result_of(const std::shared_ptr<const Program>& program, uint32_t lines, SessionOptions options, const Inputs& inputs,
               const durable::PolicyRun* run = nullptr) {
  options.limits.time_ms = kMostMs;
  options.limits.host_calls = kMostAsked;
  options.functions = Grants({kAsk});
  Session session(program, std::move(options));
  session.start(inputs);
  while (run && session.status() == Status::kPaused && session.pending().at(0).function == kAsk) {
    const Call asked = session.pending()[0];
    session.resume(asked.id, part_of(*run, asked));
  }
  const Outcome& outcome = session.outcome();
  switch (session.status()) {
    case Status::kDone:
      if (outcome.result_is_repr) throw std::runtime_error("the policy gave what it can't give: allow(), deny(reason) or ask(…) are meant");
      return outcome.result;
    case Status::kRaised: {
      const Error error = outcome.error.value_or(Error());
      throw std::runtime_error("the policy raised " + error.type + (error.message.empty() ? "" : ": " + error.message) +
                               place_in(error.frames, lines));
    }
    case Status::kExhausted: throw std::runtime_error("the policy used up its limit of " + outcome.limit + place_in(outcome.frames, lines));
    default: throw std::runtime_error("the policy waits for something");
  }
}

std::set<std::string> names_in(const Data& data) {
  std::set<std::string> names;
  for (const Data& name : data.items()) {
    if (!name.is_str()) throw std::runtime_error("the policy gave a role that isn't a text");
    names.insert(name.as_str());
  }
  return names;
}

}  // namespace

PolicyFile::PolicyFile(const std::string& file, std::vector<TypeDeclaration> types, Names names)
    : types_(std::move(types)), names_(std::move(names)) {
  const ProgramText text = read_program(file, /*absolute=*/false);
  program_ = compiled(file, text, kLook);
  file_ = text.name;
  lines_ = uint32_t(std::ranges::count(text.text, '\n')) + 1;
  Data is_there;
  try {
    is_there = result_of(compiled(file, text, kIsThere), lines_, {.types = types_}, {});
  } catch (const std::runtime_error& error) {
    throw UsageProblem("--policy " + file + ": " + error.what());
  }
  if (is_there != Data(true)) throw UsageProblem("--policy " + file + ": it has no function policy(call)");
}

durable::PolicyVerdict PolicyFile::look_at(const durable::PolicyCall& looked_at) const {
  const Call& call = looked_at.call;
  Data::Pairs kwargs;
  for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(Data(name), value);
  Data::Items names;
  if (const auto known = names_.find(call.function); known != names_.end()) names.assign(known->second.begin(), known->second.end());
  const Data said = result_of(program_, lines_, {.types = types_},
                              {{"__function", Data(call.function)},
                               {"__args", Data::list(call.args)},
                               {"__kwargs", Data::dict(std::move(kwargs))},
                               {"__names", Data::list(std::move(names))},
                               {"__run", facts_of(*looked_at.run)},
                               {"__more", Data::dict({{"attempt", int64_t(looked_at.attempt)},
                                                      {"asked", looked_at.asked.empty() ? Data() : Data(looked_at.asked)},
                                                      {"is_due", looked_at.is_due}})}},
                              looked_at.run.get());
  const auto wrong = [&] { return std::runtime_error("the policy must give allow(), deny(reason) or ask(…) (" + file_ + ")"); };
  if (said.is_none())
    throw std::runtime_error("the policy gave None, where it must give allow(), deny(reason) or ask(…): is a return missing? (" + file_ +
                             ")");
  if (said.type() != Data::Type::kDict) throw wrong();
  if (const Data* allowed = said.find("allow"); allowed && *allowed == Data(true)) return {};
  if (const Data* reason = said.find("deny"); reason && reason->is_str()) return durable::PolicyVerdict::deny(reason->as_str());
  // As ask() makes it.
  for (const char* name : {"note", "roles", "quorum", "deadline", "on_deadline", "escalate", "self_approval"})
    if (!said.find(name)) throw wrong();
  const Data &note = *said.find("note"), &roles = *said.find("roles"), &quorum = *said.find("quorum"), &deadline = *said.find("deadline"),
             &on_deadline = *said.find("on_deadline"), &escalate = *said.find("escalate");
  const bool fits = note.is_str() && roles.type() == Data::Type::kList && escalate.type() == Data::Type::kList && quorum.is_small_int() &&
                    quorum.as_int() > 0 && on_deadline.is_str() && (deadline.is_none() || deadline.type() == Data::Type::kFloat);
  const auto then = fits ? durable::on_deadline_from(on_deadline.as_str()) : std::nullopt;
  if (!then) throw wrong();
  durable::Ask ask{.note = note.as_str(),
                   .roles = names_in(roles),
                   .quorum = uint64_t(quorum.as_int()),
                   .on_deadline = *then,
                   .escalate = names_in(escalate),
                   .self_approval = *said.find("self_approval") == Data(true)};
  if (!deadline.is_none()) {
    if (!(deadline.as_float() > 0 && deadline.as_float() < 1e9)) throw wrong();
    ask.deadline_ms = uint64_t(std::ceil(deadline.as_float() * 1000));
  }
  return ask;
}

}  // namespace fermata::cli
