// Sandboxes: sessions that are fed one text after the other, as code interpreters are (/v1/sessions). Between two texts there is nothing of
// one but its state, as bytes, in this server's memory: it costs no process, and it stands still. A server that is started again has none:
// what has to outlive it is a run of the store. All is bounded, for each tenant and in all. From any thread.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fermata/limits.h"
#include "server/auth/viewer.h"
#include "server/running.h"

namespace fermata::server {

struct NewSandbox {
  std::string tenant{}, by{};
  Limits limits{};                 // of each text
  std::chrono::seconds idle{900};  // unused for so long, it is deleted; one that is paused after kLongestPause
  std::string state{};
};

class Sandboxes {
 public:
  static constexpr size_t kMost = 200, kMostOfOne = 20;                                      // those of a tenant; who has none counts alone
  static constexpr size_t kMostBytes = 512 * 1024 * 1024, kMostBytesOfOne = kMostBytes / 4;  // of states
  static constexpr std::chrono::hours kLongestPause{24};

  struct About {
    std::string id, tenant, by;
    Limits limits;
    bool is_busy = false, is_paused = false;
    size_t bytes = 0;
    uint64_t fed = 0;                   // texts
    std::chrono::seconds expires_in{};  // unless it is used
  };

  // They throw NotFound for one that isn't there, or not for the viewer, and durable::Refused for what can't be done now.
  std::string add(NewSandbox sandbox);
  About about(const std::string& id, const Viewer& viewer);
  std::vector<About> list(const Viewer& viewer);  // those that were made first are the first
  void pause(const std::string& id, const Viewer& viewer, bool on);
  void remove(const std::string& id, const Viewer& viewer);  // what runs in it is ended

 private:
  struct Entry;

 public:
  // One at a time uses it, for as long as this lives.
  class Use {
   public:
    Use(Sandboxes& of, std::shared_ptr<Entry> entry) : of_(of), entry_(std::move(entry)) {}
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

    const std::string& state() const;
    const Limits& limits() const;
    Running& running() const;
    void keep(std::string state, bool is_fed);  // throws Refused when there isn't the room: then it is as it was

   private:
    Sandboxes& of_;
    const std::shared_ptr<Entry> entry_;
  };
  std::shared_ptr<Use> use(const std::string& id, const Viewer& viewer);

  void expire(std::chrono::steady_clock::time_point now);  // those that are unused for too long

 private:
  struct Entry {
    std::string id;
    NewSandbox made;
    bool is_busy = false, is_paused = false, is_gone = false;
    uint64_t fed = 0, number = 0;
    std::chrono::steady_clock::time_point used;
    std::unique_ptr<Running> running{};  // of the use
  };

  std::shared_ptr<Entry> find(const std::string& id, const Viewer& viewer) const;
  About about(const Entry& entry) const;
  void check_room(const Entry* without, const NewSandbox& made, size_t bytes) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
  uint64_t made_ = 0;
};

}  // namespace fermata::server
