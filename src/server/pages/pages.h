// The pages that people see: pages.def has them all.
#pragma once

#include "server/http/router.h"

namespace fermata::server {

void add_pages(Router& router);

// What a browser is told when no handler answered: 400, 403, 404, 405, 500.
Response error_page(const Viewer& viewer, int status, const std::string& what);

}  // namespace fermata::server
