#include "durable/http/curl_library.h"

#include "durable/database/shared_library.h"

namespace fermata::durable {

namespace {

CurlLibrary load() {
  const SharedLibrary library("libcurl.so.4", "calling HTTP services needs libcurl", "libcurl4");
  CurlLibrary found{};
#define FUNCTION(name) library.find("curl_" #name, found.name);
#include "durable/http/curl_functions.def"
#undef FUNCTION
  found.global_init(CURL_GLOBAL_DEFAULT);
  return found;
}

}  // namespace

const CurlLibrary& libcurl() {
  static const CurlLibrary library = load();
  return library;
}

}  // namespace fermata::durable
