// `fermata serve`: the inbox of a store as pages for the browser.
#include "fermata/server.h"

#include <charconv>

#include "cli/report.h"
#include "cli/stop_on_signal.h"
#include "cli/stores.h"
#include "cli/terminal.h"

namespace fermata::cli {

namespace {

// "127.0.0.1:8321", "[::1]:8321", or a port alone.
void set_place(const std::string& text, server::ServerOptions& options) {
  const size_t colon = text.rfind(':');
  const std::string port = colon == text.npos ? text : text.substr(colon + 1);
  uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (error != std::errc() || end != port.data() + port.size()) throw UsageProblem("--listen takes ADDRESS:PORT, not '" + text + "'");
  options.port = number;
  if (colon == text.npos) return;
  options.address = text.substr(0, colon);
  if (options.address == "localhost") options.address = "127.0.0.1";
  if (options.address.starts_with('[') && options.address.ends_with(']'))
    options.address = options.address.substr(1, options.address.size() - 2);
}

}  // namespace

int serve_command(const ServeOptions& options) {
  const auto store = open_store(options.store, /*makes=*/true);
  server::ServerOptions served{.name = who_is(options.who),
                               .roles = {options.roles.begin(), options.roles.end()},
                               .tenant = options.tenant,
                               .jailed = options.jail,
                               .told = [](const std::string& what) { complain(what); }};
  set_place(options.listen, served);
  try {
    jail_needed([&] {
      server::Server server(*store, served);
      const StopOnSignal stop([&] { server.stop(); });
      const std::string host = served.address == "::1" ? "[::1]" : served.address;
      const std::string address = "http://" + host + ":" + std::to_string(server.port()) + "/";
      if (options.store.json) print_report({{"address", address}});
      else print_line(address);
      server.run();
    });
  } catch (const server::ServerError& error) {
    throw UsageProblem(error.what());
  }
  return kExitDone;
}

}  // namespace fermata::cli
