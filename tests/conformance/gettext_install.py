"""gettext.install() and translation().install() put functions into builtins, more than once."""
import builtins
import gettext

gettext.install("app", names=["ngettext", "textdomain"])
print(_("file"), ngettext("file", "files", 2), hasattr(builtins, "textdomain"), hasattr(builtins, "gettext"))


class Loud(gettext.NullTranslations):
    def gettext(self, message):
        return message.upper()


Loud().install(["gettext"])
print(_("file"), builtins.gettext("a"), ngettext("file", "files", 1), Loud.install.__qualname__)
gettext.translation("app", fallback=True).install()
print(_("file"), [name for name in vars(builtins) if "gettext" in name])
