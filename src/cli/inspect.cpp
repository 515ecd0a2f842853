// `fermata inspect`: what a state holds, for people; nothing runs. All that comes from the program is escaped.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "durable/reports.h"

namespace fermata::cli {

namespace {

Data count(uint64_t n) { return n <= uint64_t(INT64_MAX) ? Data(int64_t(n)) : Data::big_int(std::to_string(n)); }

Data names_and_reprs(const std::vector<std::pair<std::string, std::string>>& variables) {
  Data::Pairs pairs;
  for (const auto& [name, value] : variables) pairs.emplace_back(Data(name), Data(value));
  return Data::dict(std::move(pairs));
}

void print_json(Data::Pairs report, const SessionView& view, size_t file_bytes) {
  report.emplace_back("stack", durable::data_of(view.stack));
  report.emplace_back("tasks", durable::list_of(view.tasks));
  report.emplace_back("globals", names_and_reprs(view.globals));
  Data::Pairs limits;
#define LIMIT(name, default_value, unit, since, doc) limits.emplace_back(#name, count(view.limits.name));
#include "base/limits.def"
#undef LIMIT
  report.emplace_back("limits", Data::dict(std::move(limits)));
  report.emplace_back(
      "sizes",
      Data::dict({{"file_bytes", count(file_bytes)}, {"objects", count(view.objects)}, {"heap_bytes", count(view.spent.heap_bytes)}}));
  print_report(std::move(report));
}

// A page of "title     text" lines; a title is shown once.
class Page {
 public:
  void title(const std::string& title) { title_ = title; }
  void line(std::string_view text, size_t indent = 0) {
    std::string start = title_;
    start.resize(std::max<size_t>(kMargin, title_.size() + 1), ' ');
    title_.clear();
    text_ += start + std::string(indent, ' ') + visible_line(text) + "\n";
  }
  const std::string& text() const { return text_; }

 private:
  static constexpr size_t kMargin = 10;
  std::string title_, text_;
};

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\f");
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

void status_lines(Page& page, const Session& session) {
  const Outcome& outcome = session.outcome();
  page.title("status");
  switch (outcome.status) {
    case Status::kExhausted:
      page.line(outcome.limit == "interrupt" ? "interrupted" : "exhausted: the limit of " + outcome.limit + " is used up");
      break;
    case Status::kYielded: page.line("between two time slices"); break;
    default: page.line(to_string(outcome.status));
  }
  if (outcome.status == Status::kDone) {
    page.title("result");
    page.line(repr(outcome.result, hidden_in(session), 2000));
  }
  if (outcome.error) {
    page.title("error");
    page.line(outcome.error->type + (outcome.error->message.empty() ? "" : ": " + outcome.error->message));
  }
}

// Without the variables that are the program's globals, which are listed after all stacks.
void stack_lines(Page& page, const std::string& title, const std::vector<FrameView>& stack, const NamedTexts& globals) {
  page.title(title);
  constexpr size_t kEnds = 20;  // of a deep stack, the frames at both ends are enough
  for (size_t i = 0; i < stack.size(); ++i) {
    if (stack.size() > 2 * kEnds + 1 && i == kEnds) {
      page.line("… " + std::to_string(stack.size() - 2 * kEnds) + " more frames");
      i = stack.size() - kEnds;
    }
    const FrameView& frame = stack[i];
    page.line(frame.function + ", " + frame.file + " line " + std::to_string(frame.line));
    if (const std::string source = trimmed(frame.source_line); !source.empty()) page.line("> " + source, 2);
    if (are_among(frame.locals, globals)) continue;
    for (const auto& [name, value] : frame.locals) page.line(name + " = " + value, 4);
  }
}

void output_lines(Page& page, const std::string& output) {
  if (output.empty()) return;
  page.title("output");
  std::vector<std::string_view> lines;
  for (std::string_view rest = output; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size() - 1);
    lines.push_back(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
  }
  constexpr size_t kShown = 20;
  size_t first = lines.size() > kShown ? lines.size() - kShown : 0;
  if (first) page.line("… " + std::to_string(first) + " lines before");
  for (; first < lines.size(); ++first) {
    std::string_view line = lines[first];
    if (line.ends_with('\n')) line.remove_suffix(1);
    page.line("| " + std::string(line.substr(0, 500)));
  }
}

std::string of(uint64_t spent, uint64_t limit, const char* unit) {
  return std::to_string(spent) + (limit ? " of " + std::to_string(limit) : "") + " " + unit;
}

void spent_lines(Page& page, const SessionView& view) {
  const Spent& spent = view.spent;
  page.title("spent");
  page.line(of(spent.steps, view.limits.steps, "steps"));
  char ms[32];
  std::snprintf(ms, sizeof ms, "%.3f", double(spent.time_ns) / 1e6);
  page.line(ms + (view.limits.time_ms ? " of " + std::to_string(view.limits.time_ms) : std::string()) + " ms");
  page.line(of(spent.heap_bytes, view.limits.heap_bytes, "bytes of heap"));
  page.line(of(spent.output_bytes, view.limits.output_bytes, "bytes of output"));
  page.line(of(spent.host_calls, view.limits.host_calls, "host calls"));
}

// All that there is to say without the key.
int tell_sealed(const std::string& key, bool json) {
  if (json) {
    print_report({{"status", "sealed"}, {"key", key}});
    return kExitDone;
  }
  Page page;
  page.title("status");
  page.line("sealed");
  page.title("key");
  page.line(key);
  write_all(STDOUT_FILENO, page.text());
  return kExitDone;
}

}  // namespace

int inspect_command(const InspectOptions& options) {
  const Seal seal(options.seal);
  if (!seal.is_on())
    if (const std::optional<std::string> key = key_id_of(options.state)) return tell_sealed(*key, options.json);
  Sessions sessions(options.jail);
  const std::unique_ptr<Session> session = load_state(options.state, seal, sessions);
  Data::Pairs report = report_of(*session);  // before the look at it, which leaves garbage in the heap
  const SessionView view = session->view();
  struct stat info = {};
  stat(options.state.c_str(), &info);
  if (options.json) {
    print_json(std::move(report), view, size_t(info.st_size));
    return kExitDone;
  }
  Page page;
  status_lines(page, *session);
  if (!view.pending.empty()) page.title("pending");
  const Hidden hidden = hidden_in(*session);
  for (const Call& call : view.pending) {
    page.line(title_of(call) + ": " + repr(call, hidden, kLongestCall) + ", " + call.file + " line " + std::to_string(call.line));
  }
  if (!view.stack.empty()) stack_lines(page, "stack", view.stack, view.globals);
  constexpr size_t kMostTasks = 50;
  const std::vector<TaskView> others = view.tasks_beside();
  for (size_t i = 0; i < std::min(others.size(), kMostTasks); ++i)
    stack_lines(page, visible_line(others[i].name), others[i].stack, view.globals);
  if (others.size() > kMostTasks) page.line("… " + std::to_string(others.size() - kMostTasks) + " more tasks");
  if (!view.globals.empty()) page.title("globals");
  for (const auto& [name, value] : view.globals) page.line(name + " = " + value);
  output_lines(page, session->output(1));
  spent_lines(page, view);
  page.title("size");
  page.line(std::to_string(info.st_size) + " bytes in the file, " + std::to_string(view.objects) + " objects");
  write_all(STDOUT_FILENO, page.text());
  return kExitDone;
}

}  // namespace fermata::cli
