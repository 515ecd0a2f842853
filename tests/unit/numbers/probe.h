// Answers questions about src/numbers/ and src/unicode/, so that compare_with_cpython.py can ask CPython the same and the unit tests can
// repeat recorded ones. A question is a line of fields separated by tabs: an operation and its arguments; ints in hex, texts as hex of
// their UTF-8, doubles as hex of their bits. Results are also checked against what the size functions promised; a broken promise aborts.
#pragma once

#include <string>

std::string probe(const std::string& question);
