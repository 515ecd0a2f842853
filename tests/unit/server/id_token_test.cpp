// ID tokens: which are believed. The keys and tokens were made once by tests/cli/oidc_provider.py; its private keys are gone.
#include <gtest/gtest.h>

#include "server/oidc/id_token.h"

namespace fermata::server {
namespace {

constexpr char kKeys[] =
    "{\"keys\": [{\"kid\": \"r\", \"use\": \"sig\", \"alg\": \"RS256\", \"kty\": \"RSA\", \"n\": "
    "\"rC0otEprXhtrvdhATxR1RDD-X8WH-rX3utOzAGuzgxb7-66"
    "M0QuwVzjCjUbQ_DyD8yiVuzv_UevnWYx2mwkv3mGCQV20P6353slZdWaPVx_Q6hhF4MIDrlpV2ijXumpndG4YGjvQ5wP73c0DcvUphS8VXTqzTRRNownk2Tf"
    "Fh6OwPPNVbAI_yCSNKQuh2g4Z-eXL6aCLOqL0CbxpdeX7k1ZcVc_Ff3a75or1BcGdL-as_qtT3uPQtArT9DsozwFyfmwXibgsHLEOv7d7Gs4BkQ0nZ9Kq3ps"
    "vfcsM9yrCZXiggoJh9eJTfLF1nEAtjmxwWXbHUJZacG4duQL5MnkiUQ\", \"e\": \"AQAB\"}, {\"kid\": \"e\", \"use\": \"sig\", \"alg\": \"ES256\", "
    "\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"nUAd3ngtNwPH1VNywZRbNrbiYkBXBlz8c-V_tW9W464\", \"y\": "
    "\"8B0njO0yik60735H9iEVzD96BBkQjnEhEjdmQRhhi_A\"}, {\"kid\": \"p\", \"use\": \"sig\", \"alg\": \"PS256\", \"kty\": \"RSA\", \"n\": "
    "\"t2VYDclxb"
    "aFatLR-vgDFm7GPKufz62WjOZL7k1Wamb5Qz9eH71fblh1V9TdMSGiFBNAO6EWgnnkrKw4_i95gxxlj4WOk3MClwRVKkFkroA4TqoMIpZsCF8p6VSWFPZrhk"
    "XRQJZBj3hZIqh4zYNQp5HhigWHDJaZ2HKbl2SHi1uvOw1e-8RUbs6aP4_kq54YqVPeZv2pMygZLrm4Tq4KCl8gvYhhAui1aOp7zJvsCsiJKBDega1rv2QeLP"
    "WWHaqvQzcPQL7nItrLMMJPHZeGFC6JyNkGimbNn8UsswEICSjgS0t9dDLeqF3jHhTMFg0-KaRhWr_ksph4s36hC1aiTgQ\", \"e\": \"AQAB\"}]}";
constexpr const char* kTokens[] = {
    "eyJhbGciOiAiUlMyNTYiLCAia2lkIjogInIiLCAidHlwIjogIkpXVCJ9.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leGFtcGxlLm9yZyIsICJzdWIiOiAiMTc"
    "iLCAiYXVkIjogImZlcm1hdGEiLCAiZXhwIjogMTcwMDAwMDMwMCwgImlhdCI6IDE3MDAwMDAwMDAsICJub25jZSI6ICJuLTEiLCAibmFtZSI6ICJhZGEifQ."
    "Vvw-GAFrkCkpYUTDPZ3_HqZ8ZXTv5_paX67rDB084sZWUmCNvqWQEugjLxpCj7WAMErbls6zLNgMb0hz54uFA-dRi5qGiCeOrCxRqSlIfoeRJBnXRs0Vx2gp"
    "koWkivEmXZ8vppDPXv1wq5y-Lz2yXRZ4IwG-ggBdrM_iqfFFvScD-e3i4Cq9963pw_lEQFlse7XTHdxuVxUZabbmM_kWntr7QlggtUNMk54LxoUcdWQ-noY1"
    "m8cdqdjUDITTDrF64Wzvti2WhWOH-vhrf98DGBhwRSHmlNzfvrB_HeUK-EADHo18pidi-ULnCem4feCxg7AxsWLkPouikAzvH371mA",
    "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogImUiLCAidHlwIjogIkpXVCJ9.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leGFtcGxlLm9yZyIsICJzdWIiOiAiMTc"
    "iLCAiYXVkIjogImZlcm1hdGEiLCAiZXhwIjogMTcwMDAwMDMwMCwgImlhdCI6IDE3MDAwMDAwMDAsICJub25jZSI6ICJuLTEiLCAibmFtZSI6ICJhZGEifQ."
    "eUkEOR7dWfN5VT_fvS_9I3VP7ErCxXNkQVPkqGz8maYYwCHAXtE6wqJL1P5GqKwnJWZTRTX1rWH5iSsFiKpI9Q",
    "eyJhbGciOiAiUFMyNTYiLCAia2lkIjogInAiLCAidHlwIjogIkpXVCJ9.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leGFtcGxlLm9yZyIsICJzdWIiOiAiMTc"
    "iLCAiYXVkIjogImZlcm1hdGEiLCAiZXhwIjogMTcwMDAwMDMwMCwgImlhdCI6IDE3MDAwMDAwMDAsICJub25jZSI6ICJuLTEiLCAibmFtZSI6ICJhZGEifQ."
    "ZEreGb_iA_5NIvubOIq0KtjyRKmQlggxJvc9lIxpgVlDUcixjptwaZYgWrShqFyaVEsMLmlEXGWxMK4Vn4vhl7qHz3_dRO7jnYVcg-oguW92ya5IUHyIoVLN"
    "5v8Wj0oe7nJDUpcYLBuA_zN1x0V8c3c4xojkqGUAr70KC6uX5OjEtIlGig8L-G7WlHTRlWwmNoZBsis5RFz5pVdQkRYsFoceEkFfOxU45Zf4tRG10CSl8K0b"
    "q1eWNztHIG34yv2vn5SQvKtXDld5-YQ2iASEhRDmmiF3VQib0QN-fyebQRTEzDuwCN-dPdnMH2Jf7a7-vMrfnp8uHuH0gg07E10aWg"};

const Expected kExpected{.issuer = "https://login.example.org", .client_id = "fermata", .nonce = "n-1", .now_s = 1'700'000'100};

std::string problem_of(const std::string& token, const Expected& expected = kExpected) {
  try {
    checked_token(token, keys_from(kKeys), expected);
  } catch (const TokenError& error) {
    return error.what();
  }
  return "";
}

TEST(IdToken, IsBelieved) {
  for (const char* token : kTokens) {
    EXPECT_EQ(problem_of(token), "");
    EXPECT_EQ(checked_token(token, keys_from(kKeys), kExpected).find("name")->as_str(), "ada");
  }
}

TEST(IdToken, IsForOneSignInOfOneClientForATime) {
  for (const char* token : kTokens) {
    Expected expected = kExpected;
    expected.now_s = 1'700'000'300 + kLeewayS - 1;
    EXPECT_EQ(problem_of(token, expected), "");
    ++expected.now_s;
    EXPECT_NE(problem_of(token, expected), "");
    expected.now_s = 1'700'000'000 - kLeewayS;
    EXPECT_EQ(problem_of(token, expected), "");
    --expected.now_s;
    EXPECT_NE(problem_of(token, expected), "");
    for (std::string Expected::*what : {&Expected::issuer, &Expected::client_id, &Expected::nonce}) {
      for (const char* text : {"", "x"}) {
        expected = kExpected;
        expected.*what = text;
        EXPECT_NE(problem_of(token, expected), "");
      }
    }
  }
}

// Whatever is changed in it, or missing. (The last characters of a part may say the same in several ways.)
TEST(IdToken, IsBelievedToTheLetter) {
  for (const std::string token : kTokens) {
    size_t tried = 0;
    for (size_t i = 0; i < token.size(); ++i) {
      const bool is_last = i + 1 == token.size() || token[i + 1] == '.';
      if (is_last || token[i] == '.') continue;
      for (const char c : {'A', '_', '.', '=', ' ', '\0', '\xff'}) {
        std::string other = token;
        other[i] = c;
        if (other == token) continue;
        EXPECT_NE(problem_of(other), "") << i << " " << int(c);
        ++tried;
      }
      EXPECT_NE(problem_of(token.substr(0, i)), "") << i;
      EXPECT_NE(problem_of(token.substr(0, i) + token.substr(i + 1)), "") << i;
    }
    EXPECT_GT(tried, 1000u);
  }
}

TEST(IdToken, KeysAreOfThisKindAlone) {
  EXPECT_EQ(keys_from(kKeys).size(), 3u);
  for (const char* jwks :
       {R"({"keys": []})", R"({"keys": [7, null, [], {}]})", R"({"keys": [{"kty": "oct", "k": "AAAA", "kid": "r"}]})",
        R"({"keys": [{"kty": "RSA", "kid": "r"}, {"kty": "RSA", "kid": "r", "n": "AQ", "e": "AQ"}]})",
        R"({"keys": [{"kty": "EC", "kid": "e", "crv": "P-256", "x": "AQ", "y": "AQ"}, {"kty": "EC", "kid": "e", "crv": "P-256"}]})"})
    for (const char* token : kTokens) EXPECT_THROW(checked_token(token, keys_from(jwks), kExpected), KeyError) << jwks;
  for (const char* jwks : {"", "[]", "{}", R"({"keys": {}})", "{", "\xff"}) EXPECT_THROW(keys_from(jwks), TokenError) << jwks;
}

TEST(IdToken, OthersTextIsShownAsALine) {
  EXPECT_EQ(plain_text("a\nb\x1b[0m\xc3\xa9"), "a?b?[0m??");
  EXPECT_EQ(plain_text(std::string(300, 'x')).size(), 203u);
}

}  // namespace
}  // namespace fermata::server
