// gzip of what is answered, for clients that take it.
//
// Not of pages: they hold what proves that a form is ours, beside what programs and others wrote, and whoever can have a browser load them
// and sees how long they are could guess the one by the other (BREACH). The same goes for all that a browser is let see by its cookie, or
// by where it is. What remains are files that everybody may see, and JSON for whoever sends a token in a header, which no other site can.
#pragma once

#include "server/http/message.h"

namespace fermata::server {

// Where the request permits it and it saves anything. `is_public`: everybody may see it.
void compress(const Request& request, bool is_public, Response& response);

}  // namespace fermata::server
