#include "cli/sessions.h"

namespace fermata::cli {

Sessions::Sessions(bool jailed, uint64_t heap_bytes) {
  if (jailed) jail_needed([&] { jail_.emplace(JailOptions{.heap_bytes = heap_bytes, .one_session = true}); });
}

std::unique_ptr<Session> Sessions::make(const ProgramText& text, SessionOptions options, std::vector<Finding>* findings) {
  if (jail_) return jail_->session(text.text, text.name, std::move(options), findings);
  auto program = Program::compile(text.text, text.name, findings);
  return program ? std::make_unique<Session>(std::move(program), std::move(options)) : nullptr;
}

std::unique_ptr<Session> Sessions::make(SessionOptions options) {
  return jail_ ? jail_->session(std::move(options)) : std::make_unique<Session>(std::move(options));
}

std::unique_ptr<Session> Sessions::load(std::string_view state, SessionOptions options, StateProblem* problem, const Limits* limits) {
  return jail_ ? jail_->load(state, std::move(options), problem, limits) : Session::load(state, std::move(options), problem, limits);
}

std::vector<Finding> Sessions::check(const ProgramText& text, const std::vector<Grant>& functions, const std::vector<std::string>& inputs) {
  return jail_ ? jail_->check(text.text, text.name, functions, inputs) : Program::check(text.text, text.name, functions, inputs);
}

}  // namespace fermata::cli
