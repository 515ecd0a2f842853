#include "vm/traceback.h"

#include <algorithm>
#include <deque>
#include <set>

#include "base/source.h"
#include "base/text.h"
#include "base/utf8.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "syntax/parser.h"
#include "vm/host_calls.h"
#include "vm/suggestions.h"

namespace fermata {

namespace {

// The end of a text of many pieces: the oldest are dropped while there are too many bytes.
class Tail {
 public:
  void add(std::string piece) {
    bytes_ += piece.size();
    pieces_.push_back(std::move(piece));
    for (; bytes_ > kMaxTraceback && pieces_.size() > 1; ++dropped_) {
      bytes_ -= pieces_.front().size();
      pieces_.pop_front();
    }
  }
  size_t dropped() const { return dropped_; }
  void append_to(std::string& out) const {
    for (const std::string& piece : pieces_) out += piece;
  }

 private:
  std::deque<std::string> pieces_;
  size_t bytes_ = 0, dropped_ = 0;
};

constexpr size_t kMaxMarkedLine = 64 << 10;  // lines of more bytes get no carets: the expression would be parsed for them

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::string class_line_name(Context& cx, const Class* cls) {
  Value module = dict_get_str(as<Dict>(cls->dict), cx.name(Name::k___module__));
  std::string name(as<Str>(cls->qualname)->view());
  if (is<Str>(module) && as<Str>(module)->view() != "builtins" && as<Str>(module)->view() != "__main__")
    return std::string(as<Str>(module)->view()) + "." + name;
  return name;
}

// A SyntaxError's place, from its arguments (message, (file, line, offset, text, end line, end offset)).
std::string syntax_error_place(Exception* e, std::string* message) {
  auto* args = as<Tuple>(e->args);
  if (args->count < 2 || !is<Str>(args->items[0]) || !is<Tuple>(args->items[1]) || as<Tuple>(args->items[1])->count < 4) return "";
  auto* place = as<Tuple>(args->items[1]);
  *message = std::string(as<Str>(args->items[0])->view());
  auto number = [&](uint32_t i) { return i < place->count && place->items[i].is_small() ? place->items[i].as_small() : 0; };
  std::string file = is<Str>(place->items[0]) ? std::string(as<Str>(place->items[0])->view()) : "<string>";
  std::string out = fmt::format("  File \"{}\", line {}\n", file, number(1));
  if (!is<Str>(place->items[3])) return out;
  std::string_view text = as<Str>(place->items[3])->view();
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  size_t strip = 0;
  while (strip < text.size() && is_blank(text[strip])) ++strip;
  std::string_view shown = text.substr(strip);
  out += fmt::format("    {}\n", shown);
  int64_t offset = number(2), end = place->count > 5 && number(4) == number(1) ? number(5) : 0;
  if (offset >= 1 && end != -1) {
    if (end <= offset) end = offset + 1;
    int64_t from = offset - 1 - int64_t(strip);
    int64_t length = int64_t(utf8::count(shown));
    from = std::min(from, length);
    end = std::min<int64_t>(end, length + int64_t(strip) + 2);
    offset = std::min(offset, end);
    if (from >= 0) out += "    " + std::string(size_t(from), ' ') + std::string(size_t(std::max<int64_t>(1, end - offset)), '^') + "\n";
  }
  return out;
}

void append_stack(Context& cx, Value traceback, std::string& out) {
  Tail lines;
  std::string last_header;
  uint32_t same = 0;
  auto flush = [&] {
    if (same > 3) lines.add(fmt::format("  [Previous line repeated {} more time{}]\n", same - 3, same - 3 == 1 ? "" : "s"));
    same = 0;
  };
  for (Value v = traceback; is<Traceback>(v); v = as<Traceback>(v)->next) {
    auto* t = as<Traceback>(v);
    if (cx.budget.out_of_time()) {
      lines.add("  [The rest is not shown: that takes too long]\n");
      break;
    }
    std::string header = fmt::format("  File \"{}\", line {}, in {}\n", as<Str>(t->code->filename)->view(),
                                     position_at(t->code, t->pc).line, as<Str>(t->code->name)->view());
    if (header != last_header) {
      flush();
      last_header = header;
    }
    if (++same > 3) continue;
    lines.add(header + format_source_line(cx, t->code, t->pc));
  }
  flush();
  if (lines.dropped()) out += fmt::format("  [{} earlier frames are not shown]\n", lines.dropped());
  lines.append_to(out);
}

// What was raised, and its notes.
std::pair<std::string, std::string> last_lines(Context& cx, Exception* e, const ExceptionText& text_of) {
  std::string out, text;
  if (is_subclass(e->cls, error_class(cx, ErrorType::kSyntaxError))) {
    out = cut_text(syntax_error_place(e, &text));
    if (out.empty()) text = text_of(Value::object(e));
  } else {
    text = text_of(Value::object(e));
  }
  text = cut_text(text) + suggestion_for(cx, e);
  out += cut_text(class_line_name(cx, e->cls));
  if (!text.empty()) out += ": " + text;
  out += "\n";
  std::string notes;
  if (is<Dict>(e->attributes)) {
    Value list = dict_get_str(as<Dict>(e->attributes), cx.name(Name::k___notes__));
    if (is<List>(list)) {
      const auto all = as<List>(list)->items.span();
      for (size_t i = 0; i < all.size(); ++i) {
        if (out.size() + notes.size() > kMaxTraceback || cx.budget.out_of_time()) {
          notes += fmt::format("[{} more notes are not shown]\n", all.size() - i);
          break;
        }
        Value s = is<Str>(all[i]) ? all[i] : str_of(cx, all[i]);
        if (is<Str>(s)) notes += cut_text(as<Str>(s)->view()) + "\n";
      }
    }
  }
  return {out, notes};
}

// An exception, those it comes from, and for groups the tree of what is in them: a box of `+`, `-` and `|`, each level two columns further
// in.
class ChainPrinter {
 public:
  ChainPrinter(Context& cx, const ExceptionText& text_of, int64_t most) : cx_(cx), text_of_(text_of), most_(most) {}

  void print(Exception* e) {
    // The chain is walked outwards first and printed from its beginning.
    std::vector<std::pair<Exception*, const char*>> chain;
    for (Exception* at = e; at;) {
      seen_.insert(at);
      Exception* next = nullptr;
      const char* why = nullptr;
      if (is<Exception>(at->cause)) {
        next = as<Exception>(at->cause);
        why = "\nThe above exception was the direct cause of the following exception:\n\n";
      } else if (is<Exception>(at->context) && !at->suppress_context) {
        next = as<Exception>(at->context);
        why = "\nDuring handling of the above exception, another exception occurred:\n\n";
      }
      if (next && seen_.contains(next)) next = nullptr, why = nullptr;
      chain.emplace_back(at, next ? why : nullptr);
      at = next;
    }
    Tail parts;
    for (size_t i = chain.size(); i-- > 0;) {
      auto [at, why] = chain[i];
      if (depth_ > 0 && too_much()) return;
      if (why) write(why);
      const bool needs_end = needs_end_;
      const bool group = is_subclass(at->cls, error_class(cx_, ErrorType::kBaseExceptionGroup));
      if (const Value within = group ? exception_detail(cx_, at, "exceptions") : Value::none(); is<Tuple>(within)) {
        print_group(at, as<Tuple>(within)->span());
      } else {
        print_stack(at, "Traceback (most recent call last):\n", '|');
        print_last_lines(at);
      }
      if (i > 0) needs_end_ = needs_end;
      if (depth_ == 0) {
        parts.add(std::move(out_));
        out_.clear();
      }
    }
    if (depth_ > 0) return;
    if (parts.dropped()) out_ += fmt::format("[{} earlier exceptions are not shown]\n", parts.dropped());
    parts.append_to(out_);
  }

  std::string take() { return std::move(out_); }

 private:
  static constexpr size_t kMaxWidth = 15;
  static constexpr int kMaxDepth = 10;

  // A group's tree may be much larger than what it is made of.
  bool too_much() {
    if (out_.size() < kMaxTraceback && !cx_.budget.out_of_time()) return false;
    if (!cut_) out_ += indent() + "| [The rest is not shown]\n";
    return cut_ = true;
  }

  std::string indent() const { return std::string(size_t(2 * depth_), ' '); }

  // Lines of text, each after the margin when inside a group.
  void write(std::string_view text, char margin = '|') {
    if (depth_ == 0) {
      out_ += text;
      return;
    }
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      out_ += indent() + margin + ' ';
      out_ += text.substr(0, end);
      text.remove_prefix(end);
    }
  }

  // Only the first line of a message with several has a margin.
  void print_last_lines(Exception* e) {
    const auto [line, notes] = last_lines(cx_, e, text_of_);
    if (depth_) out_ += indent() + "| ";
    out_ += line;
    write(notes);
  }

  void print_stack(Exception* e, std::string_view title, char margin) {
    if (!is<Traceback>(e->traceback) || most_ <= 0) return;
    write(title, margin);
    std::string stack;
    append_stack(cx_, innermost(e->traceback), stack);
    if (Tuple* raised = raised_by_host(cx_, Value::object(e)))
      stack += fmt::format("  File \"<host>\", in {}\n", as<Str>(raised->items[2])->view());
    write(stack);
  }

  // The last `most_` entries that are shown.
  Value innermost(Value stack) const {
    const auto is_shown = [](const Traceback* t) { return !t->code->has(kCodeHidden); };
    int64_t count = 0;
    for (Value v = stack; is<Traceback>(v); v = as<Traceback>(v)->next) count += is_shown(as<Traceback>(v));
    for (; is<Traceback>(stack) && count > most_; stack = as<Traceback>(stack)->next) count -= is_shown(as<Traceback>(stack));
    return stack;
  }

  void print_group(Exception* e, std::span<const Value> parts) {
    if (depth_ > kMaxDepth) return write(fmt::format("... (max_group_depth is {})\n", kMaxDepth));
    const bool outermost = depth_ == 0;
    if (outermost) ++depth_;
    print_stack(e, "Exception Group Traceback (most recent call last):\n", outermost ? '+' : '|');
    print_last_lines(e);
    const size_t shown = std::min(parts.size(), kMaxWidth + 1);
    needs_end_ = false;
    for (size_t i = 0; i < shown && !too_much(); ++i) {
      const bool last = i + 1 == shown, cut = i >= kMaxWidth;
      if (last) needs_end_ = true;  // unless a group inside it draws the line
      out_ +=
          indent() + (i == 0 ? "+-" : "  ") + fmt::format("+---------------- {} ----------------\n", cut ? "..." : std::to_string(i + 1));
      ++depth_;
      if (cut) write(fmt::format("and {} more exception{}\n", parts.size() - kMaxWidth, parts.size() - kMaxWidth > 1 ? "s" : ""));
      else if (is<Exception>(parts[i])) print(as<Exception>(parts[i]));
      if (last && needs_end_) {
        out_ += indent() + "+------------------------------------\n";
        needs_end_ = false;
      }
      --depth_;
    }
    if (outermost) depth_ = 0;
  }

  Context& cx_;
  const ExceptionText& text_of_;
  const int64_t most_;
  std::set<Exception*> seen_;
  std::string out_;
  int depth_ = 0;
  bool needs_end_ = false;
  bool cut_ = false;
};

}  // namespace

Tuple* raised_by_host(Context& cx, Value exception) {
  const Value list = is<Dict>(cx.library_state) ? dict_get_str(as<Dict>(cx.library_state), cx.intern(kRaisedByHost)) : Value();
  if (!is<List>(list)) return nullptr;
  for (Value v : as<List>(list)->items.span()) {
    auto* entry = try_as<Tuple>(v);
    if (entry && entry->count == 3 && entry->items[0] == exception && entry->items[1].is_small() && is<Str>(entry->items[2])) return entry;
  }
  return nullptr;
}

// A module's in a file: as in CPython what the file has now.
const Source* find_file_source(Context& cx, std::string_view name) {
  constexpr size_t kMost = 4;
  if (!cx.host.side || !name.starts_with('/')) return nullptr;
  for (const auto& s : cx.file_sources)
    if (s->name() == name) return s.get();
  const std::optional<std::string> text = cx.host.side->file_text(name);
  if (!text || !utf8::is_valid(*text, utf8::Surrogates::kForbid)) return nullptr;
  if (cx.file_sources.size() == kMost) cx.file_sources.erase(cx.file_sources.begin());
  cx.file_sources.push_back(std::make_shared<Source>(std::string(name), *text));
  return cx.file_sources.back().get();
}

const Source* find_source(Context& cx, std::string_view name) {
  for (const auto& s : cx.sources)
    if (s->name() == name) return s.get();
  return find_file_source(cx, name);
}

Anchors find_anchors(std::string_view segment) {
  Source source("<segment>", segment);
  ParseResult parsed = parse_expression(source);
  Anchors a;
  if (!parsed.ok() || !parsed.expression) return a;
  const ast::Expr* e = parsed.expression->body;
  if (e->is<ast::BinOp>()) {
    auto* b = e->as<ast::BinOp>();
    for (size_t i = b->left->span.end.offset; i < b->right->span.begin.offset; ++i) {
      if (is_blank(segment[i])) continue;
      a = {i, i + 1, true};
      if (i + 1 < b->right->span.begin.offset && !is_blank(segment[i + 1])) ++a.end;
      break;
    }
  } else if (e->is<ast::Subscript>()) {
    auto* s = e->as<ast::Subscript>();
    a = {s->value->span.end.offset, s->slice->span.end.offset + 1, true};
  }
  return a;
}

std::string format_source_line(Context& cx, const Code* code, uint32_t pc) {
  CodePosition p = position_at(code, pc);
  const Source* source = find_source(cx, as<Str>(code->filename)->view());
  if (!source || p.line == 0 || p.line > source->line_count()) return "";
  std::string_view line = source->line(p.line);
  size_t strip = 0;
  while (strip < line.size() && is_blank(line[strip])) ++strip;
  std::string_view shown = line.substr(strip);
  if (shown.empty()) return "";
  std::string out = fmt::format("    {}\n", cut_text(shown));
  if (line.size() > kMaxMarkedLine) return out;
  size_t begin = std::min<size_t>(p.column, line.size());
  size_t end = p.end_line == p.line ? std::min<size_t>(p.end_column, line.size()) : line.size();
  if (p.end_line != p.line)
    while (end > begin && (is_blank(line[end - 1]) || line[end - 1] == '\r')) --end;
  if (begin < strip || end <= begin) return out;
  Anchors anchors;
  if (p.end_line == p.line) anchors = find_anchors(line.substr(begin, end - begin));
  if (end - begin == shown.size() && !anchors.found) return out;
  auto width = [&](size_t from, size_t to) { return utf8::count(line.substr(from, to - from)); };
  out += "    " + std::string(width(strip, begin), ' ');
  if (anchors.found && begin + anchors.end <= end) {
    out += std::string(width(begin, begin + anchors.begin), '~') + std::string(width(begin + anchors.begin, begin + anchors.end), '^') +
           std::string(width(begin + anchors.end, end), '~');
  } else {
    out += std::string(width(begin, end), '^');
  }
  return out + "\n";
}

Place place_at(Context& cx, const Code* code, uint32_t pc) {
  constexpr size_t kMostText = 2'000;
  const CodePosition at = position_at(code, pc);
  Place place{.function = cut_text(as<Str>(code->name)->view(), kMostText),
              .file = cut_text(as<Str>(code->filename)->view(), kMostText),
              .line = at.line};
  const Source* source = find_source(cx, as<Str>(code->filename)->view());
  if (!source || at.line == 0 || at.end_line < at.line || at.end_line > source->line_count()) return place;
  const auto column = [&](uint32_t line, uint32_t byte) { return uint32_t(utf8::count(source->line(line).substr(0, byte))) + 1; };
  place.source_line = cut_text(source->line(at.line), kMostText);
  if (std::max(at.column, at.end_column) > kMaxMarkedLine) return place;
  place.column = column(at.line, at.column);
  place.end_line = at.end_line;
  place.end_column = column(at.end_line, at.end_column);
  return place;
}

void Places::add(const Code* code, uint32_t pc) {
  if (places_.size() == kMostPlaces || code->has(kCodeHidden)) return;
  const auto [known, is_new] = known_.try_emplace({code, pc}, places_.size());
  if (is_new) places_.push_back(place_at(cx_, code, pc));
  else places_.push_back(Place(places_[known->second]));
}

std::vector<Place> Places::take() {
  std::reverse(places_.begin(), places_.end());
  return std::move(places_);
}

std::vector<Place> places_of(Context& cx, Value traceback) {
  std::vector<const Traceback*> entries;
  for (Value v = traceback; is<Traceback>(v); v = as<Traceback>(v)->next) entries.push_back(as<Traceback>(v));
  Places places(cx);
  for (size_t i = entries.size(); i-- > 0;) places.add(entries[i]->code, entries[i]->pc);
  return places.take();
}

std::string cut_text(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::string_view beginning = beginning_of(text, most);
  return std::string(beginning) + fmt::format("... [{} more bytes are not shown]", text.size() - beginning.size());
}

std::string exception_text(Context& cx, Value exception) {
  Value s = str_of(cx, exception);
  if (is<Str>(s)) return std::string(as<Str>(s)->view());
  cx.exception = Value();
  return "<exception str() failed>";
}

std::string format_exception_only(Context& cx, Value exception, const ExceptionText& text_of) {
  const auto [line, notes] = last_lines(cx, as<Exception>(exception), text_of);
  return line + notes;
}

std::string format_exception(Context& cx, Value exception, const ExceptionText& text_of, std::optional<int64_t> most) {
  ChainPrinter printer(cx, text_of, most.value_or(INT64_MAX));
  printer.print(as<Exception>(exception));
  return printer.take();
}

}  // namespace fermata
