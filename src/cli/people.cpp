// `fermata token` and `fermata password`: tables of auth.toml.
#include <termios.h>
#include <unistd.h>

#include <iostream>
#include <stdexcept>

#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "server/auth/people.h"
#include "server/auth/secrets.h"

namespace fermata::cli {

namespace {

constexpr size_t kLeastPassword = 8;  // bytes

std::string quoted(const std::string& text, const char* option) {
  std::string out = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') throw UsageProblem(std::string(option) + " takes a text of one line");
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string table_of(const char* kind, const KnownOptions& options, const char* secret, const std::string& hash) {
  if (options.name.empty()) throw UsageProblem("the name is empty");
  std::string may;
  server::Viewer viewer;
  for (const std::string& word : options.may) {
    try {
      server::grant(word, viewer);
    } catch (const std::invalid_argument& error) {
      throw UsageProblem(std::string("--may: ") + error.what());
    }
    may += (may.empty() ? "" : ", ") + quoted(word, "--may");
  }
  std::string text = std::string("[[") + kind + "]]\nname = " + quoted(options.name, "NAME") + "\n" + secret + " = \"" + hash + "\"\n";
  if (!options.tenant.empty()) text += "tenant = " + quoted(options.tenant, "--tenant") + "\n";
  return text + "may = [" + may + "]\n";
}

// A line of standard input; where somebody types it, it isn't shown.
std::string read_secret(const char* prompt) {
  const bool is_typed = isatty(STDIN_FILENO);
  struct termios before;
  if (is_typed) {
    std::cerr << prompt << std::flush;
    if (tcgetattr(STDIN_FILENO, &before) != 0) throw UsageProblem("the terminal's settings can't be read");
    struct termios silent = before;
    silent.c_lflag &= ~tcflag_t(ECHO);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
  }
  std::string line;
  std::getline(std::cin, line);
  if (is_typed) {
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    std::cerr << "\n";
  }
  return line;
}

}  // namespace

int token_command(const KnownOptions& options) {
  const std::string token = server::new_token();
  const std::string table = table_of("token", options, "hash", server::token_hash(token));
  if (options.json) {
    print_report({{"token", token}, {"table", table}});
    return kExitDone;
  }
  complain("the token, which is shown this once: " + token);
  print_line(table);
  return kExitDone;
}

int password_command(const KnownOptions& options) {
  table_of("person", options, "password", "");  // what is wrong is told before anybody types
  const std::string password = read_secret("Password: ");
  if (password.size() < kLeastPassword) throw UsageProblem("a password has " + std::to_string(kLeastPassword) + " characters or more");
  if (password.size() > server::kMostPassword)
    throw UsageProblem("a password has at most " + std::to_string(server::kMostPassword) + " bytes");
  if (isatty(STDIN_FILENO) && read_secret("Again: ") != password) throw UsageProblem("these were two different ones");
  const std::string table = table_of("person", options, "password", server::password_hash(password));
  if (options.json) print_report({{"table", table}});
  else print_line(table);
  return kExitDone;
}

}  // namespace fermata::cli
