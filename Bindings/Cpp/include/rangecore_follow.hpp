// What a preloader and impressions know of the lists that they follow, and of ids.
#ifndef RANGECORE_FOLLOW_HPP
#define RANGECORE_FOLLOW_HPP

#include <rangecore_host.hpp>

#include <map>
#include <optional>
#include <unordered_map>

namespace rangecore::detail {

/// The numbers that the library has for ids of any type.
template <typename Id>
class id_numbers {
 public:
  /// Returns the number of an id; 0 if it has none.
  rc_id find(const Id &id) const {
    auto it = numbers_.find(id);
    return it == numbers_.end() ? 0 : it->second;
  }
  /// Gives an id a number.
  rc_id take(const std::optional<Id> &id) {
    if (!id) return RC_ID_NONE;
    auto [it, is_new] = numbers_.emplace(*id, last_ + 1);
    if (is_new) ids_.emplace(++last_, *id);
    return it->second;
  }
  const Id &at(rc_id number) const { return ids_.at(number); }

  /// Whether there are twice as many as there were.
  bool is_to_be_swept() const { return ids_.size() > most_; }
  /// Forgets numbers that nothing needs.
  template <typename Needed>
  void sweep(Needed is_needed) {
    for (auto it = ids_.begin(); it != ids_.end();) {
      bool stays = is_needed(it->first);
      if (!stays) numbers_.erase(it->second);
      it = stays ? std::next(it) : ids_.erase(it);
    }
    most_ = std::max<size_t>(1024, 2 * ids_.size());
  }

 private:
  std::unordered_map<Id, rc_id> numbers_;
  std::unordered_map<rc_id, Id> ids_;
  rc_id last_ = 0;
  size_t most_ = 1024;
};

/// Lists that are followed, by numbers, of which those of hosts may be gone.
class followed_lists {
 public:
  struct followed {
    list *items;
    // To its host's thread, closed once that is gone; NULL without a host.
    std::shared_ptr<gate> way;
    std::function<void()> unfollow;
    bool is_there() const { return way == nullptr || way->is_open; }
  };

  int64_t add(list &items, std::shared_ptr<gate> way = nullptr,
              std::function<void()> unfollow = nullptr) {
    lists_.emplace(++last_, followed{&items, std::move(way), std::move(unfollow)});
    return last_;
  }
  /// Returns the number of a list; 0 if it is not followed.
  int64_t number_of(const list &list) const {
    for (auto &it : lists_) {
      if (it.second.items == &list && it.second.is_there()) return it.first;
    }
    return 0;
  }
  void remove(int64_t number) {
    auto former = lists_.extract(number);
    if (former.mapped().unfollow && former.mapped().is_there()) former.mapped().unfollow();
  }
  /// Returns the numbers of all lists, or of those that are gone.
  std::vector<int64_t> numbers(bool are_gone) const {
    std::vector<int64_t> found;
    for (auto &it : lists_) {
      if (!are_gone || !it.second.is_there()) found.push_back(it.first);
    }
    return found;
  }
  template <typename Call>
  void for_each(Call call) const {
    for (auto &it : lists_) {
      if (it.second.is_there()) call(*it.second.items);
    }
  }

  /// Whether the host whose way was taken is there.
  bool has_way() const { return way_ && way_->is_open; }
  /// Has later calls come to the thread of a host that is there, and forgets those that were to
  /// come before; false if there is none.
  bool take_way(work &work) {
    work.wake_at(std::numeric_limits<double>::infinity(), 0, nullptr);
    for (auto &it : lists_) {
      if (!it.second.way || !it.second.way->is_open) continue;
      way_ = it.second.way;
      work.set_scheduler([way = way_](double seconds, std::function<void()> call) {
        gate::pass(way, seconds, std::move(call));
      });
      return true;
    }
    return false;
  }

 private:
  std::map<int64_t, followed> lists_;
  int64_t last_ = 0;
  std::shared_ptr<gate> way_;
};

}  // namespace rangecore::detail

#endif
