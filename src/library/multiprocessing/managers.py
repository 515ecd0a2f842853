"""What a manager gives, the program's threads share as they are: there is no server, and no proxy."""

__all__ = ["BaseManager", "Manager", "Namespace", "SyncManager"]


class Namespace:
    def __init__(self, /, **kwds):
        self.__dict__.update(kwds)

    def __repr__(self):
        shown = sorted(f"{name}={value!r}" for name, value in self.__dict__.items() if name[:1] != "_")
        return f"{type(self).__name__}({', '.join(shown)})"


class BaseManager:
    """Makes objects of the types that are registered."""

    def __init__(self, address=None, authkey=None, *args, **kwargs):
        self.address = address

    def start(self, initializer=None, initargs=()):
        if initializer is not None:
            initializer(*initargs)

    def connect(self):
        raise PermissionError(1, "there is no network here, and no other process to connect to")

    get_server = connect

    def shutdown(self):
        pass

    def join(self, timeout=None):
        pass

    @classmethod
    def register(cls, typeid, callable=None, proxytype=None, exposed=None, method_to_typeid=None, create_method=True):
        if create_method:
            setattr(cls, typeid, lambda self, /, *args, **kwargs: callable(*args, **kwargs))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.shutdown()


class SyncManager(BaseManager):
    def dict(self, *args, **kwargs):
        return dict(*args, **kwargs)

    def list(self, *args):
        return list(*args)

    def Namespace(self, /, **kwds):
        return Namespace(**kwds)

    def Value(self, typecode, value, lock=True):
        from multiprocessing.sharedctypes import Value

        return Value(typecode, value)

    def Array(self, typecode, sequence, lock=True):
        from multiprocessing.sharedctypes import Array

        return Array(typecode, sequence)

    def Pool(self, *args, **kwargs):
        import multiprocessing

        return multiprocessing.Pool(*args, **kwargs)

    def __getattr__(self, name):
        if name in ("Barrier", "BoundedSemaphore", "Condition", "Event", "JoinableQueue", "Lock", "Queue", "RLock", "Semaphore"):
            import multiprocessing

            return getattr(multiprocessing, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def Manager():
    return SyncManager()
