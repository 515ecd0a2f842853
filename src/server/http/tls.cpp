#include "server/http/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "durable/database/shared_library.h"
#include "fermata/durable/store.h"
#include "server/server.h"

namespace fermata::server {

namespace {

struct OpenSsl {
#define FUNCTION(name) decltype(&::name) name;
#include "server/http/openssl.def"
};

// Throws ServerError.
const OpenSsl& openssl() {
  static const OpenSsl found = [] {
    try {
      OpenSsl functions{};
      const durable::SharedLibrary library("libssl.so.3", "a certificate needs OpenSSL", "libssl3");
#define FUNCTION(name) library.find(#name, functions.name);
#include "server/http/openssl.def"
      return functions;
    } catch (const durable::StoreError& error) {
      throw ServerError(error.what());
    }
  }();
  return found;
}

// The first of the thread's errors, which are forgotten.
std::string why() {
  char text[256] = "it doesn't say why";
  if (const unsigned long code = openssl().ERR_get_error()) openssl().ERR_error_string_n(code, text, sizeof text);
  openssl().ERR_clear_error();
  return text;
}

void check_key(const std::string& file) {
  struct stat info;
  if (stat(file.c_str(), &info) != 0) throw ServerError("can't read the key " + file + ": " + std::strerror(errno));
  if (info.st_mode & (S_IROTH | S_IWOTH)) throw ServerError("others can read or change the key " + file + ": chmod o-rw " + file);
}

int no_password(char*, int, int, void*) { return -1; }

// HTTP/1.1 is all that is spoken here; who doesn't offer it is taken all the same.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered, unsigned offered_size, void*) {
  constexpr std::string_view kOurs = "http/1.1";
  for (unsigned at = 0; at < offered_size; at += 1u + offered[at]) {
    const unsigned one = offered[at];
    if (at + 1 + one > offered_size) break;
    if (std::string_view(reinterpret_cast<const char*>(offered) + at + 1, one) != kOurs) continue;
    *chosen = offered + at + 1;
    *size = static_cast<unsigned char>(one);
    return SSL_TLSEXT_ERR_OK;
  }
  return SSL_TLSEXT_ERR_NOACK;
}

}  // namespace

TlsFiles::TlsFiles(std::string certificate, std::string key) : certificate_(std::move(certificate)), key_(std::move(key)) { read(); }

void TlsFiles::read() {
  const OpenSsl& ssl = openssl();
  check_key(key_);
  ssl.ERR_clear_error();
  const std::shared_ptr<SSL_CTX> context(ssl.SSL_CTX_new(ssl.TLS_server_method()), ssl.SSL_CTX_free);
  if (!context) throw ServerError("there is no TLS: " + why());
  ssl.SSL_CTX_ctrl(context.get(), SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, nullptr);
  ssl.SSL_CTX_ctrl(context.get(), SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF, nullptr);
  ssl.SSL_CTX_ctrl(context.get(), SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, nullptr);
  ssl.SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  ssl.SSL_CTX_set_alpn_select_cb(context.get(), choose_protocol, nullptr);
  ssl.SSL_CTX_set_default_passwd_cb(context.get(), no_password);
  if (ssl.SSL_CTX_use_certificate_chain_file(context.get(), certificate_.c_str()) != 1)
    throw ServerError("can't take the certificate " + certificate_ + ": " + why());
  if (ssl.SSL_CTX_use_PrivateKey_file(context.get(), key_.c_str(), SSL_FILETYPE_PEM) != 1)
    throw ServerError("can't take the key " + key_ + " (one with a password can't be) for the certificate " + certificate_ + ": " + why());
  const std::lock_guard lock(mutex_);
  context_ = context;
}

std::shared_ptr<ssl_ctx_st> TlsFiles::context() const {
  const std::lock_guard lock(mutex_);
  return context_;
}

Tls::Tls(std::shared_ptr<ssl_ctx_st> context)
    : context_(std::move(context)),
      ssl_(openssl().SSL_new(context_.get()), openssl().SSL_free),
      in_(openssl().BIO_new(openssl().BIO_s_mem())),
      out_(openssl().BIO_new(openssl().BIO_s_mem())) {
  if (!ssl_ || !in_ || !out_) throw std::bad_alloc();
  openssl().SSL_set_bio(ssl_.get(), in_, out_);
  openssl().SSL_set_accept_state(ssl_.get());
}

Tls::State Tls::state_of(int result) {
  if (result > 0) return State::kDone;
  switch (openssl().SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ: return State::kWants;
    case SSL_ERROR_ZERO_RETURN: return State::kEnded;
    default: openssl().ERR_clear_error(); return State::kFailed;
  }
}

Tls::State Tls::handshake() { return state_of(openssl().SSL_do_handshake(ssl_.get())); }

Tls::State Tls::read(char* to, size_t most, size_t& read) {
  const int result = openssl().SSL_read(ssl_.get(), to, int(std::min<size_t>(most, 1 << 20)));
  read = result > 0 ? size_t(result) : 0;
  return state_of(result);
}

Tls::State Tls::write(std::string_view text) { return state_of(openssl().SSL_write(ssl_.get(), text.data(), int(text.size()))); }

void Tls::end() {
  openssl().SSL_shutdown(ssl_.get());
  openssl().ERR_clear_error();
}

void Tls::put(std::string_view received) { openssl().BIO_write(in_, received.data(), int(received.size())); }

std::string Tls::take() {
  std::string text(openssl().BIO_ctrl_pending(out_), '\0');
  if (!text.empty()) openssl().BIO_read(out_, text.data(), int(text.size()));
  return text;
}

}  // namespace fermata::server
