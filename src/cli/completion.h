// Shell completions and the man page, made from the commands as they are declared. Called by main.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace fermata::cli {

// A script for the shell, "bash", "zsh" or "fish", that completes all of the app's commands, their options, and values of which there are a
// few.
std::string completion_of(const CLI::App& app, const std::string& shell);
// Of all commands, for man(1): troff with the macros of man(7).
std::string man_page_of(const CLI::App& app);

}  // namespace fermata::cli
