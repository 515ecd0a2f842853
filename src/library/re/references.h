// References to groups without regard to case, in UTF-8 text. PCRE2 takes more characters for equal than Python does, to which two are
// when their lower case is. So the parser writes such a reference as characters, one by one, and callouts that compare them:
// (?>(?C'u1')(?:.(?C'+'))*+(?C'.')) for \1, with `a` in place of `u` where case is ASCII's. Nothing else runs between a reference's first
// callout and its last, so one walk serves all of a match.
#pragma once

#include <cstddef>

struct pcre2_callout_block_8;

namespace fermata {

class ReferenceWalk {
 public:
  // The answer to the callout of a reference: 0 to go on, 1 to go back.
  int called(const pcre2_callout_block_8& block);

 private:
  size_t at_ = 0, end_ = 0;  // bytes of the group that are still to be compared
  bool ascii_ = false;
};

}  // namespace fermata
