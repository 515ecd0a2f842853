#include "server/pages/program_view.h"

#include <algorithm>
#include <map>
#include <span>

#include "base/utf8.h"
#include "compiler/code_archive.h"
#include "serialization/data_text.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

constexpr size_t kWholeLines = 300, kAround = 60;  // of a source

// Where the program stands: the innermost frame whose text is there; else where a pending call was made.
struct Standing {
  std::string file{};
  uint32_t line = 0;
  uint32_t column = 0, end_column = 0;  // on that line; 0: not known
};

Standing place_of(const durable::Moment& moment) {
  const auto& sources = moment.view.sources;
  const auto has_text = [&](const std::string& file) {
    return std::ranges::any_of(sources, [&](const auto& one) { return one.first == file; });
  };
  for (auto frame = moment.view.stack.rbegin(); frame != moment.view.stack.rend(); ++frame) {
    if (!has_text(frame->file)) continue;
    const bool on_one_line = frame->column && frame->end_line == frame->line && frame->end_column > frame->column;
    return {frame->file, frame->line, on_one_line ? frame->column : 0, on_one_line ? frame->end_column : 0};
  }
  for (const Call& call : moment.view.pending)
    if (has_text(call.file)) return {call.file, call.line};
  return {};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    at = end + 1;
  }
  if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  return lines;
}

// How many bytes so many characters take.
size_t bytes_of(std::string_view text, size_t characters) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (characters-- && p < end) p += std::max<size_t>(utf8::decode(p, end).length, 1);
  return size_t(p - text.data());
}

Html code_of(const std::string& line, const Standing& standing, bool lit) {
  if (!lit || !standing.column) return el("code", {}, line.empty() ? " " : line);
  const size_t begin = bytes_of(line, standing.column - 1), end = bytes_of(line, standing.end_column - 1);
  return el("code", {}, line.substr(0, begin), el("mark", {}, line.substr(begin, end - begin)), line.substr(end));
}

using Marks = std::map<uint32_t, std::vector<const durable::RunCall*>>;

Html line_of(uint32_t number, const std::string& line, const Standing& standing, const Marks& marks) {
  const bool lit = number == standing.line;
  const auto made = marks.find(number);
  const bool ran = made != marks.end();
  Html notes;
  if (ran) {
    const durable::RunCall& last = *made->second.back();
    notes = el("span", {{"class", "note"}}, made->second.size() > 1 ? std::to_string(made->second.size()) + " calls, the last: " : "→ ",
               answer_of(last));
  }
  const std::optional<std::string> here = lit ? std::optional<std::string>("true") : std::nullopt;
  return el("li",
            {{"class", lit   ? "lit"
                       : ran ? "ran"
                             : ""},
             {"aria-current", here},
             {"value", std::to_string(number)}},
            code_of(line, standing, lit), notes);
}

Html variables_view(const std::vector<std::pair<std::string, std::string>>& variables) {
  constexpr size_t kMost = 300;
  Html html;
  for (const auto& [name, value] : std::span(variables).first(std::min(variables.size(), kMost)))
    html += all(el("dt", el("code", name)), el("dd", el("code", value)));
  if (variables.size() > kMost) html += all(el("dt", "…"), el("dd", count_of(variables.size() - kMost, "more variable")));
  return html.empty() ? html : el("dl", {{"class", "variables"}}, html);
}

Html frame_view(const FrameView& frame, bool open) {
  const Html variables = variables_view(frame.locals);
  const Html title =
      all(el("code", frame.function), el("span", {{"class", "quiet"}}, " " + frame.file + " line " + std::to_string(frame.line)));
  if (variables.empty()) return el("li", {{"class", "frame"}}, title);
  return el("li", {{"class", "frame"}}, el("details", {{"open", open}}, el("summary", title), variables));
}

// The program's own frames: those of the library say nothing to who decides.
Html frames_view(std::vector<FrameView> stack, const NamedTexts& globals, bool open) {
  constexpr size_t kEnds = 20;  // of a deep stack, the frames at both ends are enough
  std::erase_if(stack, [](const FrameView& frame) { return is_of_library(frame.file); });
  if (stack.empty()) return {};
  for (FrameView& frame : stack)  // at the top level of the program they are the globals, which are listed once
    if (are_among(frame.locals, globals)) frame.locals.clear();
  Html frames;
  for (size_t i = stack.size(); i-- > 0;) {
    if (stack.size() > 2 * kEnds + 1 && i + 1 == stack.size() - kEnds) {
      frames += el("li", "… " + count_of(stack.size() - 2 * kEnds, "more frame"));
      i = kEnds - 1;
    }
    frames += frame_view(stack[i], open && i + 1 == stack.size());
  }
  return el("ol", {{"class", "stack"}}, frames);
}

}  // namespace

Html standing(const durable::Moment& moment) {
  const Standing standing = place_of(moment);
  const std::string where = standing.file.empty() ? "" : " at " + standing.file + " line " + std::to_string(standing.line);
  switch (moment.status) {
    case Status::kPaused: return "It waits" + where + ".";
    case Status::kDone: return all("It ended with ", el("code", repr(moment.result, Hidden(), 500)), ".");
    case Status::kRaised:
      return moment.error ? all("It raised ", el("code", moment.error->type + ": " + moment.error->message), ".") : Html("It raised.");
    case Status::kExhausted: return "Its limit of " + moment.limit + " is used up" + where + ".";
    default: return "It stands" + where + ".";
  }
}

Html source_view(const durable::Moment& moment, const std::vector<durable::RunCall>& calls) {
  const Standing standing = place_of(moment);
  const auto found = std::ranges::find(moment.view.sources, standing.file, [](const auto& one) { return one.first; });
  if (found == moment.view.sources.end()) return {};
  Marks marks;
  for (const durable::RunCall& call : calls)
    if (call.answer && call.call.file == standing.file && call.call.line != standing.line) marks[call.call.line].push_back(&call);
  const std::vector<std::string> lines = lines_of(found->second);
  size_t first = 0, last = lines.size();
  if (lines.size() > kWholeLines) {
    first = standing.line > kAround ? std::min<size_t>(standing.line - kAround, lines.size()) : 0;
    last = std::min(lines.size(), first + 2 * kAround);
  }
  Html list;
  for (size_t i = first; i < last; ++i) list += line_of(uint32_t(i + 1), lines[i], standing, marks);
  const Html cut =
      last - first < lines.size() ? el("p", {{"class", "quiet"}}, "Of " + count_of(lines.size(), "line") + " those around it.") : Html();
  return all(cut,
             el("div", {{"class", "scrolls text"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Source of " + standing.file}},
                el("ol", {{"class", "source"}, {"start", std::to_string(first + 1)}}, list)));
}

Html stack_view(const durable::Moment& moment) {
  Html html = frames_view(moment.view.stack, moment.view.globals, true);
  constexpr size_t kMostTasks = 20;
  const std::vector<TaskView> others = moment.view.tasks_beside();
  for (const TaskView& task : std::span(others).first(std::min(others.size(), kMostTasks)))
    html += el("details", {}, el("summary", task.name), frames_view(task.stack, moment.view.globals, false));
  if (others.size() > kMostTasks) html += el("p", "… " + count_of(others.size() - kMostTasks, "more task"));
  if (moment.view.globals.empty()) return html;
  const Html variables = variables_view(moment.view.globals);
  return all(html, el("details", {{"open", moment.view.stack.size() <= 1}}, el("summary", "Globals"), variables));
}

Html output_view(const std::string& printed) {
  if (printed.empty()) return {};
  constexpr size_t kMost = 20'000;
  const bool cut = printed.size() > kMost;
  size_t begin = cut ? printed.size() - kMost : 0;
  while (begin < printed.size() && utf8::is_continuation(printed[begin])) ++begin;
  return all(cut ? el("p", {{"class", "quiet"}}, "The end of " + count_of(printed.size(), "byte") + ":") : Html(),
             el("pre", {{"class", "output"}, {"tabindex", "0"}}, printed.substr(begin)));
}

Html changes_view(const std::vector<durable::Change>& changes) {
  if (changes.empty()) return el("p", "Nothing differs.");
  Html rows;
  for (const durable::Change& change : changes) {
    Html what;
    if (change.before && !change.before->empty()) what += el("del", {}, *change.before);
    if (change.after && !change.after->empty()) what += el("ins", {}, *change.after);
    rows += el("tr", {}, el("th", {{"scope", "row"}}, change.kind + (change.name.empty() ? "" : " " + change.name)), el("td", what));
  }
  return el("table", {{"class", "changes"}}, el("tbody", rows));
}

}  // namespace fermata::server
