#include <algorithm>

#include "library/_sqlite3/connection.h"

namespace fermata {

Databases& databases_of(Context& cx) { return beside<Databases>(cx, BesidePart::kDatabases); }

Databases::~Databases() {
  for (auto& [record, c] : live)
    while (c->is_running()) c->stop();
  live.clear();
}

void Databases::forget_dead() {
  for (auto& [record, c] : live) c->stop_unmarked();
  end_backups(nullptr);
  for (auto it = live.begin(); it != live.end();) {
    if (Heap::is_marked(it->first)) {
      it->second->forget_unmarked();
      ++it;
      continue;
    }
    it->second->record = nullptr;
    dead.push_back(std::move(it->second));
    it = live.erase(it);
  }
  for (auto& [data, disk] : disks) {
    if (disk->data && !Heap::is_marked(disk->data)) disk->data = nullptr;
    if (disk->node && !Heap::is_marked(disk->node)) disk->node = nullptr;
  }
  dead.clear();  // (what they have not committed goes)
  std::erase_if(disks, [](const auto& entry) { return !entry.second->opened && !entry.second->data; });
}

SqliteConnection* Databases::find(List* record) {
  const auto found = live.find(record);
  return found == live.end() ? nullptr : found->second.get();
}

SqliteConnection& Databases::of(Context& cx, List* record) {
  if (SqliteConnection* there = find(record)) return *there;
  return *(live[record] = std::make_unique<SqliteConnection>(cx, record));
}

void Databases::close(List* record) { live.erase(record); }

SqliteDisk& Databases::disk(ByteArray* data, Instance* node) {
  auto& made = disks[data];
  if (!made || made->data != data) {
    if (made && made->opened) gone.push_back(std::move(made));
    made = std::make_unique<SqliteDisk>();
    made->data = data;
  }
  if (node) made->node = node;
  return *made;
}

bool SqliteConnection::is_lent() const {
  return std::ranges::any_of(databases_of(cx).backups, [&](const auto& entry) { return entry.second.to == this; });
}

void Databases::end_backups(const SqliteConnection* of) {
  std::erase_if(backups, [&](const auto& entry) {
    const SqlBackup& b = entry.second;
    if (of ? b.from != of && b.to != of : Heap::is_marked(entry.first)) return false;
    const SqliteScope scope(b.to);
    sqlite().backup_finish(b.backup);
    return true;
  });
}

std::string Databases::before_save() {
  for (auto& [record, connection] : live)
    if (std::string why = connection->before_save(); !why.empty()) return why;
  return {};
}

}  // namespace fermata
