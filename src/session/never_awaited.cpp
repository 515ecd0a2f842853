// Coroutines that nobody awaited. CPython reports one when its last reference goes; here there are no reference counts, so the
// collector notes those that it finds dead before they began (vm/outcomes.cpp), and a program's end reports them and those that
// are still there. What is reported then doesn't depend on when the collector ran.
#include <algorithm>
#include <set>

#include "compiler/syntax_warnings.h"
#include "objects/errors/errors.h"
#include "session/findings.h"
#include "session/session_impl.h"
#include "syntax/parser.h"
#include "vm/interpreter.h"

namespace fermata {

namespace {

std::string message_for(std::string_view name) { return "coroutine '" + std::string(name) + "' was never awaited"; }

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace

// Where a statement of the session's makes the coroutine and drops it, as far as the texts show that; else where one is made and not
// awaited.
Finding Session::Impl::never_awaited_finding(const std::string& name) const {
  const std::set<std::string, std::less<>> asynchronous{std::string(last_part(name))};
  std::optional<Finding> made;
  for (auto source = cx.sources.rbegin(); source != cx.sources.rend(); ++source) {
    const ParseResult parsed = parse_module(**source);
    if (!parsed.ok()) continue;
    const auto finding = [&](Span at) { return warning_finding(**source, {message_for(name), at}, "RuntimeWarning"); };
    const std::vector<CompileError> dropped = dropped_calls(*parsed.module, asynchronous);
    if (!dropped.empty()) return finding(dropped[0].span);
    if (made) continue;
    const std::vector<CompileError> calls = calls_without_await(*parsed.module, asynchronous);
    if (!calls.empty()) made = finding(calls[0].span);
  }
  Finding f = made ? *made : Finding{.kind = Finding::Kind::kWarning, .type = "RuntimeWarning", .message = message_for(name)};
  f.text = "sys:1: RuntimeWarning: " + f.message + "\n";  // as CPython says it of those that live to its end
  return f;
}

void Session::Impl::tell_never_awaited() {
  warnings.clear();
  if (!cx.coroutines_made && cx.never_awaited.empty()) return;
  interpreter->collect(Collection::kPrecise);
  std::map<std::string, uint64_t> alive;
  cx.heap.for_each([&](Object* o) {
    if (is_fresh_coroutine(o)) ++alive[coroutine_name(static_cast<Generator*>(o))];
  });
  for (const auto& [name, count] : alive) cx.never_awaited[name];
  for (auto& [name, found] : cx.never_awaited) {
    const auto living = alive.find(name);
    const uint64_t now = living == alive.end() ? 0 : living->second;
    if (found.dead + now > found.told) warnings.push_back(never_awaited_finding(name));
    found = {.told = now};
  }
  std::erase_if(cx.never_awaited, [](const auto& entry) { return entry.second.told == 0; });
  cx.coroutines_made = !alive.empty();
  std::stable_sort(warnings.begin(), warnings.end(), [](const Finding& a, const Finding& b) { return a.line < b.line; });
  for (const Finding& warning : warnings) write_warnings(warning.text);
}

}  // namespace fermata
