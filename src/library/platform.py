"""What each session has of its own in CPython's platform: what it has found out."""


def __session__():
    yield "_sys_version_cache", {}
    yield "_platform_cache", {}


_Processor.get_fermata = staticmethod(str)  # no process is asked
