// Worker: a fermata::durable::Worker as fermata/_durable/worker.py uses it, bound as fermata._native.Worker. It is made for one run().
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "fermata/durable/worker.h"
#include "native/store.h"

namespace fermata::python {

class Worker {
 public:
  // Of `hooks` each is a function that is called from the worker's threads, or None:
  //   answer, misfit, failure      as ToolHooks has them
  //   policy(fields of the call, facts of the run, its inputs(), its decisions(), attempt, asked, is_due)
  //                                -> None, when nothing is against it; a str: why it is denied; a tuple: Ask.row()
  //   told(run, what)
  // `table` is the Types that values are made by, the store's with what the worker adds.
  Worker(const Store& store, durable::WorkerOptions options, std::vector<durable::Tool> tools, py::dict hooks, std::string callback_url,
         const py::object& table, const std::string& otlp);

  // Waits for tools that are at work still, which need the GIL.
  ~Worker();

  void run(bool drains);  // without the GIL
  void stop() { worker_->stop(); }
  const std::string& name() const { return worker_->name(); }

 private:
  std::shared_ptr<durable::Store> store_;  // stays open while it works
  std::unique_ptr<durable::Worker> worker_;
};

void define_worker(py::module_& m);

}  // namespace fermata::python
