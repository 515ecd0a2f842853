#include "compiler/compiler.h"

#include <algorithm>
#include <cassert>

#include "compiler/emitter.h"
#include "compiler/verifier.h"

namespace fermata {

using namespace ast;

namespace {

// The offset of the first statement that is neither the docstring nor a `from __future__ import`; looks for `annotations` on the way.
uint32_t end_of_futures(const Module& module, bool& future_annotations) {
  for (size_t i = 0; i < module.body.size(); i++) {
    const Stmt* statement = module.body[i];
    if (const auto* import = statement->maybe<ImportFrom>(); import && import->level == 0 && import->module == "__future__") {
      for (const Alias* alias : import->names) future_annotations |= alias->name == "annotations";
      continue;
    }
    const auto* text = statement->is<ExprStmt>() ? statement->as<ExprStmt>()->value->maybe<ast::Constant>() : nullptr;
    if (i > 0 || !text || text->constant_kind != ConstantKind::Str) return statement->span.begin.offset;
  }
  return UINT32_MAX;
}

// Finally bodies are compiled several times, and so say everything several times.
void remove_repeated(std::vector<CompileError>& errors) {
  std::vector<CompileError> kept;
  for (CompileError& error : errors) {
    const auto is_same = [&](const CompileError& other) { return other.message == error.message && other.span == error.span; };
    if (std::none_of(kept.begin(), kept.end(), is_same)) kept.push_back(std::move(error));
    if (kept.size() == 100) break;
  }
  errors = std::move(kept);
}

template <class Emit>
CompileResult compile_root(const Source& source, const Node& root, const CompileOptions& options, bool future_annotations,
                           uint32_t futures_end, Emit&& emit) {
  CompileResult result;
  ScopeTable scopes(root, future_annotations, result.errors, options.in_namespace, options.top_level_await);
  if (result.errors.empty()) {
    Compilation compilation{.source = source,
                            .scopes = scopes,
                            .errors = result.errors,
                            .flags = options.flags,
                            .program = options.program,
                            .chunk = options.chunk,
                            .interactive = options.interactive,
                            .future_annotations = future_annotations,
                            .futures_end = futures_end,
                            .folder = {}};
    Emitter emitter(compilation, scopes.root(), nullptr);
    result.code = emit(emitter);
  }
  if (!result.errors.empty()) {
    remove_repeated(result.errors);
    result.code = nullptr;
  }
  assert(!result.code || !verify(*result.code));  // what is compiled here, another process must be able to load
  return result;
}

}  // namespace

bool imports_annotations(const Module& module) {
  bool found = false;
  end_of_futures(module, found);
  return found;
}

CompileResult compile(const Source& source, const Module& module, const CompileOptions& options) {
  bool future_annotations = options.future_annotations;
  const uint32_t futures_end = end_of_futures(module, future_annotations);
  return compile_root(source, module, options, future_annotations, futures_end,
                      [&](Emitter& emitter) { return emitter.emit_module(module); });
}

CompileResult compile(const Source& source, const Expression& expression, const CompileOptions& options) {
  return compile_root(source, expression, options, options.future_annotations, 0,
                      [&](Emitter& emitter) { return emitter.emit_expression(expression); });
}

}  // namespace fermata
