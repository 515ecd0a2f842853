// Program: compiled source text. Immutable; many sessions, on any threads, may be made from one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/error.h"
#include "fermata/host.h"

namespace fermata {

class Program {
 public:
  // Compiles. When `findings` isn't empty the result is null: syntax errors as CPython words them.
  static std::shared_ptr<const Program> compile(std::string_view source, std::string name, std::vector<Finding>* findings);

  // All that can be said without running: besides what compile() finds, names that are defined nowhere,
  // modules that don't exist, and calls of asynchronous functions that nothing awaits. `functions` and `inputs` are what the host will
  // provide.
  static std::vector<Finding> check(std::string_view source, std::string name, const std::vector<Grant>& functions = {},
                                    const std::vector<std::string>& inputs = {});

  // The names of the modules that programs may import, sorted.
  static std::vector<std::string> modules();

  // What a prompt asks before it compiles what was typed so far. The text should end with a line end.
  enum class Extent : uint8_t {
    kWhole,      // a program, or text that nothing could complete
    kOpenBlock,  // a program whose last statement is a block that may continue
    kPart,       // the beginning of a program: a bracket is open, a block has no body yet
  };
  static Extent extent(std::string_view source);

  const std::string& name() const;
  std::string_view source() const;  // line ends are "\n"

  ~Program();
  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  friend class Session;  // load() makes one from a state's source text
  explicit Program(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata
