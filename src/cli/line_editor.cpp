#include "cli/line_editor.h"

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "base/utf8.h"
#include "cli/files.h"

#ifdef FERMATA_LIBEDIT
#include <histedit.h>
#endif

namespace fermata::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;
void on_interrupt(int) { interrupted = 1; }

// While a line is read Ctrl-C ends the line, not the process. The signal is let in only while somebody waits for input, so that none
// comes unnoticed.
class CatchInterrupt {
 public:
  CatchInterrupt() {
    interrupted = 0;
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, &before_);
    sigset_t block;
    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigprocmask(SIG_BLOCK, &block, &mask_);
  }
  ~CatchInterrupt() {
    sigaction(SIGINT, &before_, nullptr);
    sigprocmask(SIG_SETMASK, &mask_, nullptr);
  }

 private:
  struct sigaction before_ = {};
  sigset_t mask_;
};

// Bytes of standard input: how many, 0 at its end or after an error, -1 when interrupted.
ssize_t wait_and_read(char* buffer, size_t size) {
  sigset_t open;
  sigprocmask(SIG_BLOCK, nullptr, &open);
  sigdelset(&open, SIGINT);
  for (;;) {
    pollfd wait = {STDIN_FILENO, POLLIN, 0};
    const int ready = ppoll(&wait, 1, nullptr, &open);
    if (interrupted) return -1;
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return 0;
    const ssize_t n = ::read(STDIN_FILENO, buffer, size);
    if (n < 0 && errno == EINTR) continue;
    return std::max<ssize_t>(n, 0);
  }
}

}  // namespace

#ifdef FERMATA_LIBEDIT

namespace {

constexpr int kHistoryLines = 2000;

// $FERMATA_HISTORY, or where the XDG specification puts such files. Empty: nowhere.
std::string history_file() {
  if (const char* named = std::getenv("FERMATA_HISTORY")) return named;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state && *state == '/') return std::string(state) + "/fermata/history";
  return home && *home ? std::string(home) + "/.local/state/fermata/history" : "";
}

}  // namespace

struct LineEditor::Editor {
  EditLine* line = nullptr;
  History* history = nullptr;
  HistEvent event = {};
  std::string file = history_file(), prompt;

  static Editor* of(EditLine* line) {
    void* self = nullptr;
    el_get(line, EL_CLIENTDATA, &self);
    return static_cast<Editor*>(self);
  }
  static char* show_prompt(EditLine* line) { return of(line)->prompt.data(); }

  // A character that was typed: 1, or as read(2).
  static int next_character(EditLine*, wchar_t* out) {
    char bytes[utf8::kMaxLength];
    for (size_t n = 0; n < sizeof bytes;) {
      const ssize_t got = wait_and_read(bytes + n, 1);
      if (got <= 0) return int(got);
      const auto lead = static_cast<unsigned char>(bytes[0]);
      const size_t wanted = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      if (++n < wanted) continue;
      const char* at = bytes;
      *out = utf8::is_valid({bytes, n}, utf8::Surrogates::kForbid) ? wchar_t(utf8::next_valid(at)) : L'?';
      return 1;
    }
    return 0;
  }

  Editor() {
    std::setlocale(LC_CTYPE, "C.UTF-8");  // libedit asks how wide characters are
    line = el_init("fermata", stdin, stdout, stderr);
    history = history_init();
    if (!line || !history) return;
    ::history(history, &event, H_SETSIZE, kHistoryLines);
    ::history(history, &event, H_SETUNIQUE, 1);
    if (!file.empty()) ::history(history, &event, H_LOAD, file.c_str());
    el_set(line, EL_CLIENTDATA, this);
    el_set(line, EL_GETCFN, next_character);
    el_set(line, EL_PROMPT, show_prompt);
    el_set(line, EL_EDITOR, "emacs");
    el_set(line, EL_HIST, ::history, history);
    el_set(line, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_source(line, nullptr);  // the user's ~/.editrc
  }
  ~Editor() {
    if (history && !file.empty()) {
      std::error_code ignored;
      std::filesystem::create_directories(std::filesystem::path(file).parent_path(), ignored);
      ::history(history, &event, H_SAVE, file.c_str());
    }
    if (history) history_end(history);
    if (line) el_end(line);
  }

  Event read(const std::string& shown, std::string* out) {
    prompt = shown;
    int count = 0;
    const char* text = el_gets(line, &count);
    if (interrupted) {
      el_reset(line);
      write_all(STDOUT_FILENO, "\n");
      return Event::kInterrupt;
    }
    if (!text || count <= 0) return Event::kEnd;
    *out = std::string(text, size_t(count));
    if (out->ends_with('\n')) out->pop_back();
    if (out->find_first_not_of(" \t") != out->npos) ::history(history, &event, H_ENTER, out->c_str());
    return Event::kLine;
  }
};

#else

struct LineEditor::Editor {
  void* line = nullptr;
  void* history = nullptr;
  Event read(const std::string&, std::string*) { return Event::kEnd; }
};

#endif

LineEditor::LineEditor() : terminal_(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
#ifdef FERMATA_LIBEDIT
  if (terminal_) editor_ = std::make_unique<Editor>();
#endif
  if (editor_ && (!editor_->line || !editor_->history)) editor_.reset();
}

LineEditor::~LineEditor() = default;

LineEditor::Event LineEditor::read(const std::string& prompt, std::string* line) {
  const CatchInterrupt guard;
  if (editor_) return editor_->read(prompt, line);
  if (terminal_) write_all(STDOUT_FILENO, prompt);
  const Event event = read_plain(line);
  if (event == Event::kInterrupt && terminal_) write_all(STDOUT_FILENO, "\n");
  return event;
}

LineEditor::Event LineEditor::read_plain(std::string* line) {
  for (;;) {
    if (const size_t end = buffer_.find('\n'); end != buffer_.npos) {
      *line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      if (line->ends_with('\r')) line->pop_back();
      return Event::kLine;
    }
    if (at_end_) {
      if (buffer_.empty()) return Event::kEnd;
      *line = std::exchange(buffer_, {});
      return Event::kLine;
    }
    char chunk[1 << 14];
    const ssize_t n = wait_and_read(chunk, sizeof chunk);
    if (n > 0) buffer_.append(chunk, size_t(n));
    if (n == 0) at_end_ = true;
    if (n < 0) {
      buffer_.clear();
      return Event::kInterrupt;
    }
  }
}

}  // namespace fermata::cli
