#include "fermata/program.h"
#include "compiler/compiler.h"
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
  switch (source_extent(Source("<input>", text))) {
    case SourceExtent::kPart: return Extent::kPart;
    case SourceExtent::kOpenBlock: return Extent::kOpenBlock;
    case SourceExtent::kWhole: break;
  }
  return Extent::kWhole;
}

}  // namespace fermata
