// Mounts: files of the host's in a program's tree. A program and a state name a mount by its place alone; whoever starts or loads the
// session says what is there, and what may be done with it.
//
//   Session session(program, {.mounts = {{.at = "/data", .files = host_folder("/srv/reports")}}});
//   session.start();                                             // open("/data/june.csv") reads /srv/reports/june.csv
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fermata {

// What a program does with a file.
struct FileRequest {
  enum class What : uint8_t {
    kStat,          // → one entry; of a link its target is `data`
    kList,          // → the entries of a folder, but for what is neither file, folder nor link
    kRead,          // `count` bytes at `position` → data; less of it at the file's end
    kWrite,         // data at `position` → count
    kResize,        // to `position` bytes
    kMakeFile,      // empty, with mode `count`; EEXIST when there is something
    kMakeFolder,    // with mode `count`
    kRemoveFile,    // or a link
    kRemoveFolder,  // an empty one
    kRename,        // to the path `data`, in place of what is there
    kSetMode,       // to `count`
    kSetTimes,      // of reading and writing, in nanoseconds since 1970, to `position` and `count`
    kClose,         // the open file `handle` isn't used any more
    kLast = kClose,
  };
  What what = What::kStat;
  std::string path{};  // below the mount: "a/b", without empty parts, "." and ".."; empty: the mount itself. Bytes, as Linux has them
  uint64_t position = 0, count = 0;
  std::string data{};
  // Not 0: of an open file, whose number this is. Whoever answers may keep the file open from the first request with a number to kClose;
  // a number that it doesn't know, it opens by its path: a saved session may have moved.
  uint64_t handle = 0;
};

struct FileEntry {
  enum class Kind : uint8_t { kFile, kFolder, kLink, kLast = kLink };
  std::string name{};  // kList
  Kind kind = Kind::kFile;
  uint64_t mode = 0644;  // permissions
  uint64_t size = 0, links = 1;
  uint64_t number = 0;                                  // an inode's; 0: the path stands for it
  int64_t read_ns = 0, written_ns = 0, changed_ns = 0;  // since 1970
};

struct FileAnswer {
  int error = 0;  // an errno of Linux, or 0
  std::string data{};
  uint64_t count = 0;
  std::vector<FileEntry> entries{};
};

// Called on the thread that runs the session, while the program stands still. What it throws leaves the call that made the program run.
using MountedFiles = std::function<FileAnswer(const FileRequest&)>;

struct Mount {
  enum class Mode : uint8_t {
    kRead,
    kOverlay,  // what the program writes is kept in the session, and is in its states
    kWrite,    // it goes through
    kLast = kWrite,
  };
  std::string at{};  // an absolute path of the program's; neither "/" nor in "/dev", nor within another mount
  Mode mode = Mode::kRead;
  // kWrite: how many bytes may be written in all, what a write beyond a file's end skips included, by this process of the session; each new
  // name counts for 4096. 0: no limit.
  uint64_t limit = 256 * 1024 * 1024;
  MountedFiles files{};
};

// A folder of this machine's. Nothing outside is reached, whatever changes meanwhile: paths are resolved below it by the kernel (openat2),
// which follows no link on the way; what a link says is followed in the program's own tree. Files with further names (hard links) are read,
// but not written to; devices, sockets and pipes aren't there. Throws UsageError when it isn't a folder, or the kernel has no openat2.
MountedFiles host_folder(const std::string& folder);

}  // namespace fermata
