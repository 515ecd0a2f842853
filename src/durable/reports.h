// Reports: rows of a store as objects of JSON, as the command's --json and the server's API show them. Names are the same in both; times
// are texts (time_text), what is absent is null.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fermata/durable/audit.h"
#include "fermata/durable/store.h"
#include "fermata/durable/travel.h"
#include "fermata/durable/webhooks.h"
#include "fermata/durable/workers.h"
#include "fermata/value.h"

namespace fermata::durable {

Data data_of(const Error& error);
Data data_of(const Run& run);
Data data_of(const RunCall& call);
Data data_of(const RunCall& call, const Run& run);  // and whose it is

// What workers of its queue have told makes of a call.
class KnownCalls {
 public:
  explicit KnownCalls(Store& store) : known_(store) {}
  // Its arguments by name, {"order": 17, "1": 5}: those that are passed without one by their parameters, as far as these are known, else by
  // their places. None, when they aren't there.
  Data arguments(const RunCall& call, const std::string& queue);
  // sentence_text(). None, when the arguments aren't there.
  Data summary(const RunCall& call, const std::string& queue);

 private:
  KnownParameters known_;
};

// Of Store::unanswered(), with why nobody answers it (Answering::problem()), or empty.
struct Unanswered {
  RunCall call{};
  std::string problem{};
  Run run{};
};
std::vector<Unanswered> unanswered_calls(Store& store, const WaitingQuery& query);
Data data_of(const Unanswered& unanswered);

Data data_of(const Attempt& attempt);
Data data_of(const Approval& approval);  // the call's members, and how it stands
Data data_of(const Remark& remark);
Data data_of(const Decided& decided);
Data data_of(const StandingGrant& grant);
Data data_of(const Event& event);
Data data_of(const Message& message);
Data data_of(const AuditRecord& record);
Data data_of(const Schedule& schedule);
Data data_of(const Webhook& webhook);
Data data_of(const Notice& notice);
Data data_of(const WorkerInfo& worker);
Data data_of(const QueueStats& stats, Time now);
Data data_of(const std::vector<Change>& changes);
Data data_of(const std::vector<FrameView>& stack);  // each with its place and its locals, by repr()
Data data_of(const TaskView& task);

// The call with the arguments that a decision's text has: Decided::args, Decided::edited.
fermata::Call with_arguments(fermata::Call call, const std::string& json);
// As it was at that time: whoever approved it later may have changed its arguments.
fermata::Call call_at(const RunCall& call, const std::vector<Decided>& decisions, Time at);

template <class Row>
Data list_of(const std::vector<Row>& rows) {
  Data::Items list;
  for (const Row& row : rows) list.push_back(data_of(row));
  return Data::list(std::move(list));
}

}  // namespace fermata::durable
