// Saved filters: each person's own, bounded.
#include "fermata/durable/filters.h"

#include "fermata/error.h"
#include "stores.h"

namespace fermata::durable {
namespace {

std::string names(const std::vector<SavedFilter>& filters) {
  std::string text;
  for (const SavedFilter& filter : filters)
    text += filter.name + "=" + filter.text + "," + filter.queue + (filter.mine ? ",mine" : "") + " ";
  return text;
}

TEST_P(StoreTest, FiltersAreTheirOwners) {
  SavedFilters ada(*store, "", "ada"), hers_at_acme(*store, "acme", "ada"), bo(*store, "", "bo");
  ada.save({.name = "refunds", .text = "refund("});
  ada.save({.name = "billing", .queue = "billing", .mine = true});
  bo.save({.name = "refunds", .text = "bo's"});
  EXPECT_EQ(names(ada.all()), "billing=,billing,mine refunds=refund(, ");
  EXPECT_EQ(names(hers_at_acme.all()), "");
  ada.save({.name = "refunds", .text = "pay("});
  ada.remove("billing");
  ada.remove("billing");
  EXPECT_EQ(names(ada.all()), "refunds=pay(, ");
  EXPECT_EQ(names(bo.all()), "refunds=bo's, ");
}

TEST_P(StoreTest, FiltersAreBounded) {
  SavedFilters ada(*store, "", "ada");
  for (size_t i = 0; i < SavedFilter::kMost; ++i) ada.save({.name = "f" + std::to_string(i), .mine = true});
  EXPECT_THROW(ada.save({.name = "another", .mine = true}), Refused);
  ada.save({.name = "f3", .text = "x"});
  SavedFilters(*store, "", "bo").save({.name = "another", .mine = true});
  for (const SavedFilter& wrong :
       {SavedFilter{.name = "", .mine = true}, SavedFilter{.name = std::string(61, 'x'), .mine = true},
        SavedFilter{.name = "a\nb", .mine = true}, SavedFilter{.name = "f3", .text = std::string(201, 'x')},
        SavedFilter{.name = "f3", .text = "a\nb"}, SavedFilter{.name = "f3", .queue = std::string(201, 'x')}, SavedFilter{.name = "f3"}})
    EXPECT_THROW(ada.save(wrong), UsageError) << wrong.name;
}

}  // namespace
}  // namespace fermata::durable
