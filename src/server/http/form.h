// Texts in addresses and forms: percent-encoding. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata::server {

// "%2F" → "/". Throws BadRequest for what isn't UTF-8 afterwards, or is cut off. `plus`: "+" is a space, as in forms.
std::string decode_percent(std::string_view text, bool plus);
// It has no surrogates, and not the character 0, which databases don't take.
bool is_text(std::string_view text);
// "a=1&b=2", in order.
std::vector<std::pair<std::string, std::string>> decode_form(std::string_view text);

}  // namespace fermata::server
