#include "cut_wire.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <stdexcept>

namespace fermata::durable {

namespace {

constexpr const char* kSocket = ".s.PGSQL.5432";

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the path of a socket is too long: " + path);
  std::strcpy(address.sun_path, path.c_str());
  return address;
}

bool send_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(size_t(sent));
  }
  return true;
}

std::string receive(int from) {
  char bytes[65536];
  const ssize_t count = recv(from, bytes, sizeof bytes, 0);
  return count > 0 ? std::string(bytes, size_t(count)) : "";
}

size_t length_at(const std::string& text, size_t at) {
  uint32_t length;
  std::memcpy(&length, text.data() + at, sizeof length);
  return ntohl(length);
}

}  // namespace

CutWire::CutWire() { open(); }
CutWire::~CutWire() { close_all(); }

std::string CutWire::over(std::string where) const {
  const size_t at = where.find("host=") + 5, end = where.find('&', at);
  return where.replace(at, end - at, folder_.file(""));
}

void CutWire::open() {
  const std::string path = folder_.file(kSocket);
  unlink(path.c_str());
  const int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = address_of(path);
  if (bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || listen(listening, 16) != 0)
    throw std::runtime_error("can't listen at " + path);
  listening_ = listening;
  thread_ = std::thread([this] { accept_all(); });
}

void CutWire::close_all() {
  const int listening = listening_.exchange(-1);
  if (listening < 0) return;
  thread_.join();
  close(listening);
  for (Line& line : lines_) {
    shutdown(line.client, SHUT_RDWR);
    line.thread.join();
  }
  lines_.clear();
}

void CutWire::accept_all() {
  for (int listening; (listening = listening_) >= 0;) {
    pollfd waits{listening, POLLIN, 0};
    if (poll(&waits, 1, 10) <= 0) continue;
    Line& line = lines_.emplace_back();
    line.client = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    line.server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = address_of(PostgresServer::get().folder() + "/" + kSocket);
    const bool reached = connect(line.server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    line.thread = std::thread([this, &line, reached] {
      if (reached) serve(line);
      shutdown(line.client, SHUT_RDWR);
      close(line.server);
    });
  }
}

void CutWire::serve(Line& line) {
  for (;;) {
    pollfd both[2] = {{line.client, POLLIN, 0}, {line.server, POLLIN, 0}};
    poll(both, 2, -1);
    if (both[1].revents) {
      const std::string bytes = receive(line.server);
      if (bytes.empty() || !send_all(line.client, bytes)) return;
    }
    if (both[0].revents) {
      const std::string bytes = receive(line.client);
      if (bytes.empty()) return;
      line.said += bytes;
      if (!pass_on(line)) return;
    }
  }
}

// A message is a letter, a length that counts itself, and as much text; the first of a connection has no letter.
bool CutWire::pass_on(Line& line) {
  for (;;) {
    const size_t letter = line.began ? 1 : 0;
    if (line.said.size() < letter + 4) return true;
    const size_t size = letter + length_at(line.said, letter);
    if (line.said.size() < size) return true;
    const std::string message = line.said.substr(0, size);
    Cut cut = Cut::kNone;
    if (line.began && is_commit(line, message)) cut = how_.exchange(Cut::kNone);
    line.began = true;
    if (cut == Cut::kBefore) return false;
    if (cut == Cut::kLate) {
      shutdown(line.client, SHUT_RDWR);
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    if (cut != Cut::kNone) {
      // The rest comes with it, up to the sync.
      send_all(line.server, line.said);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return false;
    }
    if (!send_all(line.server, message)) return false;
    line.said.erase(0, size);
  }
}

bool CutWire::is_commit(Line& line, const std::string& message) const {
  constexpr size_t kText = 5;
  const std::string first = message.c_str() + kText;
  if (message[0] == 'P') line.statements[first] = message.c_str() + kText + first.size() + 1;
  if (message[0] != 'B') return false;
  const std::string& statement = line.statements[message.c_str() + kText + first.size() + 1];  // (behind the portal's name)
  if (statement.starts_with("BEGIN")) line.writes = statement.find("READ WRITE") != statement.npos;
  return statement == "COMMIT" && line.writes;
}

}  // namespace fermata::durable
