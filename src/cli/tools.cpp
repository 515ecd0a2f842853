#include "cli/tools.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

#include "cli/commands.h"

namespace fermata::cli {

namespace {

std::string own_folder() {
  char path[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  const std::string file(path, n > 0 ? size_t(n) : 0);
  return file.substr(0, file.rfind('/') + 1);
}

// Beside the command, where the build has it, or in the folder for libraries of the same installation.
std::string plugin_path() {
  const std::string folder = own_folder();
  for (const char* place : {"", "bindings/python/embedding/", FERMATA_LIBRARIES "/"}) {
    std::string path = folder + place + kToolsFile;
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  throw UsageProblem(std::string("--tools and --package need ") + kToolsFile + ", which is neither in " + folder + " nor in " + folder +
                     FERMATA_LIBRARIES + ": this fermata was built without Python");
}

}  // namespace

std::unique_ptr<Tools> open_tools(const ToolsOptions& options) {
  const std::string path = plugin_path();
  // Global: the modules that Python loads later find its functions there. It stays until the process ends: answers point into it.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library) throw UsageProblem(std::string("--tools: ") + dlerror());
  const auto* plugin = static_cast<const ToolsPlugin*>(dlsym(library, kToolsSymbol));
  if (!plugin || std::strcmp(plugin->built_as, kToolsBuild) != 0)
    throw UsageProblem("--tools: " + path + " is from another build than this command");
  std::string problem;
  std::unique_ptr<Tools> tools(plugin->open(options, &problem));
  if (!tools) throw UsageProblem((options.file.empty() ? "--package: " : "--tools: ") + problem);
  return tools;
}

std::vector<Misfit> misfits(Tools& tools, Session& session) {
  std::vector<Misfit> found;
  const auto add = [&](uint64_t call, std::string text) {
    if (!text.empty()) found.push_back({call, std::move(text)});
  };
  const std::vector<TypeDeclaration> known = session.types();
  for (const std::string& name : tools.gone(known)) add(0, "there is no class " + name + " any more, but the program has it");
  if (!tools.maps_old_values()) {
    for (std::string& text : session.misfits(tools.types())) add(0, std::move(text));
  } else {
    for (const TypeDeclaration& type : known)
      session.each_value(type.name, [&](const Data& value) {
        const size_t before = found.size();
        add(0, tools.misfit(value));
        return found.size() == before;
      });
  }
  for (const Call& call : session.pending())
    if (call.kind != Call::Kind::kTimer) add(call.id, tools.misfit(call));
  return found;
}

std::vector<std::string> doubts(Tools& tools, Session& session) {
  std::vector<std::string> found;
  for (const TypeDeclaration& type : session.types()) {
    if (type.kind != ObjectKind::kRecord && type.kind != ObjectKind::kNamedTuple) continue;
    session.each_value(type.name, [&](const Data& value) {
      std::string text = tools.doubt(value);
      if (text.empty()) return true;
      found.push_back(std::move(text));
      return false;
    });
  }
  const auto waits_at = [&](const std::string& file, uint32_t line) {
    return std::ranges::any_of(session.pending(), [&](const Call& call) { return call.file == file && call.line == line; });
  };
  for (const auto& [name, text] : session.view().sources)
    for (const Finding& call : tools.check(text, name))
      if (!waits_at(name, uint32_t(call.line)))
        found.push_back(name + " line " + std::to_string(call.line) + ", if the program comes there: " + call.message);
  return found;
}

}  // namespace fermata::cli
