#include "cli/deploy.h"

#include <algorithm>
#include <optional>
#include <set>

#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "cli/tools.h"
#include "durable/schemas/question.h"
#include "fermata/durable/workers.h"
#include "fermata/jail.h"

namespace fermata::cli {

namespace {

struct Trouble {
  std::string text;
  bool ends = false;  // it can't go on; otherwise a call waits for somebody
};

// What the workers of tomorrow have.
class Deployment {
 public:
  explicit Deployment(const DoctorOptions& options) {
    if (options.jail) jail_needed([&] { jail_.emplace(); });
    if (!options.tools.empty()) tools_ = open_tools({.file = options.tools});
    for (const std::string& text : options.handlers) names_.insert(text.substr(0, text.find('=')));
    names_.insert(options.functions.begin(), options.functions.end());
    if (tools_)
      for (const Grant& grant : tools_->functions()) names_.insert(grant.name);
    knows_functions_ = !names_.empty();
  }

  std::vector<Trouble> examine(durable::Store& store, const durable::Run& run) {
    std::string state;
    try {
      if (run.seq) state = store.state(run.id, run.seq);
    } catch (const durable::StoreError& error) {
      if (error.kind() != durable::StoreError::Kind::kDamaged) throw;
      return {{error.what(), true}};
    }
    if (state.empty()) return {};  // it hasn't begun
    SessionOptions options;
    if (tools_) {
      options.types = tools_->types();
      options.maps_old_values = tools_->maps_old_values();
    }
    Limits limits = run.limits;
    limits.heap_bytes = std::min(limits.heap_bytes, JailOptions().heap_bytes);
    StateProblem problem;
    const auto session =
        jail_ ? jail_->load(state, std::move(options), &problem, &limits) : Session::load(state, std::move(options), &problem, &limits);
    if (!session) return {{"its state can't be loaded: " + problem.kind + ": " + problem.message, true}};
    std::vector<Trouble> troubles;
    if (tools_)
      for (Misfit& misfit : misfits(*tools_, *session)) troubles.push_back({std::move(misfit.text), true});
    if (!knows_functions_) return troubles;
    for (const durable::RunCall& call : store.open_calls(run.id)) {
      if (!needs_a_tool(call)) continue;
      if (!names_.contains(call.call.function))
        troubles.push_back({"call " + call.key + " waits for " + call.call.function + "(), which nobody answers then"});
      else if (std::string text = tools_ && troubles.empty() ? tools_->misfit(call.call) : ""; !text.empty())
        troubles.push_back({"call " + call.key + ": " + text, true});  // its arguments as they were approved, or are to be
    }
    return troubles;
  }

 private:
  // Now, or once somebody has approved it.
  static bool needs_a_tool(const durable::RunCall& call) {
    if (call.answer || call.tool == durable::kOwnTool || durable::is_question(call)) return false;
    return durable::waits_for_anybody(call) || call.state == durable::CallState::kAwaitingApproval || !call.tool.empty();
  }

  std::optional<Jail> jail_;
  std::unique_ptr<Tools> tools_;
  std::set<std::string> names_;
  bool knows_functions_ = false;
};

}  // namespace

int doctor_of_store(const DoctorOptions& options) {
  const auto store = open_store(options.store);
  Deployment deployment(options);
  Data::Items list;
  uint64_t examined = 0, ending = 0;
  durable::RunQuery query;
  for (bool more = true; more;) {
    const std::vector<durable::Run> page = store->runs(query);
    more = page.size() == query.most;
    for (const durable::Run& run : page) {
      query.before = run.id;
      if (durable::has_ended(run.status)) continue;
      ++examined;
      bool ends = false;
      for (const Trouble& trouble : deployment.examine(*store, run)) {
        ends |= trouble.ends;
        if (options.store.json)
          list.push_back(Data::dict({{"run", run.id}, {"status", to_string(run.status)}, {"text", trouble.text}, {"ends", trouble.ends}}));
        else print_line(visible_line(run.id + "  " + to_string(run.status) + "  " + (trouble.ends ? "" : "(held) ") + trouble.text));
      }
      ending += ends;
    }
  }
  if (options.store.json) {
    print_report({{"examined", int64_t(examined)}, {"ending", int64_t(ending)}, {"troubles", Data::list(std::move(list))}});
  } else {
    print_line(std::to_string(examined) + (examined == 1 ? " run hasn't" : " runs haven't") + " ended; " + std::to_string(ending) +
               " of them wouldn't go on");
  }
  return ending ? kExitRaised : kExitDone;
}

}  // namespace fermata::cli
