// A program that stands still, for people: its source with the line where it stands, its stack and variables, what it printed.
#pragma once

#include <string>
#include <vector>

#include "fermata/durable/travel.h"
#include "server/pages/html.h"

namespace fermata::server {

// The source of the innermost frame, that line lit, and the lines marked whose calls have been answered. Of a long one what is around it.
Html source_view(const durable::Moment& moment, const std::vector<durable::RunCall>& calls);
// Frames with their variables, the innermost first and open; then what the program has at its top level.
Html stack_view(const durable::Moment& moment);
Html output_view(const std::string& printed);
// Where it stands, as a line: "waits at agent.py line 3"
Html standing(const durable::Moment& moment);
Html changes_view(const std::vector<durable::Change>& changes);

}  // namespace fermata::server
