// Program::check: everything that can be said about a program without running it.
#include <algorithm>
#include <map>
#include <set>

#include "base/utf8.h"
#include "compiler/compiler.h"
#include "compiler/opcodes.h"
#include "compiler/syntax_warnings.h"
#include "fermata/program.h"
#include "library/module_tables.h"
#include "objects/containers/containers.h"
#include "objects/text/text.h"
#include "session/findings.h"
#include "session/image/image.h"
#include "syntax/parser.h"
#include "vm/suggestions.h"

namespace fermata {

Finding make_finding(const Source& source, Finding::Kind kind, std::string_view type, std::string message, Span span, bool caret) {
  Finding f;
  f.kind = kind;
  f.type = type;
  f.message = std::move(message);
  f.line = span.begin.line;
  f.column = source.character_column(span.begin.line, span.begin.column) + 1;
  f.end_line = span.end.line;
  f.end_column = source.character_column(span.end.line, span.end.column) + 1;
  std::string_view line = source.line(f.line);
  while (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  size_t strip = 0;
  while (strip < line.size() && (line[strip] == ' ' || line[strip] == '\t' || line[strip] == '\f')) ++strip;
  f.text = "  File \"" + source.name() + "\", line " + std::to_string(f.line) + "\n    " + std::string(line.substr(strip)) + "\n";
  const uint32_t length = uint32_t(utf8::count(line));
  uint32_t end = f.end_line == f.line ? f.end_column : length + 1;
  if (f.message.starts_with("expected an indented block")) end = f.column;  // one caret, as CPython
  if (caret && f.column > strip && f.column <= length + 1)
    f.text += "    " + std::string(f.column - 1 - strip, ' ') + std::string(std::max<int>(1, int(end) - int(f.column)), '^') + "\n";
  f.text += f.type + ": " + f.message + "\n";
  return f;
}

Finding warning_finding(const Source& source, const CompileError& warning, std::string_view type) {
  Finding f = make_finding(source, Finding::Kind::kWarning, type, warning.message, warning.span);
  std::string_view line = source.line(f.line);
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r'; };
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  f.text = source.name() + ":" + std::to_string(f.line) + ": " + f.type + ": " + f.message + "\n  " + std::string(line) + "\n";
  return f;
}

std::string warning_text(const Source& source, const ast::Node& tree) {
  std::string text;
  for (const CompileError& warning : syntax_warnings(tree)) {
    if (text.size() > kMostFindingText) break;
    text += warning_finding(source, warning).text;
  }
  return text;
}

Finding syntax_finding(const Source& source, const SyntaxErrorRecord& error) {
  return make_finding(source, Finding::Kind::kSyntax, error.type_name(), error.message, error.span, !error.at_text_end);
}

void Findings::add_errors(const std::vector<CompileError>& errors) {
  for (const CompileError& e : errors)
    add([&](const Source& source) { return make_finding(source, Finding::Kind::kSyntax, "SyntaxError", e.message, e.span); });
}

namespace {

// Builtins that are the host's functions, where it grants them; and why there is nothing else behind them.
const std::map<std::string, std::string> kAskTheHost = {{"input", "nobody can type anything here"}};

// Looks for names and imports in compiled code, nested functions included.
class NameCheck {
 public:
  explicit NameCheck(Findings& findings) : findings_(findings) {}
  std::set<std::string, std::less<>> known;
  std::vector<Span> guarded;        // imports that may fail
  std::vector<Span> guarded_names;  // statements whose names may be missing

  void collect(const CodeUnit& code) {
    each(code, [&](const CodeUnit& c, size_t, Word w) {
      if (op_of(w) == Op::STORE_GLOBAL) known.insert(name(c, bx_of(w)));
      if (op_of(w) == Op::IMPORT_STAR) star_ = true;
    });
  }
  void check(const CodeUnit& code) {
    each(code, [&](const CodeUnit& c, size_t pc, Word w) {
      Op op = op_of(w);
      if (op == Op::LOAD_GLOBAL || op == Op::LOAD_NAME) {
        std::string n = name(c, op == Op::LOAD_GLOBAL ? bx_of(w) : c_of(w));
        if (op == Op::LOAD_NAME && local_stores(c).contains(n)) return;
        if (!known.contains(n) && !star_ && !is_within(guarded_names, span_at(c, pc)))
          add(Finding::Kind::kUnknownName, "NameError", c, pc, [&] { return not_defined_text(n); });
      }
      if (op == Op::IMPORT) {
        std::string n = name(c, c_of(w));
        const ModuleName* module = find_module_name(n);
        if (b_of(w) == 0 && (!module || module->whom != ModuleFor::kPrograms) && !is_within(guarded, span_at(c, pc)))
          add(Finding::Kind::kUnknownImport, "ModuleNotFoundError", c, pc, [&] { return no_module_text(n); });
      }
    });
  }

 private:
  template <class F>
  void each(const CodeUnit& code, F&& f) {
    for (size_t pc = 0; pc < code.words.size(); ++pc) f(code, pc, code.words[pc]);
    for (const Constant& k : code.constants)
      if (k.type == Constant::Type::kCode) each(*k.code, f);
  }
  std::string not_defined_text(const std::string& name) {
    constexpr size_t kMostSuggested = 100;  // nobody reads more, and each is compared with all that is known
    if (!suggested_++) candidates_.assign(known.begin(), known.end());
    return "name '" + name + "' is not defined" + (suggested_ > kMostSuggested ? "" : did_you_mean(suggest_name(name, candidates_)));
  }
  static std::string no_module_text(const std::string& name) {
    const std::string_view why = why_no_module(name);
    return "No module named '" + name + "'" + (why.empty() ? "" : ". " + std::string(why));
  }
  static std::string name(const CodeUnit& code, uint32_t site) { return code.constants[code.sites[site].name].text; }
  const std::set<std::string>& local_stores(const CodeUnit& code) {
    if (stores_of_ == &code) return stores_;
    stores_of_ = &code;
    stores_ = {"__module__", "__qualname__"};
    for (Word w : code.words)
      if (op_of(w) == Op::STORE_NAME) stores_.insert(name(code, c_of(w)));
    return stores_;
  }
  static Span span_at(const CodeUnit& code, size_t pc) {
    const auto after =
        std::upper_bound(code.positions.begin(), code.positions.end(), pc, [](size_t at, const PositionUnit& p) { return at < p.pc; });
    return after == code.positions.begin() ? Span() : std::prev(after)->span;
  }
  static bool is_within(const std::vector<Span>& spans, Span span) {
    return std::ranges::any_of(spans,
                               [&](const Span& s) { return s.begin.offset <= span.begin.offset && span.begin.offset < s.end.offset; });
  }
  template <class Text>
  void add(Finding::Kind kind, std::string_view type, const CodeUnit& code, size_t pc, Text text) {
    findings_.add([&](const Source& source) { return make_finding(source, kind, type, text(), span_at(code, pc)); });
  }

  Findings& findings_;
  bool star_ = false;
  size_t suggested_ = 0;
  std::vector<std::string> candidates_;  // known, once a name isn't
  const CodeUnit* stores_of_ = nullptr;  // the class body whose own names stores_ are
  std::set<std::string> stores_;
};

}  // namespace

std::vector<std::string> Program::modules() { return image_module_names(); }

std::vector<Finding> Program::check(std::string_view text, std::string name, const std::vector<Grant>& functions,
                                    const std::vector<std::string>& inputs) {
  const Source source(std::move(name), text);
  ParseResult parsed = parse_module(source);
  if (!parsed.ok()) return {syntax_finding(source, *parsed.error)};
  Findings findings(source);
  CompileResult compiled = fermata::compile(source, *parsed.module, {.top_level_await = true, .program = true});
  findings.add_errors(compiled.errors);
  if (!compiled.ok()) return findings.all;
  for (const CompileError& w : syntax_warnings(*parsed.module)) findings.add([&](const Source& s) { return warning_finding(s, w); });
  std::set<std::string, std::less<>> asynchronous, plain, refused;
  for (const Grant& function : functions) (function.asynchronous ? asynchronous : plain).insert(function.name);
  for (const CompileError& e : needless_awaits(*parsed.module, plain))
    findings.add([&](const Source& s) { return make_finding(s, Finding::Kind::kArguments, "TypeError", e.message, e.span); });
  for (const auto& [name, why] : kAskTheHost)
    if (!plain.contains(name) && !asynchronous.contains(name) && !std::ranges::count(inputs, name)) refused.insert(name);
  for (const CompileError& e : unguarded_calls(*parsed.module, refused))
    findings.add([&](const Source& s) {
      return make_finding(s, Finding::Kind::kArguments, "PermissionError", e.message + "() is not granted: " + kAskTheHost.at(e.message),
                          e.span);
    });
  for (const CompileError& w : forgotten_awaits(*parsed.module, std::move(asynchronous)))
    findings.add([&](const Source& s) { return warning_finding(s, w, "RuntimeWarning"); });
  NameCheck names(findings);
  for (const Grant& function : functions) names.known.insert(function.name);
  names.known.insert(inputs.begin(), inputs.end());
  for (const char* n : {"__name__", "__doc__", "__file__", "__annotations__", "__builtins__", "__spec__", "__loader__", "__package__"})
    names.known.insert(n);
  for (DictEntry& e : const_cast<Dict*>(shared_image().builtins)->entries)
    if (is<Str>(e.key)) names.known.emplace(as<Str>(e.key)->view());
  names.guarded = guarded_imports(*parsed.module);
  names.guarded_names = guarded_names(*parsed.module);
  names.collect(*compiled.code);
  names.check(*compiled.code);
  std::stable_sort(findings.all.begin(), findings.all.end(),
                   [](const Finding& a, const Finding& b) { return std::tie(a.line, a.column) < std::tie(b.line, b.column); });
  return findings.all;
}

}  // namespace fermata
