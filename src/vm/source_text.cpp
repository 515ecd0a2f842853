#include "vm/source_text.h"

#include <algorithm>

#include "base/utf8.h"
#include "compiler/syntax_warnings.h"
#include "compiler/unit_bytes.h"
#include "objects/code/archived_code.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// A single statement is a compound one, or what is on one line.
bool has_several_statements(const ast::Module& module) {
  for (const ast::Stmt* statement : module.body)
    if (statement->span.begin.line != module.body[0]->span.begin.line) return true;
  return false;
}

}  // namespace

SourceMode source_mode(std::string_view name) {
  return name == "eval" ? SourceMode::kEval : name == "single" ? SourceMode::kSingle : SourceMode::kExec;
}

Value syntax_error_parts(Context& cx, const Source& source, Str* filename, std::string_view type, std::string_view message,
                         const Span& span, bool whole, bool at_text_end) {
  const Value cls = dict_get_str(cx.image->builtins, cx.intern(type));
  const auto column = [&](const Position& at) { return Value::small(source.character_column(at.line, at.column) + 1); };
  std::string line(source.line(span.begin.line));
  const bool several = span.end.line > span.begin.line;
  if (whole && !several && !line.ends_with('\n')) line += '\n';
  // The end's column is counted in the first line, too, and not beyond that line's end.
  Value end = at_text_end ? Value::small(-1) : column(span.end);
  if (several && !at_text_end) end = Value::small(std::min(end.as_small(), int64_t(utf8::count(line)) + 1));
  const Value place[] = {Value::object(filename), Value::small(span.begin.line), column(span.begin),
                         new_str(cx, line),       Value::small(span.end.line),   end};
  const Value parts[] = {cls, new_str(cx, message), tuple_of(cx, place)};
  for (Value v : parts)
    if (v.is_outcome()) return v;
  return tuple_of(cx, parts);
}

Value compile_error_parts(Context& cx, const Source& source, Str* filename, const CompileError& error, bool whole) {
  const Value parts = syntax_error_parts(cx, source, filename, "SyntaxError", error.message, error.span, whole);
  const std::string_view name = filename->view();
  if (parts.is_outcome() || !(name.starts_with('<') && name.ends_with('>'))) return parts;
  as<Tuple>(as<Tuple>(parts)->items[2])->items[3] = Value::none();
  return parts;
}

Value syntax_warning_parts(Context& cx, const Source& source, Str* filename, const ast::Node& tree) {
  std::vector<Value> all;
  for (const CompileError& warning : syntax_warnings(tree)) {
    const Value parts = syntax_error_parts(cx, source, filename, "SyntaxWarning", warning.message, warning.span, false);
    if (parts.is_outcome()) return parts;
    const Value one[] = {as<Tuple>(parts)->items[1], Value::small(warning.span.begin.line), as<Tuple>(parts)->items[2]};
    all.push_back(tuple_of(cx, one));
    if (all.back().is_outcome()) return all.back();
  }
  return tuple_of(cx, all);
}

namespace {

// Of text that is charged.
Value parse(Context& cx, Str* filename, SourceMode mode, std::unique_ptr<ParsedText> parsed, std::unique_ptr<ParsedText>* out) {
  const Source& source = parsed->source;
  const bool expression = mode == SourceMode::kEval;
  parsed->tree = expression ? parse_expression(source) : parse_module(source);
  if (const SyntaxErrorRecord* error = parsed->tree.error.get())
    return syntax_error_parts(cx, source, filename, error->type_name(), error->message, error->span, !expression, error->at_text_end);
  if (mode == SourceMode::kSingle && parsed->tree.module->body.empty())
    return syntax_error_parts(cx, source, filename, "SyntaxError", "invalid syntax", {}, false);
  if (mode == SourceMode::kSingle && has_several_statements(*parsed->tree.module))
    return syntax_error_parts(cx, source, filename, "SyntaxError", "multiple statements found while compiling a single statement",
                              parsed->tree.module->body[0]->span, false);
  *out = std::move(parsed);
  return Value();
}

}  // namespace

Value source_too_long(Context& cx, uint64_t bytes, uint64_t longest) {
  return raise(cx, ErrorType::kMemoryError, fmt::format("source text of {} bytes: here it may have up to {}", bytes, longest));
}

Value parse_text(Context& cx, Str* text, Str* filename, SourceMode mode, std::unique_ptr<ParsedText>* out, uint64_t longest) {
  const std::string_view view = text->view();
  // The tree is outside the heap; so is the time it takes to make it.
  if (view.size() > longest) return source_too_long(cx, view.size(), longest);
  std::unique_ptr<ParsedText> parsed(new ParsedText{Outside(cx), Source(std::string(filename->view()), view), {}});
  if (Value full; !parsed->room.take(view.size() * kTreeBytesPerByte, &full)) return full;
  if (!cx.tick(view.size() + 1)) return Value::retry();
  return parse(cx, filename, mode, std::move(parsed), out);
}

Value check_eval(Context& cx, std::string_view who) {
  if (cx.host.allows_eval) return Value::none();
  return raise(cx, ErrorType::kPermissionError,
               fmt::format("{}() is switched off here: write the code out as statements and functions of the program", who));
}

Value compile_tree(Context& cx, const Source& source, const ast::Node& root, Str* filename, SourceMode mode, bool top_level_await,
                   uint32_t flags) {
  const bool single = mode == SourceMode::kSingle;
  const CompileOptions options{
      .flags = flags, .in_namespace = true, .top_level_await = top_level_await, .chunk = single, .interactive = single};
  const CompileResult compiled = root.is<ast::Expression>() ? compile(source, *root.as<ast::Expression>(), options)
                                                            : compile(source, *root.as<ast::Module>(), options);
  if (!compiled.ok()) return compile_error_parts(cx, source, filename, compiled.errors[0], !root.is<ast::Expression>());
  Code* code = make_code(cx, *compiled.code, filename);
  return code ? Value::object(code) : cx.out_of_memory();
}

void forget_file_source(Context& cx, const Str* filename) {
  std::erase_if(cx.file_sources, [&](const auto& source) { return source->name() == filename->view(); });
}

Value loaded_package(Context& cx, std::string_view code, Str* filename, Value warnings) {
  const CodeArchive archive = archive_in(code);
  Code* const loaded = ArchivedCode(cx, archive, true).load(0, filename);
  if (!loaded) return cx.out_of_memory();
  const Value made[] = {Value::object(loaded), warnings};
  return list_of(cx, made);
}

Value compile_package(Context& cx, std::string_view text, Str* filename) {
  auto parsed = std::unique_ptr<ParsedText>(new ParsedText{Outside(cx), Source(std::string(filename->view()), text), {}});
  if (const Value failed = parse(cx, filename, SourceMode::kExec, std::move(parsed), &parsed); !failed.is_unset()) return failed;
  const CompileResult compiled = compile(parsed->source, *parsed->tree.module, {.in_namespace = true});
  if (!compiled.ok()) return compile_error_parts(cx, parsed->source, filename, compiled.errors[0], true);
  const Value warnings = syntax_warning_parts(cx, parsed->source, filename, *parsed->tree.module);
  if (warnings.is_outcome()) return warnings;
  parsed.reset();
  // (The way of all code of packages, so that the same text gives the same objects. What has no such bytes never has.)
  const std::string bytes = pack_unit(*compiled.code);
  if (unpack_unit(bytes, room_of_code(text.size()))) return loaded_package(cx, bytes, filename, warnings);
  Code* const code = make_code(cx, *compiled.code, filename);
  if (!code) return cx.out_of_memory();
  const Value made[] = {Value::object(code), warnings};
  return list_of(cx, made);
}

}  // namespace fermata
