// Host functions that are HTTP services: `--http NAME=URL`, `--http-secret NAME=FILE`. Called by work.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fermata/durable/http_tool.h"

namespace fermata::cli {

class HttpServices {
 public:
  // From the values of the options. Throws UsageProblem.
  HttpServices(const std::vector<std::string>& urls, const std::vector<std::string>& secrets, const std::string& callback_url);

  bool has(const std::string& name) const { return services_.contains(name); }
  std::vector<std::string> names() const;
  // Has a service answer the calls of a tool that bears its name, within the tool's time limit.
  void answer(durable::Tool& tool) const;

 private:
  std::map<std::string, durable::HttpTool> services_;
};

}  // namespace fermata::cli
