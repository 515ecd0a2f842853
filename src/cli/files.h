// Files of the command line: program texts, and states, which are never left half written. Called by the commands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/seal.h"
#include "fermata/session.h"

namespace fermata::cli {

class Sessions;

struct ProgramText {
  std::string name;  // for tracebacks
  std::string text;
};

// "-" is standard input. With `absolute` the name is what python3 would call the file: the working directory before it.
// A command's FILE. Throws UsageProblem when there is none.
void check_is_given(const std::string& file);

// The text is in UTF-8, whatever its file is in. Throws UsageProblem, EncodingProblem, in python3's words.
ProgramText read_program(const std::string& path, bool absolute);

// By its first bytes; false for what can't be read.
bool is_state(const std::string& path);
// Throws BadState.
std::unique_ptr<Session> load_state(const std::string& path, const Seal& seal, Sessions& sessions, SessionOptions options = {});
// The id of the key that the file says it was sealed with; nothing when it isn't sealed, or can't be read.
std::optional<std::string> key_id_of(const std::string& path);

// By the ending: ".json" is JSON, anything else MessagePack.
StateEncoding encoding_of(const std::string& path);

// Writes to a temporary file next to `path`, syncs it, and renames it over `path`: a crash leaves either the old file or the
// new one. If another process has written there since this one read or wrote it, that is kept beside it, and told. What isn't a regular
// file (/dev/stdout) is just written. Throws UsageProblem.
void write_state(const std::string& path, const Session& session, const Seal& seal);

// The same with other bytes.
void write_file(const std::string& path, std::string_view bytes);
// All of it; "-" is standard input. Throws UsageProblem.
std::string read_file(const std::string& path);

// All of it, to a file descriptor. A closed pipe ends the process as it ends others, by SIGPIPE. What else goes wrong with
// the standard output is told when the command ends; with standard error there is nowhere to report it.
void write_all(int fd, std::string_view text);
int lost_output();  // errno of what couldn't be written to the standard output; 0: all could

}  // namespace fermata::cli
