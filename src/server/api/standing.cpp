// What goes on until somebody ends it: schedules, whose times begin runs, and webhooks, which are told what happens.
#include "durable/reports.h"
#include "fermata/durable/webhooks.h"
#include "server/api/api.h"
#include "server/api/body.h"
#include "server/api/handlers.h"

namespace fermata::server::api {

namespace {

// Throws NotFound.
template <class One>
One one_of(std::vector<One> all, const std::string& id, const char* kind) {
  for (One& one : all)
    if (one.id == id) return std::move(one);
  throw NotFound("there is no " + std::string(kind) + " " + id);
}

// That of the path, where the viewer may see it.
durable::Schedule schedule_of(Services& services, const Request& request, const Viewer& viewer) {
  return one_of(services.store.schedules(viewer.tenant), request.captures.at("schedule"), "schedule");
}

Response after(Services& services, const Request& request, const Viewer& viewer, void (durable::Store::*transition)(const std::string&)) {
  (services.store.*transition)(schedule_of(services, request, viewer).id);
  return json(data_of(schedule_of(services, request, viewer)));
}

}  // namespace

Response list_schedules(Services& services, const Request& request, const Viewer& viewer) {
  return json(Data::dict({{"schedules", durable::list_of(services.store.schedules(tenant_of(viewer, request.text_of("tenant"))))}}));
}

Response get_schedule(Services& services, const Request& request, const Viewer& viewer) {
  return json(data_of(schedule_of(services, request, viewer)));
}

Response make_schedule(Services& services, const Request& request, const Viewer& viewer) {
  Body body(request);
  durable::NewSchedule schedule{.when = body.needed_text("every"), .zone = body.text_or("zone", "UTC")};
  if (const auto missed = body.text("missed")) {
    const auto known = durable::missed_from(*missed);
    if (!known) throw BadRequest("missed is skip, once or all");
    schedule.missed = *known;
  }
  schedule.run = submission_of(body, request, viewer);
  schedule.run.surroundings.zone.clear();  // its runs have the schedule's
  body.done();
  return {.rest = [&services, viewer, schedule = std::move(schedule)] {
    if (auto problem = compile_problem(services, schedule.run)) return std::move(*problem);
    const durable::Scheduled made = services.store.schedule(schedule);
    return json(data_of(one_of(services.store.schedules(schedule.run.tenant), made.schedule, "schedule")), made.is_new ? 201 : 200);
  }};
}

Response pause_schedule(Services& services, const Request& request, const Viewer& viewer) {
  return after(services, request, viewer, &durable::Store::pause_schedule);
}

Response resume_schedule(Services& services, const Request& request, const Viewer& viewer) {
  return after(services, request, viewer, &durable::Store::resume_schedule);
}

Response delete_schedule(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Schedule schedule = schedule_of(services, request, viewer);
  services.store.unschedule(schedule.id);
  return json(data_of(schedule));
}

Response list_webhooks(Services& services, const Request& request, const Viewer& viewer) {
  const std::string tenant = tenant_of(viewer, request.text_of("tenant"));
  durable::Webhooks webhooks(services.store);
  return json(Data::dict({{"webhooks", durable::list_of(webhooks.all(tenant))}, {"notices", durable::list_of(webhooks.notices(tenant))}}));
}

Response add_webhook(Services& services, const Request& request, const Viewer& viewer) {
  // Workers send there from where they are: who is let do that chooses among the addresses of their network.
  if (!viewer.tenant.empty()) throw durable::Refused("webhooks are made by who isn't of one tenant alone");
  Body body(request);
  durable::NewWebhook webhook{.tenant = body.text_or("tenant", durable::NewWebhook().tenant), .url = body.needed_text("url")};
  for (std::string& type : body.texts("types")) webhook.types.insert(std::move(type));
  webhook.secrets = body.texts("secrets");
  body.done();
  if (webhook.secrets.empty()) throw BadRequest("secrets has to be there, a list of texts, \"whsec_…\"");
  durable::Webhooks webhooks(services.store);
  const std::string id = webhooks.add(webhook);
  return json(data_of(one_of(webhooks.all(webhook.tenant), id, "webhook")), 201);
}

Response delete_webhook(Services& services, const Request& request, const Viewer& viewer) {
  durable::Webhooks webhooks(services.store);
  const durable::Webhook webhook = one_of(webhooks.all(viewer.tenant), request.captures.at("webhook"), "webhook");
  webhooks.remove(webhook.id);
  return json(data_of(webhook));
}

}  // namespace fermata::server::api
