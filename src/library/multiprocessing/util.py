"""What multiprocessing.pool logs, and how it cleans up."""

__all__ = ["Finalize", "debug", "get_logger", "info", "log_to_stderr", "sub_debug", "sub_warning"]


def get_logger():
    import logging

    return logging.getLogger("multiprocessing")


def log_to_stderr(level=None):
    import logging

    logger = get_logger()
    logger.addHandler(logging.StreamHandler())
    if level:
        logger.setLevel(level)
    return logger


def sub_debug(msg, *args):
    pass


debug = info = sub_warning = sub_debug


class Finalize:
    """Calls something once, at the latest when it is called itself."""

    def __init__(self, obj, callback, args=(), kwargs=None, exitpriority=None):
        self._callback, self._args, self._kwargs = callback, args, kwargs or {}

    def __call__(self, wr=None):
        callback, self._callback = self._callback, None
        if callback is not None:
            return callback(*self._args, **self._kwargs)

    def cancel(self):
        self._callback = None

    def still_active(self):
        return self._callback is not None
