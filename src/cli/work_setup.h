// WorkSetup: what `fermata work` and `fermata serve` make of a worker's options: its tools, policy and programs, read from their files.
#pragma once

#include <memory>

#include "cli/commands.h"
#include "fermata/durable/worker.h"

namespace fermata::cli {

class WorkSetup {
 public:
  // Throws UsageProblem, and what the files throw.
  explicit WorkSetup(const WorkOptions& options);
  ~WorkSetup();

  // For a worker that ends before this and `store` do. It tells people on standard error what happens, or as JSON where that is asked for.
  durable::WorkerOptions worker_options(durable::Store& store, std::shared_ptr<durable::Tracer> tracer) const;

 private:
  struct Parts;
  const std::unique_ptr<Parts> parts_;
  durable::WorkerOptions options_;
};

// For --otlp, or what the environment says; null: no spans are sent.
std::shared_ptr<durable::Tracer> tracer_for(const std::string& otlp);

}  // namespace fermata::cli
