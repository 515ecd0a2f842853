// libcurl, loaded when the first request is going to be made (shared_library.h). It is here, and no client of our own, for TLS, proxies and
// what servers really do.
#pragma once

#include <curl/curl.h>

namespace fermata::durable {

// Its functions, by their names without "curl_".
struct CurlLibrary {
#define FUNCTION(name) decltype(&curl_##name) name;
#include "durable/http/curl_functions.def"
#undef FUNCTION
};

// Throws StoreError of kind kOpen when it can't be loaded.
const CurlLibrary& libcurl();

}  // namespace fermata::durable
