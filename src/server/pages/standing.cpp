#include "server/pages/standing.h"

#include <algorithm>

#include "server/pages/words.h"

namespace fermata::server {

std::string unanswered_text(const durable::Answering& answering, const durable::RunCall& call, const std::string& queue) {
  const std::string problem = answering.problem(call.call.function, queue);
  if (!problem.empty()) return "N" + problem.substr(1) + ".";
  return answering.has_workers(queue) ? "No tool answers it: somebody has to." : "No worker has a tool for it.";
}

bool is_claimed_by_other(const durable::Asked& asked, const Viewer& viewer, durable::Time now) {
  return !asked.claimed_by.empty() && asked.claimed_by != viewer.name && asked.claimed_until > now;
}

bool is_overdue(const durable::Asked& asked, durable::Time now) { return asked.overdue || (asked.deadline && *asked.deadline <= now); }

namespace {

// By who they are.
template <class RunOrApproval>
std::string why_not_they(const RunOrApproval& it, const durable::Asked& asked, const Viewer& viewer, durable::Time now) {
  if (!viewer.can(Permission::kDecide)) return "You may look at this, but not decide.";
  if (is_by(it, viewer.name) && !asked.ask.self_approval)
    return std::string("You ") + (viewer.name == it.by ? "submitted" : "forked") + " this run, so somebody else has to decide.";
  if (const auto to = asked.delegated.find(viewer.name); to != asked.delegated.end()) return "You have handed this to " + to->second + ".";
  const bool is_delegate = std::ranges::any_of(asked.delegated, [&](const auto& one) { return one.second == viewer.name; });
  const bool has_role = std::ranges::any_of(viewer.roles, [&](const std::string& role) { return asked.roles.contains(role); });
  if (!asked.roles.empty() && !has_role && !is_delegate) return "This is decided by " + names_text(asked.roles) + ".";
  return is_claimed_by_other(asked, viewer, now) ? asked.claimed_by + " has claimed this." : "";
}

}  // namespace

std::string why_not(const durable::Run& run, const durable::RunCall& call, const Viewer& viewer, durable::Time now) {
  if (call.asked.since) return why_not_they(run, call.asked, viewer, now);
  return viewer.can(Permission::kDecide) ? "" : "You may look at this, but not answer it.";
}

std::string why_not(const durable::Approval& approval, const Viewer& viewer, durable::Time now) {
  const durable::Asked& asked = approval.call.asked;
  if (std::string not_they = why_not_they(approval, asked, viewer, now); !not_they.empty()) return not_they;
  if (std::ranges::any_of(approval.approved, [&](const durable::Decided& one) { return one.who == viewer.name; }))
    return "You have approved this; others have to, too.";
  if (asked.deadline && *asked.deadline <= now && asked.ask.on_deadline != durable::OnDeadline::kHold) return "Its deadline is over.";
  return "";
}

}  // namespace fermata::server
