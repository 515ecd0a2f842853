"""The help texts of argparse: what they say, and how they are laid out."""

import re as _re

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."

_blanks = _re.compile(r"\s+", _re.ASCII)
_PART = r"\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+"  # of a usage: what stays on one line


def suppressed(value):
    """Is a program's value SUPPRESS? By its text, since states don't keep which text it was; but no other class is asked."""
    return type(value) is str and value == SUPPRESS


class _Section:
    def __init__(self, formatter, parent, heading=None):
        self.formatter = formatter
        self.parent = parent
        self.heading = heading
        self.items = []  # functions and their arguments

    def format_help(self):
        if self.parent is not None:
            self.formatter._indent()
        inner = self.formatter._join_parts([function(*args) for function, args in self.items])
        if self.parent is not None:
            self.formatter._dedent()
        if not inner:
            return ""
        heading = ""
        if self.heading != SUPPRESS and self.heading is not None:
            heading = f"{' ' * self.formatter._current_indent}{self.heading}:\n"
        return self.formatter._join_parts(["\n", heading, inner, "\n"])


class HelpFormatter:
    """Lays out usage, descriptions and arguments in columns."""

    _Section = _Section

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            width = 80 - 2
        self._prog = prog
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = 0
        self._level = 0
        self._action_max_length = 0
        self._root_section = self._Section(self, None)
        self._current_section = self._root_section

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        self._level -= 1

    def _add_item(self, function, args):
        self._current_section.items.append((function, args))

    # ---- what a parser adds

    def start_section(self, heading):
        self._indent()
        section = self._Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text != SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage != SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help == SUPPRESS:
            return
        longest = max([len(self._format_action_invocation(each)) for each in (action, *self._iter_indented_subactions(action))])
        self._action_max_length = max(self._action_max_length, longest + self._current_indent)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            text = _re.sub(r"\n\n\n+", "\n\n", text).strip("\n") + "\n"
        return text

    def _join_parts(self, parts):
        return "".join([part for part in parts if part and part != SUPPRESS])

    # ---- usage

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % dict(prog=self._prog)
        elif not actions:
            usage = "%(prog)s" % dict(prog=self._prog)
        else:
            prog = "%(prog)s" % dict(prog=self._prog)
            options = [action for action in actions if action.option_strings]
            places = [action for action in actions if not action.option_strings]
            usage = " ".join([text for text in (prog, self._format_actions_usage(options + places, groups)) if text])
            if len(prefix) + len(usage) > self._width - self._current_indent:
                usage = self._spread(prog, prefix, _re.findall(_PART, self._format_actions_usage(options, groups)),
                                     _re.findall(_PART, self._format_actions_usage(places, groups)))
        return f"{prefix}{usage}\n\n"

    def _spread(self, prog, prefix, options, places):
        # A usage over several lines.
        width = self._width - self._current_indent

        def lines_of(parts, indent, used):
            lines, line = [], []
            length = used - 1
            for part in parts:
                if length + 1 + len(part) > width and line:
                    lines.append(indent + " ".join(line))
                    line = []
                    length = len(indent) - 1
                line.append(part)
                length += len(part) + 1
            if line:
                lines.append(indent + " ".join(line))
            return lines

        if len(prefix) + len(prog) <= 0.75 * width:
            indent = " " * (len(prefix) + len(prog) + 1)
            if options:
                lines = lines_of([prog, *options], indent, len(prefix))
                lines[0] = lines[0][len(indent):]
                lines += lines_of(places, indent, len(indent))
            elif places:
                lines = lines_of([prog, *places], indent, len(prefix))
                lines[0] = lines[0][len(indent):]
            else:
                lines = [prog]
        else:
            indent = " " * len(prefix)
            lines = lines_of(options + places, indent, len(indent))
            if len(lines) > 1:
                lines = lines_of(options, indent, len(indent)) + lines_of(places, indent, len(indent))
            lines = [prog] + lines
        return "\n".join(lines)

    def _format_actions_usage(self, actions, groups):
        # Where groups are whole and in one piece they are shown as such; the outer ones first.
        spans = []
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f"empty group {group}")
            if all(member.help == SUPPRESS for member in members):
                continue
            if members[0] in actions:
                start = actions.index(members[0])
                if actions[start:start + len(members)] == members:
                    spans.append((start, start + len(members), group.required))
        spans.sort(key=lambda span: (span[0], -span[1]))
        return " ".join(self._usage_parts(actions, 0, len(actions), spans, False)).strip()

    def _usage_parts(self, actions, i, end, spans, in_group):
        parts = []
        while i < end:
            span = next((each for each in spans if each[0] == i and each[1] <= end), None)
            if span is None:
                parts.append(self._usage_part(actions[i], in_group))
                i += 1
                continue
            inner = self._usage_parts(actions, i, span[1], [each for each in spans if each is not span], True)
            i = span[1]
            if not span[2]:
                parts.append(f"[{' | '.join(inner)}]")
            elif len(inner) > 1:
                parts.append(f"({' | '.join(inner)})")
            else:
                parts += inner
        return [part for part in parts if part]

    def _usage_part(self, action, in_group):
        if action.help == SUPPRESS:
            return ""
        if not action.option_strings:
            part = self._format_args(action, self._get_default_metavar_for_positional(action))
            return part[1:-1] if in_group and part[:1] == "[" and part[-1:] == "]" else part
        if action.nargs == 0:
            part = action.format_usage()
        else:
            part = f"{action.option_strings[0]} {self._format_args(action, self._get_default_metavar_for_optional(action))}"
        return part if action.required or in_group else f"[{part}]"

    # ---- text and arguments

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % dict(prog=self._prog)
        return self._fill_text(text, max(self._width - self._current_indent, 11), " " * self._current_indent) + "\n\n"

    def _format_action(self, action):
        help_position = min(self._action_max_length + 2, self._max_help_position)
        help_width = max(self._width - help_position, 11)
        action_width = help_position - self._current_indent - 2
        margin = " " * self._current_indent
        header = self._format_action_invocation(action)
        first = help_position
        if not action.help:
            parts = [f"{margin}{header}\n"]
        elif len(header) <= action_width:
            parts = [f"{margin}{header:<{action_width}}  "]
            first = 0
        else:
            parts = [f"{margin}{header}\n"]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append(f"{' ' * first}{lines[0]}\n")
                parts += [f"{' ' * help_position}{line}\n" for line in lines[1:]]
        elif not parts[0].endswith("\n"):
            parts.append("\n")
        for each in self._iter_indented_subactions(action):
            parts.append(self._format_action(each))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1)[0]
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join([f"{option} {args}" for option in action.option_strings])

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            shown = action.metavar
        elif action.choices is not None:
            shown = "{" + ",".join([str(choice) for choice in action.choices]) + "}"
        else:
            shown = default_metavar
        return lambda size: shown if isinstance(shown, tuple) else (shown,) * size

    def _format_args(self, action, default_metavar):
        metavars = self._metavar_formatter(action, default_metavar)
        nargs = action.nargs
        if nargs is None:
            return "%s" % metavars(1)
        if nargs == OPTIONAL:
            return "[%s]" % metavars(1)
        if nargs == ZERO_OR_MORE:
            names = metavars(1)
            return "[%s [%s ...]]" % names if len(names) == 2 else "[%s ...]" % names
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % metavars(2)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return "%s ..." % metavars(1)
        if nargs == SUPPRESS:
            return ""
        try:
            form = " ".join(["%s"] * range(nargs).stop)
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return form % metavars(nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if suppressed(params[name]):
                del params[name]
            elif hasattr(params[name], "__name__"):
                params[name] = params[name].__name__
        if params.get("choices") is not None:
            params["choices"] = ", ".join([str(choice) for choice in params["choices"]])
        return self._get_help_string(action) % params

    def _iter_indented_subactions(self, action):
        if hasattr(action, "_get_subactions"):
            self._indent()
            yield from action._get_subactions()
            self._dedent()

    # ---- what subclasses change

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(_blanks.sub(" ", text).strip(), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(_blanks.sub(" ", text).strip(), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Leaves the lines of descriptions as they are."""

    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Leaves the lines of all texts as they are."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds the defaults to the texts."""

    def _get_help_string(self, action):
        text = action.help
        if text is None:
            text = ""
        if "%(default)" not in text and not suppressed(action.default) and (action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE)):
            text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Shows the names of the types in place of the names of the arguments."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


for _cls in (HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter, MetavarTypeHelpFormatter):
    _cls.__module__ = "argparse"
