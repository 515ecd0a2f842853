// `fermata serve`: the inbox of a store as pages for the browser; and a worker in the same process, where its options are given.
#include "base/text.h"
#include "server/server.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <thread>

#include "cli/report.h"
#include "cli/stop_on_signal.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "cli/work_setup.h"
#include "fermata/durable/audit.h"
#include "fermata/durable/tracing.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

// "127.0.0.1:8321", "[::1]:8321", or a port alone.
void set_place(const std::string& text, server::ServerOptions& options) {
  const size_t colon = text.rfind(':');
  const std::string port = colon == text.npos ? text : text.substr(colon + 1);
  const auto number = number_from<uint16_t>(port);
  if (!number) throw UsageProblem("--listen takes ADDRESS:PORT, not '" + text + "'");
  options.port = *number;
  if (colon == text.npos) return;
  options.address = text.substr(0, colon);
  if (options.address == "localhost") options.address = "127.0.0.1";
  if (options.address.starts_with('[') && options.address.ends_with(']'))
    options.address = options.address.substr(1, options.address.size() - 2);
}

// Each is added as a line, in one write, so that several servers may share the file; it is opened anew each time, so that it can be moved
// away meanwhile. False: errno says why not.
bool add_line(const std::string& file, const std::string& line) {
  const int fd = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  const bool is_whole = write(fd, line.data(), line.size()) == ssize_t(line.size());
  return close(fd) == 0 && is_whole;
}

// Both go on until either ends, and what ended it is thrown.
void run_both(server::Server& server, durable::Worker& worker) {
  std::exception_ptr problem;
  std::thread working([&] {
    try {
      worker.run();
    } catch (...) {
      problem = std::current_exception();
    }
    server.stop();
  });
  try {
    server.run();
  } catch (...) {
    worker.stop();
    working.join();
    throw;
  }
  worker.stop();
  working.join();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace

int serve_command(const ServeOptions& options) {
  const auto setup = options.works ? std::make_unique<WorkSetup>(options.work) : nullptr;
  const auto opened = open_store(options.store, /*makes=*/true);
  const auto tracer = tracer_for(options.otlp);
  const auto traced = tracer ? opened->traced(tracer) : nullptr;
  durable::Store& store = traced ? *traced : *opened;
  server::ServerOptions served{.name = who_is(options.who),
                               .roles = {options.roles.begin(), options.roles.end()},
                               .tenant = options.tenant,
                               .auth = options.auth,
                               .certificate = options.tls_certificate,
                               .key = options.tls_key,
                               .jailed = options.jail,
                               .connections = options.connections,
                               .connections_of_address = options.connections_of_address,
                               .rate = options.rate,
                               .rate_of_address = options.rate_of_address,
                               .told = [](const std::string& what) { complain(what); }};
  set_place(options.listen, served);
  if (!options.audit.empty()) {
    if (!add_line(options.audit, "")) throw UsageProblem("can't write the audit " + options.audit + ": " + std::strerror(errno));
    served.audit = [file = options.audit](const durable::AuditRecord& record) {
      const std::string line = to_json(data_of(record));
      if (!add_line(file, line + "\n")) complain("can't write the audit " + file + ": " + std::strerror(errno) + ": " + line);
    };
  }
  try {
    jail_needed([&] {
      server::Server server(store, served);
      std::optional<durable::Worker> worker;
      if (setup) worker.emplace(store, setup->worker_options(store, tracer));
      const StopOnSignal stop([&] {
        server.stop();
        if (worker) worker->stop();
      });
      const std::string host = served.address == "::1" ? "[::1]" : served.address;
      const bool is_tls = !served.certificate.empty();
      std::optional<ReloadOnSignal> reload;
      if (is_tls) reload.emplace([&] { server.reload(); });
      const std::string address = (is_tls ? "https://" : "http://") + host + ":" + std::to_string(server.port()) + "/";
      if (options.store.json) print_report({{"address", address}});
      else print_line(address);
      if (worker) run_both(server, *worker);
      else server.run();
    });
  } catch (const server::ServerError& error) {
    throw UsageProblem(error.what());
  }
  return kExitDone;
}

}  // namespace fermata::cli
