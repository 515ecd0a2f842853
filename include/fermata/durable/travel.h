// TimeTravel: any moment of a run as it was, what changed between two, and what would follow from other answers. Programs that run here
// have no tools: they stop at their next calls. Nothing is written to the store; Store::fork() makes a run of an alternative.
//
//   fermata::durable::TimeTravel travel(*store);
//   for (const Change& change : diff(travel.at(run, 3), travel.at(run, 5))) …
//   for (const Moment& moment : travel.what_if(run, 5, {{{3, Data(true)}}, {{3, Data(false)}}})) …
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fermata/durable/store.h"
#include "fermata/jail.h"
#include "fermata/session.h"

namespace fermata::durable {

// Where a program stands, or would stand.
struct Moment {
  std::string run{};
  uint64_t seq = 0;
  Status status = Status::kReady;
  std::string printed{};  // to stdout, since the program's beginning
  SessionView view{};     // calls, stack, tasks, variables
  Data result{};          // kDone
  std::optional<Error> error{};
  std::string limit{};  // kExhausted
};

// Something that isn't the same at two moments. Values are shown by repr(), shortened.
struct Change {
  std::string kind{};  // "status", "call", "stack", "task", "local", "global", "stdout"
  std::string name{};  // of a local "main.total"; of a call "3"
  std::optional<std::string> before{}, after{};
};
std::vector<Change> diff(const Moment& before, const Moment& after);

struct TravelOptions {
  bool jailed = true;  // states are loaded, and programs run, in processes that have nothing
  JailOptions jail{};
  Limits limits{};  // of what_if(), for the whole program; and of where(), for the expression
  // what_if(): each alternative runs for so much longer than the program had, whatever `limits` says of steps and time; 0: as that says.
  uint64_t more_steps = 0, more_ms = 0;
};

class TimeTravel {
 public:
  // `store` outlives it. Throws JailError.
  explicit TimeTravel(Store& store, TravelOptions options = {});
  TimeTravel(TimeTravel&&) noexcept;
  ~TimeTravel();

  // Throws Refused (there is no such snapshot, or its process dies when it is looked at) and StoreError (its state can't be loaded).
  // `call`: seen from this pending call (Session::view).
  Moment at(const std::string& run, uint64_t seq, uint64_t call = 0);
  // The files that the program had made or changed, without those below mounts. Throws as at() does.
  std::vector<File> files(const std::string& run, uint64_t seq);
  // For each set of answers what becomes of the program up to its next calls, or its end. Calls that a set says nothing about have the
  // answers that they once got. Throws Refused for an answer to a call that the snapshot doesn't wait for.
  std::vector<Moment> what_if(const std::string& run, uint64_t seq, const std::vector<std::vector<CallAnswer>>& alternatives);
  // Whether an expression of Python's is true of the program's variables: its globals, and those locals on its stack that Python could
  // write down again (inner frames before outer ones). Nothing: it can't be said, as a name isn't there, or the expression raises; `why`
  // is what it raises.
  std::optional<bool> where(const std::string& run, uint64_t seq, const std::string& expression, std::string* why = nullptr);

 private:
  std::unique_ptr<Session> load(const std::string& run, uint64_t seq);
  std::optional<bool> holds_in(const std::string& run, uint64_t seq, const std::string& expression, std::string* why);
  Moment moment_of(Session& session, const std::string& run, uint64_t seq, uint64_t call = 0) const;

  Store& store_;
  TravelOptions options_;
  std::unique_ptr<Jail> jail_;
};

}  // namespace fermata::durable
