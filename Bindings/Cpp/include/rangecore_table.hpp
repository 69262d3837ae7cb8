// The items and cursors of a store, and the numbers that the library has for their keys.
#ifndef RANGECORE_TABLE_HPP
#define RANGECORE_TABLE_HPP

#include <rangecore.hpp>

#include <map>
#include <optional>
#include <unordered_map>

namespace rangecore::detail {

template <typename Item, typename = void>
struct is_comparable : std::false_type {};
template <typename Item>
struct is_comparable<
    Item, std::void_t<decltype(bool(std::declval<const Item &>() == std::declval<const Item &>()))>>
    : std::true_type {};

template <typename Item, typename Key>
class store_table {
 public:
  /// A key, which has a number as long as its item is held, or a page remembers it.
  struct entry {
    Key key;
    int64_t page = 0;
    int references = 0;
    std::optional<Item> item = std::nullopt;
  };

  struct page {
    std::vector<rc_id> held;
    // The key that the next request names, or the one that must follow the page.
    std::vector<rc_id> remembered;
    int64_t cell = -1;
    // What it leads to, and what it was asked for with.
    std::string previous, next, asked;
  };

  /// How an item of a reply differs from what was held.
  enum class news { none, is_new, is_other };

  const page *page_at(int64_t number) const {
    auto it = pages_.find(number);
    return it == pages_.end() ? nullptr : &it->second;
  }
  int64_t page_of_cell(int64_t cell) const {
    auto it = pages_of_cells_.find(cell);
    return it == pages_of_cells_.end() ? 0 : it->second;
  }
  entry &at(rc_id number) { return entries_.at(number); }
  const entry &at(rc_id number) const { return entries_.at(number); }
  rc_id number(const Key &key) const {
    auto it = numbers_.find(key);
    return it == numbers_.end() ? RC_ID_NONE : it->second;
  }

  /// Gives a key a number. If that comes to nothing it is to be released.
  rc_id intern(const Key &key) {
    auto [it, is_new] = numbers_.emplace(key, last_ + 1);
    if (is_new) entries_.emplace(++last_, entry{key});
    return it->second;
  }
  void pin(rc_id number) { at(number).references++; }
  void unpin(rc_id number) {
    at(number).references--;
    release({number});
  }
  /// Forgets those that nothing refers to.
  void release(const std::vector<rc_id> &numbers) {
    for (rc_id number : numbers) {
      auto it = entries_.find(number);
      if (it == entries_.end() || it->second.references > 0) continue;
      numbers_.erase(it->second.key);
      entries_.erase(it);
    }
  }

  /// Takes an item of a reply that a page holds.
  news take(Item item, rc_id number, int64_t holder) {
    entry &it = at(number);
    news told = it.page == 0 ? news::is_new : news::is_other;
    if constexpr (is_comparable<Item>()) {
      if (it.item && *it.item == item) told = news::none;
    }
    it.item = std::move(item);
    if (it.page == holder) return told;
    // A former page is dropped next: only a refresh moves anything.
    it.references += it.page == 0;
    it.page = holder;
    pages_[holder].held.push_back(number);
    return told;
  }

  /// Records what a page remembers, in place of what it did.
  void remember(int64_t number, page told) {
    page &it = pages_[number];
    std::vector<rc_id> former = std::exchange(it.remembered, told.remembered);
    for (rc_id other : told.remembered) pin(other);
    it.cell = told.cell;
    it.previous = std::move(told.previous);
    it.next = std::move(told.next);
    it.asked = std::move(told.asked);
    if (it.cell >= 0) pages_of_cells_[it.cell] = number;
    for (rc_id other : former) unpin(other);
  }

  void remove(rc_id number) {
    entry &it = at(number);
    std::vector<rc_id> &held = pages_[it.page].held;
    held.erase(std::find(held.begin(), held.end(), number));
    let_go(it);
    release({number});
  }

  void drop(const int64_t *dropped, size_t count) {
    for (size_t i = 0; i < count; i++) {
      auto it = pages_.extract(dropped[i]);
      if (!it) continue;
      const page &left = it.mapped();
      auto cell = pages_of_cells_.find(left.cell);
      if (cell != pages_of_cells_.end() && cell->second == dropped[i]) pages_of_cells_.erase(cell);
      for (rc_id number : left.held) {
        auto found = entries_.find(number);
        if (found != entries_.end() && found->second.page == dropped[i]) let_go(found->second);
      }
      release(left.held);
      for (rc_id number : left.remembered) unpin(number);
    }
  }

 private:
  static void let_go(entry &it) {
    it.item.reset();
    it.page = 0;
    it.references--;
  }

  std::unordered_map<rc_id, entry> entries_;
  std::unordered_map<Key, rc_id> numbers_;
  std::map<int64_t, page> pages_;
  std::unordered_map<int64_t, int64_t> pages_of_cells_;
  rc_id last_ = 0;
};

}  // namespace rangecore::detail

#endif
