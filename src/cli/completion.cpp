#include "cli/completion.h"

#include <algorithm>
#include <vector>

#include "cli/report.h"
#include "cli/version.h"

namespace fermata::cli {

namespace {

using Words = std::vector<std::string>;

// An option, or an argument without a name, as scripts need it.
struct Known {
  Words names{};        // "--json", "-c"; of an argument its name
  std::string value{};  // what it takes, "NAME=JSON"; empty: it is a flag
  Words choices{};      // all values that it takes; empty: any
  std::string help{};
  bool several = false;
};
struct Described {
  std::string name{}, help{};
  std::vector<Known> options{}, arguments{};
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

// Of "TEXT:{skip,once,all}".
Words choices_in(const std::string& type) {
  Words choices;
  const size_t begin = type.find(":{"), end = type.find('}');
  if (begin == type.npos || end == type.npos) return choices;
  for (size_t at = begin + 2; at < end;) {
    const size_t next = std::min(type.find(',', at), end);
    choices.push_back(type.substr(at, next - at));
    at = next + 1;
  }
  return choices;
}

Known known_from(const CLI::Option& option) {
  Known known{.help = option.get_description(), .several = option.get_items_expected_max() > 1};
  for (const std::string& name : option.get_snames()) known.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) known.names.push_back("--" + name);
  const std::string type = option.get_type_name();
  known.choices = choices_in(type);
  if (option.get_items_expected_max() > 0) {
    known.value = type.substr(0, type.find(':'));
    if (known.value.empty()) known.value = "TEXT";
  }
  if (known.names.empty()) known.names.push_back(option.get_single_name());
  return known;
}

// With what is in its groups of options.
void add_options(const CLI::App& app, Described& command) {
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? command.arguments : command.options).push_back(known_from(*option));
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); }))
    add_options(*group, command);
}

std::vector<Described> commands_of(const CLI::App& app) {
  std::vector<Described> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); })) {
    commands.push_back({.name = sub->get_name(), .help = sub->get_description()});
    add_options(*sub, commands.back());
  }
  return commands;
}

Words names_of(const std::vector<Known>& options) {
  Words names;
  for (const Known& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// --- bash

std::string for_bash(const std::vector<Described>& commands) {
  Words names;
  std::string values, options;
  for (const Described& command : commands) {
    names.push_back(command.name);
    options += "        " + command.name + ") words='" + joined(names_of(command.options), " ") + "' ;;\n";
    Words free;
    for (const Known& option : command.options)
      for (const std::string& name : option.names) {
        if (!option.choices.empty()) values += "      " + command.name + ":" + name + ") words='" + joined(option.choices, " ") + "' ;;\n";
        else if (!option.value.empty()) free.push_back(command.name + ":" + name);
      }
    if (!free.empty()) values += "      " + joined(free, "|") + ") return ;;\n";
    for (const Known& argument : command.arguments)
      if (!argument.choices.empty())
        values += "      " + command.name + ":" + command.name + ") words='" + joined(argument.choices, " ") + "' ;;\n";
  }
  return R"(# fermata completion bash >~/.local/share/bash-completion/completions/fermata
# What has no words of its own is completed as bash does it: by names of files.
_fermata() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=')" +
         joined(names, " ") + R"('
  else
    case $command:$before in
)" + values +
         R"(      *)
        [[ $word == -* ]] || return
        case $command in
)" + replaced(options, "        ", "          ") +
         R"(        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _fermata fermata
)";
}

// --- zsh

std::string zsh_text(const std::string& text) {
  std::string plain = replaced(text, "\\", "\\\\");
  for (const char* special : {"[", "]", ":"}) plain = replaced(plain, special, std::string("\\") + special);
  return replaced(plain, "'", "'\\''");
}

std::string for_zsh(const std::vector<Described>& commands) {
  std::string list, cases;
  for (const Described& command : commands) {
    list += "      '" + command.name + ":" + zsh_text(command.help) + "'\n";
    cases += "    " + command.name + ")\n      _arguments";
    for (const Known& option : command.options)
      for (const std::string& name : option.names) {
        cases += " \\\n        '" + std::string(option.several ? "*" : "") + name + "[" + zsh_text(option.help) + "]";
        if (!option.value.empty())
          cases += ":" + zsh_text(option.value) + ":" + (option.choices.empty() ? "_files" : "(" + joined(option.choices, " ") + ")");
        cases += "'";
      }
    Words choices;
    for (const Known& argument : command.arguments) choices.insert(choices.end(), argument.choices.begin(), argument.choices.end());
    cases += " \\\n        '*:argument:" + (choices.empty() ? "_files" : "(" + joined(choices, " ") + ")") + "' ;;\n";
  }
  return "#compdef fermata\n# fermata completion zsh >~/.zfunc/_fermata, with ~/.zfunc in $fpath\n_fermata() {\n  if ((CURRENT == 2)); "
         "then\n    local "
         "-a commands=(\n" +
         list +
         "    )\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case "
         "$command in\n" +
         cases + "  esac\n}\nif [[ $funcstack[1] == _fermata ]]; then _fermata \"$@\"; else compdef _fermata fermata; fi\n";
}

// --- fish

std::string fish_text(const std::string& text) { return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'"; }

std::string for_fish(const std::vector<Described>& commands) {
  std::string text = "# fermata completion fish >~/.config/fish/completions/fermata.fish\n";
  for (const Described& command : commands)
    text += "complete -c fermata -n __fish_use_subcommand -f -a " + command.name + " -d " + fish_text(command.help) + "\n";
  for (const Described& command : commands) {
    const std::string begin = "complete -c fermata -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const Known& option : command.options) {
      text += begin;
      for (const std::string& name : option.names) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty()) text += " -x -a " + fish_text(joined(option.choices, " "));
      else if (!option.value.empty()) text += " -r";
      text += " -d " + fish_text(option.help) + "\n";
    }
    for (const Known& argument : command.arguments)
      if (!argument.choices.empty()) text += begin + " -f -a " + fish_text(joined(argument.choices, " ")) + "\n";
  }
  return text;
}

// --- man

std::string troff_text(const std::string& text) {
  std::string plain = replaced(replaced(replaced(text, "\\", "\\e"), "-", "\\-"), "\n.", "\n\\&.");
  plain = replaced(plain, "\n'", "\n\\&'");
  return plain.starts_with('.') || plain.starts_with('\'') ? "\\&" + plain : plain;
}

std::string synopsis_of(const Described& command) {
  std::string text = "fermata " + command.name;
  for (const Known& argument : command.arguments) text += " " + argument.names[0] + (argument.several ? "..." : "");
  return text;
}

}  // namespace

std::string completion_of(const CLI::App& app, const std::string& shell) {
  const std::vector<Described> commands = commands_of(app);
  return shell == "bash" ? for_bash(commands) : shell == "zsh" ? for_zsh(commands) : for_fish(commands);
}

std::string man_page_of(const CLI::App& app) {
  std::string page = ".TH FERMATA 1 \"\" \"fermata " FERMATA_VERSION "\"\n.SH NAME\nfermata \\- " + troff_text(app.get_description()) +
                     "\n.SH SYNOPSIS\n.B fermata\n.I COMMAND\n[options]\n.SH COMMANDS\n";
  for (const Described& command : commands_of(app)) {
    page += ".SS \"" + replaced(troff_text(synopsis_of(command)), "\"", "\\(dq") + "\"\n" + troff_text(command.help) + "\n";
    for (const std::vector<Known>* part : {&command.arguments, &command.options})
      for (const Known& known : *part) {
        page += ".TP\n\\fB" + troff_text(joined(known.names, ", ")) + "\\fR";
        if (part == &command.options && !known.value.empty()) page += " \\fI" + troff_text(known.value) + "\\fR";
        page += "\n" + troff_text(known.help.empty() ? known.names[0] : known.help);
        if (!known.choices.empty()) page += " (" + troff_text(joined(known.choices, ", ")) + ")";
        page += "\n";
      }
  }
  return page + ".SH EXIT STATUS\n" + troff_text(app.get_footer()) + "\n";
}

}  // namespace fermata::cli
