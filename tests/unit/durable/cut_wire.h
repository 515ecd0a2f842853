// A wire to the PostgreSQL server that is cut where it hurts most: at the COMMIT of a transaction that writes.
#pragma once

#include <atomic>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "databases.h"

namespace fermata::durable {

enum class Cut : uint8_t {
  kNone,
  kBefore,  // the server never hears of it
  kAfter,   // the server has done it, and its answer is lost
  kLate,    // it reaches the server when the client is gone, if that still listens
};

// A Unix socket in a folder of its own, whose bytes go to the server's and back.
class CutWire {
 public:
  CutWire();
  ~CutWire();
  // The URL of `where` over this wire.
  std::string over(std::string where) const;
  // The next COMMIT of a transaction that writes is cut so; later ones aren't.
  void cut_next(Cut how) { how_ = how; }
  bool was_cut() const { return how_ == Cut::kNone; }
  // All that are connected are cut off, and nobody is let in.
  void close_all();
  void open();

 private:
  struct Line {
    int client = -1, server = -1;
    std::string said{};  // by the client, and not yet sent on
    bool began = false, writes = false;
    std::map<std::string, std::string> statements{};  // by their names
    std::atomic<bool> is_over{false};
    std::thread thread{};
  };
  void accept_all();
  void serve(Line& line);
  // Sends on what is whole; false: the line is cut.
  bool pass_on(Line& line);
  bool is_commit(Line& line, const std::string& message) const;

  Folder folder_;
  std::atomic<int> listening_{-1};
  std::atomic<Cut> how_{Cut::kNone};
  std::mutex mutex_;  // of the list
  std::list<Line> lines_;
  std::thread thread_;
};

}  // namespace fermata::durable
