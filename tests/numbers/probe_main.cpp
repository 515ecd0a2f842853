// The probe as a program for compare_with_cpython.py: one answer line for each question line.
#include <iostream>

#include "../unit/numbers/probe.h"

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) std::cout << probe(line) << '\n';
}
