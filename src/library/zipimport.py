"""Modules in zip files, by zipfile. (CPython's reads them by itself, as it must import zipfile from them.)"""

import importlib._bootstrap as _bootstrap
import importlib._bootstrap_external as _bootstrap_external
import os as _os
import stat as _stat

__all__ = ["ZipImportError", "zipimporter"]


class ZipImportError(ImportError):
    pass


class zipimporter(_bootstrap_external._LoaderBasics):
    """Finds and loads what is in a zip file, or in a folder of one: zipimporter("/tmp/my.zip/folder")."""

    def __init__(self, path):
        path = _os.fsdecode(path)
        if not path:
            raise ZipImportError("archive path is empty", path=path)
        archive, inside = path, []
        while True:
            try:
                mode = _os.stat(archive).st_mode
            except (OSError, ValueError):
                above, name = _os.path.split(archive)
                if above == archive:
                    raise ZipImportError("not a Zip file", path=path) from None
                archive, inside = above, [name, *inside]
                continue
            break
        if not _stat.S_ISREG(mode):
            raise ZipImportError("not a Zip file", path=path)
        self.archive = archive
        self.prefix = "".join([f"{name}/" for name in inside])
        self._files = self._read()

    def _read(self):
        import zipfile

        try:
            with zipfile.ZipFile(self.archive) as file:
                return dict.fromkeys(file.namelist())
        except (OSError, zipfile.BadZipFile):
            raise ZipImportError(f"not a Zip file: {self.archive!r}", path=self.archive) from None

    def invalidate_caches(self):
        try:
            self._files = self._read()
        except ZipImportError:  # it was removed
            self._files = {}

    def _found(self, fullname):
        # The name in the archive, and is it a package?
        path = self.prefix + fullname.rpartition(".")[2]
        for name, package in ((f"{path}/__init__.py", True), (f"{path}.py", False)):
            if name in self._files:
                return name, package
        raise ZipImportError(f"can't find module {fullname!r}", name=fullname)

    def find_spec(self, fullname, target=None):
        path = self.prefix + fullname.rpartition(".")[2]
        try:
            name, package = self._found(fullname)
        except ZipImportError:
            if not any(name.startswith(f"{path}/") for name in self._files):
                return None
            spec = _bootstrap.ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations.append(f"{self.archive}/{path}")
            return spec
        spec = _bootstrap.spec_from_loader(fullname, self, origin=f"{self.archive}/{name}", is_package=package)
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [f"{self.archive}/{path}"]
        return spec

    def is_package(self, fullname):
        return self._found(fullname)[1]

    def get_filename(self, fullname):
        return f"{self.archive}/{self._found(fullname)[0]}"

    def get_data(self, pathname):
        name = pathname.removeprefix(f"{self.archive}/")
        if name not in self._files:
            raise OSError(0, "", name)
        import zipfile

        with zipfile.ZipFile(self.archive) as file:
            return file.read(name)

    def get_source(self, fullname):
        return _bootstrap_external.decode_source(self.get_data(self.get_filename(fullname)))

    def get_code(self, fullname):
        filename = self.get_filename(fullname)
        return compile(self.get_data(filename), filename, "exec", dont_inherit=True)

    def get_resource_reader(self, fullname):
        try:
            if not self.is_package(fullname):
                return None
        except ZipImportError:
            return None
        from importlib.readers import ZipReader

        return ZipReader(self, fullname)

    def __repr__(self):
        return f'<zipimporter object "{self.archive}/{self.prefix}">'
