// What the API's bodies look like, by the names that routes.def uses.
#pragma once

namespace fermata::server {

const char* schemas_json();  // an object: name, JSON Schema

}  // namespace fermata::server
