// Lines that somebody types: edited, with a history, when standard input is a terminal and libedit is there; otherwise just read.
// Called by repl.
#pragma once

#include <memory>
#include <string>

namespace fermata::cli {

class LineEditor {
 public:
  enum class Event : uint8_t { kLine, kEnd, kInterrupt };

  LineEditor();
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  bool is_terminal() const { return terminal_; }
  // The next line without its end. The prompt is shown at a terminal only. kInterrupt: Ctrl-C instead of a line.
  Event read(const std::string& prompt, std::string* line);

 private:
  Event read_plain(std::string* line);

  struct Editor;
  std::unique_ptr<Editor> editor_;
  bool terminal_;
  std::string buffer_;  // read and not taken yet
  bool at_end_ = false;
};

}  // namespace fermata::cli
