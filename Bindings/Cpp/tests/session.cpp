// Carries out a recorded session; see Examples/Session/README.md.

#include "rangecore.hpp"

#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>

using list_of_words = std::vector<std::string>;

const list_of_words modes{"full", "minimum", "visible_only", "low_memory"};
const list_of_words presets{"list", "pager"};
const list_of_words ranges{"display", "preload", "app_0", "app_1", "app_2", "app_3"};
const list_of_words directions{"none", "forward", "backward"};
const list_of_words presences{"on_screen", "near", "away"};
const list_of_words pressures{"normal", "warning", "critical"};
const list_of_words policies{"fetch", "after_scroll", "never"};
const list_of_words ends{"tail", "head"};
const list_of_words answers{"no", "yes", "defer"};
const list_of_words outcomes{"fetching",  "completed", "declined", "failed",
                             "cancelled", "exhausted", "stale"};

/// A line that is not understood.
struct refusal : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The words of a line, taken from the first on.
class words {
 public:
  explicit words(const std::string &line) {
    std::istringstream stream(line.substr(0, line.find('#')));
    for (std::string word; stream >> word;) words_.push_back(word);
  }

  const list_of_words &all() const { return words_; }
  bool at_end() const { return next_ >= words_.size(); }

  std::string word() {
    if (at_end()) throw refusal("something is missing after " + words_[0]);
    return words_[next_++];
  }
  int64_t integer() {
    std::string text = word();
    size_t end = 0;
    int64_t value = 0;
    try {
      value = std::stoll(text, &end);
    } catch (const std::logic_error &) {
    }
    if (end == 0 || end != text.size()) throw refusal("not an integer: " + text);
    return value;
  }
  double length() { return double(integer()) / RC_TICKS_PER_POINT; }
  double thousandths() { return double(integer()) / 1000; }
  double seconds() { return double(integer()) / 1000000; }
  double fraction() {
    if (at_end() || words_[next_] != "nearest") return thousandths();
    next_++;
    return rangecore::fraction::nearest;
  }
  rc_interval interval() {
    int64_t lower = integer();
    return {lower, integer()};
  }
  std::vector<double> lengths() {
    std::vector<double> lengths;
    while (!at_end()) lengths.push_back(length());
    return lengths;
  }
  /// The ids before the word `to` or the end; `to` is taken too.
  std::vector<rc_id> ids() {
    std::vector<rc_id> ids;
    for (; !at_end() && words_[next_] != "to";) {
      if (words_[next_] == "none") ids.push_back(RC_ID_NONE), next_++;
      else ids.push_back(integer());
    }
    if (!at_end()) next_++;
    return ids;
  }
  template <typename Enumeration>
  Enumeration value(const list_of_words &list) {
    std::string text = word();
    for (size_t value = 0; value < list.size(); value++) {
      if (list[value] == text) return Enumeration(value);
    }
    throw refusal("unknown word " + text);
  }

 private:
  list_of_words words_;
  size_t next_ = 1;
};

int64_t whole(double value, double factor) { return int64_t(std::floor(value * factor + 0.5)); }
int64_t ticks(double points) { return whole(points, RC_TICKS_PER_POINT); }

/// The fields that keys stand for; with a `words` each is read from it, without one it is printed.
struct keys {
  words *from;

  void flag(bool &field) { from ? void(field = from->integer()) : void(std::cout << field); }
  template <typename Integer>
  void count(Integer &field) {
    from ? void(field = Integer(from->integer())) : void(std::cout << field);
  }
  void number(double &field, double unit) {
    from ? void(field = double(from->integer()) / unit) : void(std::cout << whole(field, unit));
  }
  template <typename Enumeration>
  void choice(Enumeration &field, const list_of_words &list) {
    from ? void(field = from->value<Enumeration>(list)) : void(std::cout << list[size_t(field)]);
  }
};

using settings_key = std::pair<std::string, std::function<void(keys, rc_list_settings &)>>;
const std::vector<settings_key> settings_keys{
    {"depth", [](keys k, auto &s) { k.count(s.depth); }},
    {"presence", [](keys k, auto &s) { k.choice(s.presence, presences); }},
    {"pressure", [](keys k, auto &s) { k.choice(s.pressure, pressures); }},
    {"short_content_policy", [](keys k, auto &s) { k.choice(s.short_content_policy, policies); }},
    {"slack", [](keys k, auto &s) { k.number(s.slack, 1000); }},
    {"foresight", [](keys k, auto &s) { k.number(s.foresight, 1000); }},
    {"direction_threshold", [](keys k, auto &s) { k.number(s.direction_threshold, 960); }},
    {"leading_tail", [](keys k, auto &s) { k.number(s.leading_screens[RC_END_TAIL], 1000); }},
    {"leading_head", [](keys k, auto &s) { k.number(s.leading_screens[RC_END_HEAD], 1000); }},
    {"leading_items_tail", [](keys k, auto &s) { k.count(s.leading_items[RC_END_TAIL]); }},
    {"leading_items_head", [](keys k, auto &s) { k.count(s.leading_items[RC_END_HEAD]); }},
    {"overscan_items", [](keys k, auto &s) { k.count(s.overscan_items); }},
    {"extra_tail", [](keys k, auto &s) { k.number(s.extra_lengths[RC_END_TAIL], 960); }},
    {"extra_head", [](keys k, auto &s) { k.number(s.extra_lengths[RC_END_HEAD], 960); }},
    {"stick_distance_tail", [](keys k, auto &s) { k.number(s.stick_distances[RC_END_TAIL], 960); }},
    {"stick_distance_head", [](keys k, auto &s) { k.number(s.stick_distances[RC_END_HEAD], 960); }},
    {"in_background", [](keys k, auto &s) { k.flag(s.in_background); }},
    {"insertion_pending", [](keys k, auto &s) { k.flag(s.insertion_pending); }},
    {"host_decides_batches", [](keys k, auto &s) { k.flag(s.host_decides_batches); }},
    {"sticks_tail", [](keys k, auto &s) { k.flag(s.sticks[RC_END_TAIL]); }},
    {"sticks_head", [](keys k, auto &s) { k.flag(s.sticks[RC_END_HEAD]); }},
    {"uses_mean_estimate", [](keys k, auto &s) { k.flag(s.uses_mean_estimate); }},
    {"pins_headers", [](keys k, auto &s) { k.flag(s.pins_headers); }},
};

void read_keys(words &line, rc_viewport &viewport) {
  while (!line.at_end()) {
    std::string key = line.word();
    if (key == "user") viewport.is_user_driven = line.integer();
    else if (key == "held") viewport.is_held = line.integer();
    else if (key == "dragged") viewport.is_dragged = line.integer();
    else if (key == "insets_are_fixed") viewport.insets_are_fixed = line.integer();
    else if (key == "landing") viewport.has_landing = true, viewport.landing_offset = line.length();
    else if (key == "inset_start") viewport.inset_start = line.length();
    else if (key == "inset_end") viewport.inset_end = line.length();
    else if (key == "velocity") viewport.velocity = line.length();
    else if (key == "time") viewport.time = line.seconds();
    else if (key == "jitter") viewport.jitter = line.thousandths();
    else if (key == "item") viewport.has_item = true, viewport.item = line.integer();
    else if (key == "item_place") viewport.item_place = line.length();
    else throw refusal("unknown key " + key);
  }
}

// == printing ==

std::ostream &operator<<(std::ostream &out, rc_interval interval) {
  return out << interval.lower << ' ' << interval.upper;
}

void print(const rc_section &section) {
  std::cout << "section " << section.ordinal << " items " << section.items << " rows "
            << section.rows << " columns " << section.columns;
}

void print(const rc_item &item) {
  std::cout << "item " << item.index << " offset " << ticks(item.offset) << " extent "
            << ticks(item.extent) << (item.is_measured ? " measured" : "")
            << (item.is_provisional ? " provisional" : "");
}

void print(const rc_edit &edit) {
  const char *names[] = {"remove", "insert", "move"}, *places[] = {"", " at ", " to "};
  // Of an insertion the items, by the new sequence.
  const bool inserts = edit.kind == RC_EDIT_KIND_INSERT;
  const int64_t lower = inserts ? edit.source : edit.lower;
  std::cout << "; " << names[edit.kind] << ' ' << lower << ' ' << lower + edit.upper - edit.lower
            << places[edit.kind];
  if (edit.kind != RC_EDIT_KIND_REMOVE) std::cout << (inserts ? edit.lower : edit.to);
}

void print(const std::string &end, const rc_batch_decision &decision) {
  std::cout << end << ' ' << answers[decision.answer] << " remaining " << ticks(decision.remaining)
            << " seconds " << whole(decision.seconds, 1000000)
            << (decision.is_near ? " near" : " far") << ": "
            << rc_batch_reason_text(decision.reason);
}

void print(const rangecore::update &update) {
  std::cout << "offset " << ticks(update.offset) << " correction " << ticks(update.correction)
            << " pending " << ticks(update.pending) << " scroll_length "
            << ticks(update.scroll_length) << " next ";
  if (std::isinf(update.next_time)) std::cout << "never";
  else std::cout << whole(update.next_time, 1000000);
  std::cout << " mode " << modes[update.mode] << " presence " << presences[update.presence]
            << " direction " << directions[update.direction] << "\nitems visible "
            << update.visible;
  for (size_t range = 0; range < RC_RANGE_COUNT; range++) {
    std::cout << ' ' << ranges[range] << ' ' << update.ranges[range];
  }
  std::cout << '\n';
  print("tail", update.tail());
  print("; head", update.head());
  std::cout << "\nchanges " << update.changes.count << " removed " << update.changes.removed_count
            << " left " << update.changes.left_count;
  for (const rc_change &change : update) {
    std::cout << "; " << change.lower << ' ' << change.upper << " from " << int(change.before)
              << " to " << int(change.after) << " distance " << ticks(change.distance);
  }
  std::cout << '\n';
}

// == commands ==

class session {
 public:
  /// Carries out a command; "ok" is printed if it prints nothing itself.
  bool carry_out(const std::string &command, words &line) {
    if (edits(command, line) || configures(command, line) || finishes(command, line)) {
      std::cout << "ok\n";
      return true;
    }
    return updates(command, line) || asks_about_ids(command, line) || queries(command, line);
  }

 private:
  bool edits(const std::string &command, words &line) {
    if (command == "create") return create(line), true;
    if (command == "insert") {
      int64_t index = line.integer(), count = line.integer();
      if (line.at_end()) list_.insert(index, count);
      else list_.insert(index, line.lengths());
    } else if (command == "move") {
      rc_interval items = line.interval();
      list_.move(items, line.integer());
    } else if (command == "set_row_extents") {
      int64_t row = line.integer();
      list_.set_row_extents(row, line.lengths());
    } else if (command == "remove") list_.remove(line.interval());
    else if (command == "forget") list_.forget(line.interval());
    else if (command == "mark_provisional") list_.mark_provisional(line.interval());
    else if (command == "unmark_header") list_.unmark_header(line.integer());
    else if (command == "mark_header") {
      int64_t index = line.integer();
      list_.mark_header(index, uint32_t(line.integer()));
    } else if (command == "set_layout") {
      auto columns = uint32_t(line.integer());
      double spacing = line.length();
      list_.set_layout(columns, spacing, line.integer() != 0);
    } else if (command == "set_lanes") {
      auto lanes = uint32_t(line.integer());
      double spacing = line.length(), tolerance = line.length();
      list_.set_lanes(lanes, spacing, tolerance, line.integer() != 0);
    } else if (command == "set_span") {
      rc_interval items = line.interval();
      list_.set_span(items, uint32_t(line.integer()));
    } else if (command == "keep") {
      int64_t index = line.integer();
      list_.keep(index, rc_state(line.integer()));
    } else if (command == "set_names") {
      rc_interval items = line.interval();
      std::vector<rc_id> names = line.ids();
      if (int64_t(names.size()) != items.upper - items.lower) {
        throw refusal("the ids are not as many as the items");
      }
      list_.set_names(items.lower, names);
    } else if (command == "estimate") list_.set_estimate(line.length());
    else if (command == "validate") list_.validate();
    else return false;
    return true;
  }

  void create(words &line) {
    rc_list_options options;
    rc_list_options_init(&options);
    options.columns = uint32_t(line.integer());
    options.estimate = line.length();
    options.spacing = line.length();
    if (!line.at_end()) options.tuning_preset = line.value<rc_tuning_preset>(presets);
    if (!line.at_end()) options.quantum = line.length();
    list_ = rangecore::list(&options);
  }

  bool configures(const std::string &command, words &line) {
    if (command == "mode") list_.set_mode(line.value<rc_range_mode>(modes));
    else if (command == "mark_scrolled") list_.mark_scrolled();
    else if (command == "set") {
      rc_list_settings settings = list_.settings();
      while (!line.at_end()) {
        std::string key = line.word();
        auto known = settings_keys.begin();
        while (known != settings_keys.end() && known->first != key) known++;
        if (known == settings_keys.end()) throw refusal("unknown key " + key);
        known->second({&line}, settings);
      }
      list_.set_settings(settings);
    } else if (command == "tune") {
      auto mode = line.value<rc_range_mode>(modes);
      auto range = line.value<rc_range>(ranges);
      rc_tuning tuning{};
      if (line.all().back() != "disabled") tuning = {line.thousandths(), line.thousandths(), true};
      list_.set_tuning(mode, range, tuning);
    } else return false;
    return true;
  }

  bool finishes(const std::string &command, words &line) {
    if (command == "finish") {
      rangecore::fetch &fetch = fetch_of(line);
      fetch.finish(line.value<rc_batch_outcome>(outcomes));
    } else if (command == "preload_time") list_.add_preload_time(line.seconds());
    else if (command == "load") line.integer(), line.integer(), line.seconds();
    else if (command == "loaded") {
      line.integer(), line.value<rc_batch_outcome>(outcomes), line.seconds();
    } else if (command == "retry") list_.retry_batch(line.value<rc_end>(ends));
    else if (command == "reset") list_.reset_batch(line.value<rc_end>(ends));
    else if (command == "mark_exhausted") list_.mark_exhausted(line.value<rc_end>(ends));
    else return false;
    return true;
  }

  rangecore::fetch &fetch_of(words &line) {
    int64_t number = line.integer();
    if (number < 1 || number > int64_t(fetches_.size())) throw refusal("no such fetch");
    return fetches_[size_t(number - 1)];
  }

  bool updates(const std::string &command, words &line) {
    if (command == "update" || command == "scroll") {
      const bool is_new = command == "update";
      if (is_new) rc_viewport_init(&viewport_);
      viewport_.offset = line.length();
      if (is_new) viewport_.length = line.length();
      else viewport_.time = line.seconds();
      read_keys(line, viewport_);
      print(list_.update(viewport_));
    } else if (command == "set_scroll_target") {
      int64_t index = line.integer();
      double fraction = line.fraction(), shift = line.at_end() ? 0 : line.length();
      double offset = list_.set_scroll_target(index, fraction, shift);
      std::cout << "offset " << ticks(offset) << '\n';
    } else if (command == "begin") {
      fetches_.push_back(list_.begin_batch(line.value<rc_end>(ends)));
      std::cout << "fetch " << fetches_.size() << '\n';
    } else if (command == "outcome") {
      std::cout << "outcome " << outcomes[fetch_of(line).outcome()] << '\n';
    } else return false;
    return true;
  }

  bool asks_about_ids(const std::string &command, words &line) {
    if (command == "change_names") {
      std::vector<rc_id> names = list_.change_names(size_t(line.integer()));
      std::cout << "names";
      for (rc_id name : names) {
        name == RC_ID_NONE ? std::cout << " none" : std::cout << ' ' << name;
      }
    } else if (command == "diff") {
      std::vector<rc_id> old_ids = line.ids();
      if (line.all().size() < old_ids.size() + 2) throw refusal("`to` is missing");
      rangecore::diff diff(old_ids, line.ids());
      std::cout << "edits " << diff.size();
      for (const rc_edit &edit : diff) print(edit);
    } else return false;
    std::cout << '\n';
    return true;
  }

  bool queries(const std::string &command, words &line) {
    if (command == "settings") {
      rc_list_settings settings = list_.settings();
      std::cout << "settings";
      for (const auto &[key, field] : settings_keys) {
        std::cout << ' ' << key << ' ';
        field({nullptr}, settings);
      }
    } else if (command == "tuning") {
      auto mode = line.value<rc_range_mode>(modes);
      rc_tuning tuning = list_.tuning(mode, line.value<rc_range>(ranges));
      std::cout << "tuning " << whole(tuning.leading, 1000) << ' ' << whole(tuning.trailing, 1000)
                << (tuning.is_enabled ? " enabled" : " disabled");
    } else if (command == "size") {
      std::cout << "size " << list_.count() << " measured " << list_.measured_row_count()
                << " length " << ticks(list_.length()) << " estimate " << ticks(list_.estimate());
    } else if (command == "rows") {
      auto [offsets, extents] = list_.rows(line.interval());
      std::cout << "rows";
      for (size_t row = 0; row < offsets.size(); row++) {
        std::cout << ' ' << ticks(offsets[row]) << ' ' << ticks(extents[row]);
      }
    } else if (command == "states") {
      auto states = list_.states(line.interval());
      std::cout << "states";
      for (rc_state state : states) std::cout << ' ' << int(state);
    } else if (command == "items_in") {
      double lower = line.length();
      rc_interval items = list_.items_in(lower, line.length());
      std::cout << "items " << items;
    } else if (command == "places") {
      std::cout << "places";
      for (const rc_lanes_position &it : list_.places(line.interval())) {
        std::cout << "; offset " << ticks(it.offset) << " extent " << ticks(it.extent);
        if (it.span == RC_SPAN_WIDE) std::cout << " wide";
        else if (it.lane == RC_LANE_NONE) std::cout << " laneless";
        else std::cout << " lane " << it.lane;
        if (it.is_measured) std::cout << " measured";
      }
    } else if (command == "unmeasured_rows") {
      rc_interval rows = list_.unmeasured_rows(line.interval());
      std::cout << "rows " << rows;
    } else if (command == "items_of_row") {
      rc_interval items = list_.items_of_row(line.integer());
      std::cout << "items " << items;
    } else if (command == "row_of") {
      int64_t row = list_.row_of_item(line.integer());
      std::cout << "row " << row;
    } else if (command == "pinned") {
      rc_pinned_header header = list_.pinned_header();
      std::cout << "pinned " << header.index << " offset " << ticks(header.offset) << " covered "
                << ticks(header.covered);
    } else if (command == "foresee") {
      rc_foresight it = list_.foresee();
      std::cout << "foresight landing " << it.landing_offset << " velocity " << it.velocity
                << " moving " << it.is_moving << " known " << it.landing_is_known << " wanted "
                << it.wanted << " running " << it.running << " kept " << it.kept << " spans";
      for (int i = 0; i < it.span_count; i++) {
        std::cout << ' ' << it.spans[i] << ' ' << it.is_descending[i];
      }
    } else if (command == "kept") {
      std::cout << "kept";
      for (int64_t index : list_.kept()) std::cout << ' ' << index;
    } else if (command == "sections") std::cout << "sections " << list_.section_count();
    else if (command == "section") print(list_.section(line.integer()));
    else if (command == "section_of") print(list_.section_of_item(line.integer()));
    else if (command == "item") print(list_.item(line.integer()));
    else if (command == "item_at") print(list_.item_at(line.length()));
    else if (command == "state") std::cout << "state " << int(list_.state(line.integer()));
    else return false;
    std::cout << '\n';
    return true;
  }

  rangecore::list list_;
  rc_viewport viewport_{};
  std::vector<rangecore::fetch> fetches_;
};

int main(int count, char **arguments) {
  std::ifstream file;
  if (count > 1) file.open(arguments[1]);
  if (!file) {
    std::cerr << arguments[1] << " cannot be read\n";
    return 1;
  }
  session session;
  long number = 0;
  std::istream &input = count > 1 ? file : std::cin;
  for (std::string text; std::getline(input, text);) {
    number++;
    words line(text);
    if (line.all().empty()) continue;
    std::cout << '>';
    for (const std::string &word : line.all()) std::cout << ' ' << word;
    std::cout << '\n';
    try {
      if (!session.carry_out(line.all()[0], line))
        throw refusal("no such command: " + line.all()[0]);
    } catch (const rangecore::error &error) {
      std::cout << "error " << rc_status_text(error.status) << '\n';
    } catch (const refusal &refusal) {
      std::cout.flush();
      std::cerr << "line " << number << ": " << refusal.what()
                << "; Examples/Session/README.md has the commands\n";
      return 1;
    }
  }
}
