#include "compiler/compiler.h"
#include "fermata/program.h"
#include "session/findings.h"
#include "session/session_impl.h"
#include "syntax/parser.h"

namespace fermata {

Program::Program(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Program::~Program() = default;
const std::string& Program::name() const { return impl_->source->name(); }
std::string_view Program::source() const { return impl_->source->text(); }

std::shared_ptr<const Program> Program::compile(std::string_view text, std::string name, std::vector<Finding>* findings) {
  auto impl = std::make_unique<Impl>();
  impl->source = std::make_shared<Source>(std::move(name), text);
  ParseResult parsed = parse_module(*impl->source);
  if (!parsed.ok()) {
    findings->push_back(syntax_finding(*impl->source, *parsed.error));
    return nullptr;
  }
  CompileResult compiled = fermata::compile(*impl->source, *parsed.module, {.top_level_await = true, .program = true});
  if (!compiled.ok()) {
    Findings found(*impl->source);
    found.add_errors(compiled.errors);
    findings->insert(findings->end(), found.all.begin(), found.all.end());
    return nullptr;
  }
  impl->code = compiled.code;
  impl->warnings = warning_text(*impl->source, *parsed.module);
  return std::shared_ptr<const Program>(new Program(std::move(impl)));
}

Program::Extent Program::extent(std::string_view text) {
  const Source source("<input>", text);
  const ParseResult parsed = parse_module(source);
  if (!parsed.ok()) return parsed.error->incomplete ? Extent::kPart : Extent::kWhole;
  if (parsed.module->body.empty()) return Extent::kWhole;
  using ast::NodeKind;
  switch (parsed.module->body.back()->kind) {
    case NodeKind::FunctionDef: case NodeKind::AsyncFunctionDef: case NodeKind::ClassDef: case NodeKind::For: case NodeKind::AsyncFor:
    case NodeKind::While: case NodeKind::If: case NodeKind::With: case NodeKind::AsyncWith: case NodeKind::Match: case NodeKind::Try:
    case NodeKind::TryStar: return Extent::kOpenBlock;
    default: return Extent::kWhole;
  }
}

}  // namespace fermata
