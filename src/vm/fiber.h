// Fiber: a C++ stack of its own on which a session's interpreter runs. Native recursion (parsing, comparing
// and showing nested data, bignum scratch) so happens on a stack of known size with a guard page behind it,
// whatever stack the host's thread has. By law 1 nothing of the program lives on it: a session has a Fiber while it
// runs, and none while it waits. Those whose bodies have ended are pooled, so that having one costs two switches.
#pragma once

#include <functional>
#include <memory>

namespace fermata {

class Fiber {
 public:
  // `body` runs each time resume() is called; when it returns, resume() returns. `large`: for libraries that recurse as deeply as a program
  // likes, up to where they are told to stop.
  explicit Fiber(std::function<void()> body, bool large = false);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void resume();
  // From within body: resume() returns to its caller, and the next one goes on here. So that the host's own code runs on the host's stack.
  void leave();
  bool inside() const;

  static constexpr size_t kStackBytes = 1280 * 1024, kLargeStackBytes = 2048 * 1024;
  // From its upper end; with the address sanitizer it has more.
  static size_t stack_bytes(bool large);

 private:
  struct Impl;
  class Pool;
  static Pool& pool(bool large);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata
