// Tokens and passwords: made, kept as hashes, compared. By libsodium.
#pragma once

#include <string>
#include <string_view>

namespace fermata::server {

// "fermata_…": 32 random bytes.
std::string new_token();
// Of a token, as files keep it: 64 hexadecimal digits. A token can't be guessed, so a fast hash will do.
std::string token_hash(std::string_view token);

constexpr size_t kMostPassword = 1024;  // bytes

// Argon2id, with its settings: "$argon2id$…". Throws std::runtime_error when there isn't the memory (64 MB).
std::string password_hash(std::string_view password);
bool is_password_hash(const std::string& text);
// It takes some 0.1 s, and is done for one caller at a time, as each needs 64 MB. An empty `hash` takes as long, and is false: so nobody
// learns which names there are.
bool is_password(std::string_view password, const std::string& hash);

// 32 random bytes in hexadecimal digits: of a browser's session.
std::string random_text();
// The same for the same text and key, which nobody can make without the key.
std::string keyed_hash(std::string_view text, const std::string& key);
// Of PKCE (RFC 7636, S256): what is told of the verifier when a code is asked for.
std::string code_challenge(std::string_view verifier);
// In a time that says nothing about where they differ.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace fermata::server
