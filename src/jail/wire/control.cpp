#include "jail/wire/control.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace fermata::jail {

bool send_packet(int socket, const void* packet, size_t bytes, int descriptor) {
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  iovec part{const_cast<void*>(packet), bytes};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof(int));
  }
  ssize_t n;
  do n = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n == ssize_t(bytes);
}

ssize_t receive_packet(int socket, void* packet, size_t bytes, Descriptor* descriptor, int flags) {
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))];
  iovec part{packet, bytes};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  const ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
  if (n < 0) return n;
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head))
    if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
      int number;
      std::memcpy(&number, CMSG_DATA(head), sizeof number);
      *descriptor = Descriptor(number);
    }
  return n;
}

}  // namespace fermata::jail
