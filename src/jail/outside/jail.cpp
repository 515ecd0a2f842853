#include "fermata/jail.h"

#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

#include "jail/outside/jailed_session.h"

namespace fermata {

class Jail::Impl {
 public:
  explicit Impl(JailOptions options) : link(std::make_shared<jail::ZygoteLink>(std::move(options))), walls(link->walls()) {}
  std::unique_ptr<jail::JailedSession> take(SessionOptions options, JailedOptions jailed) const {
    return std::make_unique<jail::JailedSession>(link, link->take(jailed.tenant), std::move(options), jailed);
  }

  const std::shared_ptr<jail::ZygoteLink> link;
  const std::vector<Wall> walls;
};

Jail::Jail(JailOptions options) : impl_(std::make_shared<Impl>(std::move(options))) {}
Jail::~Jail() = default;

std::unique_ptr<Session> Jail::session(std::string_view source, std::string name, SessionOptions options, std::vector<Finding>* findings,
                                       JailedOptions jailed) {
  std::unique_ptr<jail::JailedSession> session = impl_->take(std::move(options), std::move(jailed));
  if (!session->open(source, name, findings)) return nullptr;
  return session;
}

std::unique_ptr<Session> Jail::session(SessionOptions options, JailedOptions jailed) {
  std::vector<Finding> findings;
  return session("", "<input>", std::move(options), &findings, jailed);
}

std::unique_ptr<Session> Jail::load(std::string_view state, SessionOptions options, StateProblem* problem, const Limits* limits,
                                    JailedOptions jailed) {
  std::unique_ptr<jail::JailedSession> session = impl_->take(std::move(options), std::move(jailed));
  if (!session->load(state, limits, problem)) return nullptr;
  return session;
}

std::vector<Finding> Jail::check(std::string_view source, std::string name, const std::vector<Grant>& functions,
                                 const std::vector<std::string>& inputs, JailedOptions jailed) {
  return impl_->take({}, std::move(jailed))->check(source, name, functions, inputs);
}

const std::vector<Wall>& Jail::walls() const { return impl_->walls; }
JailStats Jail::stats() const { return impl_->link->stats(); }

bool is_jailed(const Session& session) { return dynamic_cast<const jail::JailedSession*>(&session) != nullptr; }
void end_process(Session& session) {
  if (auto* jailed = dynamic_cast<jail::JailedSession*>(&session)) jailed->end_process();
}
int jailed_process(const Session& session) {
  const auto* jailed = dynamic_cast<const jail::JailedSession*>(&session);
  return jailed ? jailed->process() : 0;
}

std::string find_jail_program() {
  if (const char* named = std::getenv("FERMATA_JAIL"); named && *named) return named;
  const auto beside = [](std::string file) -> std::string {
    const size_t slash = file.rfind('/');
    if (slash == file.npos) return "";
    file.resize(slash + 1);
    // In a build or a package, and in an installation: beside it, or in its folder for such programs.
    for (const char* place : {"fermata-jail", "../fermata-jail", "../libexec/fermata-jail"})
      if (access((file + place).c_str(), X_OK) == 0) return file + place;
    return "";
  };
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&find_jail_program), &here) && here.dli_fname)
    if (std::string found = beside(here.dli_fname); !found.empty()) return found;
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n > 0 && size_t(n) < sizeof path ? beside(std::string(path, size_t(n))) : "";
}

}  // namespace fermata
