// The filter of system calls: calls.def, as a program for the kernel. Made once, by the zygote, and put on by each jailed process.
#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

namespace fermata::jail {

class Filter {
 public:
  Filter();  // throws JailError
  // From here on the calling thread makes only these calls. False: the system refuses (errno).
  bool put_on() const;
  static size_t calls();  // how many are allowed

 private:
  std::vector<sock_filter> program_;
};

}  // namespace fermata::jail
