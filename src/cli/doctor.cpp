// `fermata doctor`: what this machine has for jails, what a jail here makes of it, and what is missing.
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "cli/commands.h"
#include "cli/deploy.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "fermata/jail.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// A figure of a file of lines "Name:  123 kB", in bytes; 0: there is none.
int64_t figure(const std::string& path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name) && line.size() > name.size() && line[name.size()] == ':')
      return std::stoll(line.substr(name.size() + 1)) * 1024;
  return 0;
}

// The memory of a process that others don't have as well.
int64_t own_memory(int process) {
  const std::string path = "/proc/" + std::to_string(process) + "/smaps_rollup";
  return figure(path, "Private_Clean") + figure(path, "Private_Dirty");
}

std::string megabytes(int64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MB", double(bytes) / (1 << 20));
  return text;
}

Data::Pairs machine() {
  utsname system{};
  uname(&system);
  const std::string most = first_line("/proc/sys/user/max_user_namespaces"), actions = first_line("/proc/sys/kernel/seccomp/actions_avail");
  return {{"system", std::string(system.sysname) + " " + system.release + " " + system.machine},
          {"user_namespaces", most.empty() ? Data() : Data(int64_t(std::stoll(most)))},
          {"seccomp_actions", actions.empty() ? Data() : Data(actions)},
          {"memory_bytes", figure("/proc/meminfo", "MemTotal")},
          {"memory_available_bytes", figure("/proc/meminfo", "MemAvailable")}};
}

struct Health {
  std::string program{}, problem{};
  std::vector<Wall> walls{};
  int64_t child_bytes = 0;  // of a child: what it doesn't share with the zygote
};

Health examine() {
  Health health;
  health.program = find_jail_program();
  try {
    Jail jail(JailOptions{.spares = 0});
    health.walls = jail.walls();
    // One that has run something has the pages that any session needs.
    std::vector<Finding> findings;
    const auto session = jail.session("1 + 2", "doctor.py", {}, &findings);
    const Outcome outcome = session->start();
    if (outcome.status != Status::kDone || outcome.result != Data(3))
      health.problem = "a jailed program doesn't run" + (outcome.crash ? ": " + outcome.crash->reason : std::string());
    health.child_bytes = own_memory(jailed_process(*session));
  } catch (const std::exception& error) {
    health.problem = error.what();
  }
  return health;
}

void print_json(const Health& health, Data::Pairs machine) {
  Data::Items walls;
  for (const Wall& wall : health.walls)
    walls.push_back(Data::dict({{"name", wall.name}, {"stands", wall.stands}, {"detail", wall.detail}}));
  const Data report = Data::dict({{"machine", Data::dict(std::move(machine))},
                                  {"program", health.program.empty() ? Data() : Data(health.program)},
                                  {"jail", health.problem.empty()},
                                  {"problem", health.problem.empty() ? Data() : Data(health.problem)},
                                  {"walls", Data::list(std::move(walls))},
                                  {"child_bytes", health.child_bytes}});
  write_all(STDOUT_FILENO, to_json(report) + "\n");
}

void print_table(const Health& health, const Data::Pairs& machine) {
  std::string text;
  const auto row = [&](const std::string& mark, const std::string& name, const std::string& detail) {
    constexpr size_t kWidth = 26;
    text += mark + " " + name + std::string(name.size() < kWidth ? kWidth - name.size() : 1, ' ') + visible_line(detail) + "\n";
  };
  const std::string none = " ", yes = "✓", no = "✗";
  text += "machine\n";
  for (const auto& [name, value] : machine) {
    const std::string& key = name.as_str();
    const std::string detail = value.is_none()          ? "unknown"
                               : key.ends_with("bytes") ? megabytes(value.as_int())
                               : value.is_str()         ? value.as_str()
                                                        : to_json(value);
    row(none, key, detail);
  }
  text += "jail\n";
  row(health.walls.empty() ? no : yes, "fermata-jail", health.program.empty() ? "not found" : health.program);
  for (const Wall& wall : health.walls) row(wall.stands ? yes : no, wall.name, wall.detail);
  if (health.problem.empty()) {
    row(none, "a child's own memory", megabytes(health.child_bytes) + ", once a program has run");
    const bool all = std::all_of(health.walls.begin(), health.walls.end(), [](const Wall& wall) { return wall.stands; });
    text += all ? "Programs can be jailed here, with all walls.\n" : "Programs can be jailed here, without the walls marked ✗.\n";
  } else {
    text += "Programs can't be jailed here: " + visible_line(health.problem) + "\n";
  }
  write_all(STDOUT_FILENO, text);
}

}  // namespace

int doctor_command(const DoctorOptions& options) {
  const bool is_of_store =
      !options.store.where.empty() || !options.tools.empty() || !options.handlers.empty() || !options.functions.empty();
  if (is_of_store) return doctor_of_store(options);
  const Health health = examine();
  if (options.store.json) print_json(health, machine());
  else print_table(health, machine());
  return health.problem.empty() ? kExitDone : kExitRaised;
}

}  // namespace fermata::cli
