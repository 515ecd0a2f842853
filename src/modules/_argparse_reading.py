"""One reading of a list of arguments by a parser of argparse.

Each argument is an option (O), a plain one (A), or "--" (-); these letters in a row are matched with a pattern for each action.
"""

import re as _re

from _argparse_help import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE, suppressed


def _pattern_of(action):
    nargs = action.nargs
    if nargs is None:
        pattern = "(-*A-*)"
    elif nargs == OPTIONAL:
        pattern = "(-*A?-*)"
    elif nargs == ZERO_OR_MORE:
        pattern = "(-*[A-]*)"
    elif nargs == ONE_OR_MORE:
        pattern = "(-*A[A-]*)"
    elif nargs == REMAINDER:
        pattern = "([-AO]*)"
    elif nargs == PARSER:
        pattern = "(-*A[-AO]*)"
    elif nargs == SUPPRESS:
        pattern = "(-*-*)"
    else:
        pattern = f"(-*{'-*'.join('A' * nargs)}-*)"
    # Options don't take "--".
    return pattern.replace("-*", "").replace("-", "") if action.option_strings else pattern


def _error(action, message):
    from argparse import ArgumentError
    raise ArgumentError(action, message)


class Reading:
    def __init__(self, parser, args, namespace):
        self.parser = parser
        self.args = args
        self.namespace = namespace
        self.unknown = []
        self.seen = set()
        self.seen_values = set()  # of those that were given another value than their default
        self.places = parser._get_positional_actions()
        self.rivals = {}
        for group in parser._mutually_exclusive_groups:
            members = group._group_actions
            for member in members:
                self.rivals.setdefault(member, []).extend([other for other in members if other is not member])
        self.options = {}  # by place
        letters = []
        plain_only = False
        for i, arg in enumerate(args):
            if plain_only:
                letters.append("A")
            elif arg == "--":
                letters.append("-")
                plain_only = True
            else:
                option = self.option_of(arg)
                if option is None:
                    letters.append("A")
                else:
                    self.options[i] = option
                    letters.append("O")
        self.letters = "".join(letters)

    def run(self):
        i = 0
        last = max(self.options, default=-1)
        while i <= last:
            option = min([at for at in self.options if at >= i])
            if i != option:
                end = self.take_places(i)
                if end > i:
                    i = end
                    continue
            if i not in self.options:
                self.unknown.extend(self.args[i:option])
                i = option
            i = self.take_option(i)
        end = self.take_places(i)
        self.unknown.extend(self.args[end:])
        self.check_required()
        return self.namespace, self.unknown

    def check_required(self):
        missing = []
        for action in self.parser._actions:
            if action in self.seen:
                continue
            if action.required:
                from argparse import _name_of
                missing.append(_name_of(action))
            elif (isinstance(action.default, str) and hasattr(self.namespace, action.dest) and
                  action.default == getattr(self.namespace, action.dest)):
                # A default that is a text is read as an argument would be.
                setattr(self.namespace, action.dest, self.parser._get_value(action, action.default))
        if missing:
            self.parser.error(f"the following arguments are required: {', '.join(missing)}")
        for group in self.parser._mutually_exclusive_groups:
            if group.required and not [1 for action in group._group_actions if action in self.seen_values]:
                from argparse import _name_of
                names = [_name_of(action) for action in group._group_actions if action.help != SUPPRESS]
                self.parser.error(f"one of the arguments {' '.join(names)} is required")

    # ---- what an argument is

    def option_of(self, arg):
        """(action or None, option string, its value behind '=' or None); None for a plain argument."""
        parser = self.parser
        if not arg or arg[0] not in parser.prefix_chars:
            return None
        known = parser._option_string_actions
        if arg in known:
            return known[arg], arg, None
        if len(arg) == 1:
            return None
        name, equals, value = arg.partition("=")
        if equals and name in known:
            return known[name], name, value
        fitting = self.abbreviated(arg)
        if len(fitting) > 1:
            parser.error(f"ambiguous option: {arg} could match {', '.join([option for _, option, _ in fitting])}")
        if fitting:
            return fitting[0]
        if parser._negative_number_matcher.match(arg) and not parser._has_negative_number_optionals:
            return None
        if " " in arg:
            return None
        return None, arg, None

    def abbreviated(self, arg):
        parser = self.parser
        known = parser._option_string_actions
        if arg[1] in parser.prefix_chars:
            if not parser.allow_abbrev:
                return []
            name, equals, value = arg.partition("=")
            return [(known[option], option, value if equals else None) for option in known if option.startswith(name)]
        found = []
        for option in known:
            if option == arg[:2]:
                found.append((known[option], option, arg[2:]))
            elif option.startswith(arg):
                found.append((known[option], option, None))
        return found

    # ---- taking

    def take(self, action, args, option=None):
        self.seen.add(action)
        value = self.values_of(action, args)
        # A text is the default when no argument gave it: it may be another object after the session was saved.
        if value is not action.default and (args or not isinstance(value, str) or value != action.default):
            self.seen_values.add(action)
            for rival in self.rivals.get(action, ()):
                if rival in self.seen_values:
                    from argparse import _name_of
                    _error(action, f"not allowed with argument {_name_of(rival)}")
        if not suppressed(value):
            action(self.parser, self.namespace, value, option)

    def take_option(self, i):
        action, option, value = self.options[i]
        taken = []
        while True:
            if action is None:
                self.unknown.append(self.args[i])
                return i + 1
            if value is None:
                count = self.count_of(action, self.letters[i + 1:])
                end = i + 1 + count
                taken.append((action, self.args[i + 1:end], option))
                break
            # With a value of its own: "--a=b", "-ab", or "-ab" for "-a -b".
            count = self.count_of(action, "A")
            if count == 0 and option[1] not in self.parser.prefix_chars and value != "":
                taken.append((action, [], option))
                option = option[0] + value[0]
                rest = value[1:] or None
                if option not in self.parser._option_string_actions:
                    _error(action, f"ignored explicit argument {value!r}")
                action = self.parser._option_string_actions[option]
                value = rest
            elif count == 1:
                end = i + 1
                taken.append((action, [value], option))
                break
            else:
                _error(action, f"ignored explicit argument {value!r}")
        for action, args, option in taken:
            self.take(action, args, option)
        return end

    def count_of(self, action, letters):
        match = _re.match(_pattern_of(action), letters)
        if match is not None:
            return len(match[1])
        wanted = {None: "expected one argument", OPTIONAL: "expected at most one argument", ONE_OR_MORE: "expected at least one argument"}
        many = f"expected {action.nargs} argument{'' if action.nargs == 1 else 's'}"
        _error(action, wanted.get(action.nargs, many))

    def take_places(self, i):
        # As many actions as fit what there is up to the next option.
        letters = self.letters[i:]
        counts = []
        for n in range(len(self.places), 0, -1):
            match = _re.match("".join([_pattern_of(action) for action in self.places[:n]]), letters)
            if match is not None:
                counts = [len(group) for group in match.groups()]
                break
        for action, count in zip(self.places, counts):
            args = self.args[i:i + count]
            i += count
            self.take(action, args)
        del self.places[:len(counts)]
        return i

    # ---- values

    def values_of(self, action, args):
        parser = self.parser
        nargs = action.nargs
        if nargs not in (PARSER, REMAINDER) and "--" in args:
            args = list(args)
            args.remove("--")
        if not args and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = parser._get_value(action, value)
                parser._check_value(action, value)
            return value
        if not args and nargs == ZERO_OR_MORE and not action.option_strings:
            if action.default is None:
                return args
            parser._check_value(action, action.default)
            return action.default
        if len(args) == 1 and nargs in (None, OPTIONAL):
            value = parser._get_value(action, args[0])
            parser._check_value(action, value)
            return value
        if nargs == SUPPRESS:
            return SUPPRESS
        values = [parser._get_value(action, arg) for arg in args]
        if nargs == PARSER:
            parser._check_value(action, values[0])
        elif nargs != REMAINDER:
            for value in values:
                parser._check_value(action, value)
        return values
