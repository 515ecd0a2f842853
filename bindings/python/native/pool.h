// Pool: a fermata::Jail as fermata/_core/pool.py uses it, bound as fermata._native.Pool. All of it needs the GIL, and lets go of it while a
// process is asked.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "fermata/jail.h"

namespace fermata::python {

namespace py = pybind11;

// Python's JailError.
[[noreturn]] void raise_jail_error(const std::string& message);
// Python's CrashError, as the exception that is being raised.
void set_crash(const JailCrash& crash);

class Pool {
 public:
  Pool(std::shared_ptr<Jail> jail, JailedOptions jailed) : jail_(std::move(jail)), jailed_(std::move(jailed)) {}
  // The same processes, for a tenant's programs.
  std::shared_ptr<Pool> for_tenant(std::string tenant) const;

  // These throw Python's SyntaxError or StateError, and the library's UsageError and JailError.
  std::unique_ptr<Session> session(const std::string& code, const std::string& name, SessionOptions options);
  std::unique_ptr<Session> load(std::string_view state, SessionOptions options, const Limits* limits);
  std::vector<Finding> check(const std::string& code, const std::string& name, const std::vector<Grant>& functions,
                             const std::vector<std::string>& inputs);
  const Jail& jail() const { return *jail_; }

 private:
  const std::shared_ptr<Jail> jail_;
  const JailedOptions jailed_;
};

void define_pool(py::module_& m);

}  // namespace fermata::python
