// The handlers of pages, as pages.def names them. Each checks nothing that its row says: the permission is there, a POST is the viewer's
// own.
#pragma once

#include "server/http/message.h"

namespace fermata::server {

#define PAGE(method, path, permission, handler) Response handler(Services& services, const Request& request, const Viewer& viewer);
#include "server/pages/pages.def"
#undef PAGE

}  // namespace fermata::server
