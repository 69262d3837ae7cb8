// Carries out a recorded session; see Examples/Session/README.md.

#include "rangecore.hpp"

#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

using list_of_words = std::vector<std::string>;

const list_of_words modes{"full", "minimum", "visible_only", "low_memory"};
const list_of_words ranges{"display", "preload", "app_0", "app_1", "app_2", "app_3"};
const list_of_words directions{"none", "forward", "backward"};
const list_of_words presences{"on_screen", "near", "away"};
const list_of_words pressures{"normal", "warning", "critical"};
const list_of_words policies{"fetches", "after_scroll", "never"};
const list_of_words alignments{"start", "center", "end", "nearest"};
const list_of_words ends{"tail", "head"};
const list_of_words answers{"no", "yes", "defer"};
const list_of_words outcomes{"fetching",  "completed", "declined", "failed",
                             "cancelled", "ended",     "stale"};

/// A line that makes no sense.
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
    if (end == 0 || end != text.size()) throw refusal("no integer: " + text);
    return value;
  }
  double length() { return double(integer()) / RC_TICKS_PER_POINT; }
  double thousandths() { return double(integer()) / 1000; }
  rc_interval interval() {
    int64_t lower = integer();
    return {lower, integer()};
  }
  std::vector<double> lengths() {
    std::vector<double> lengths;
    while (!at_end()) lengths.push_back(length());
    return lengths;
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
  void count(int32_t &field) {
    from ? void(field = int32_t(from->integer())) : void(std::cout << field);
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
    {"direction_threshold", [](keys k, auto &s) { k.number(s.direction_threshold, 960); }},
    {"leading_tail", [](keys k, auto &s) { k.number(s.leading_screens[RC_END_TAIL], 1000); }},
    {"leading_head", [](keys k, auto &s) { k.number(s.leading_screens[RC_END_HEAD], 1000); }},
    {"extra_tail", [](keys k, auto &s) { k.number(s.extra_lengths[RC_END_TAIL], 960); }},
    {"extra_head", [](keys k, auto &s) { k.number(s.extra_lengths[RC_END_HEAD], 960); }},
    {"in_background", [](keys k, auto &s) { k.flag(s.in_background); }},
    {"insertion_pending", [](keys k, auto &s) { k.flag(s.insertion_pending); }},
    {"host_decides_batches", [](keys k, auto &s) { k.flag(s.host_decides_batches); }},
    {"sticks_to_end", [](keys k, auto &s) { k.flag(s.sticks_to_end); }},
    {"uses_mean_estimate", [](keys k, auto &s) { k.flag(s.uses_mean_estimate); }},
};

rc_viewport viewport(words &line) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = line.length();
  viewport.length = line.length();
  while (!line.at_end()) {
    std::string key = line.word();
    if (key == "user") viewport.is_user = line.integer();
    else if (key == "held") viewport.is_held = line.integer();
    else if (key == "landing") viewport.has_landing = true, viewport.landing_offset = line.length();
    else if (key == "inset_start") viewport.inset_start = line.length();
    else if (key == "inset_end") viewport.inset_end = line.length();
    else if (key == "velocity") viewport.velocity = line.length();
    else if (key == "time") viewport.time = line.thousandths();
    else if (key == "jitter") viewport.jitter = line.thousandths();
    else throw refusal("unknown key " + key);
  }
  return viewport;
}

// -- what is printed --

std::ostream &operator<<(std::ostream &out, rc_interval interval) {
  return out << interval.lower << ' ' << interval.upper;
}

void print(const rc_item &item) {
  std::cout << "item " << item.index << " offset " << ticks(item.offset) << " extent "
            << ticks(item.extent) << (item.is_measured ? " measured" : "") << '\n';
}

void print(const std::string &end, const rc_batch_decision &decision) {
  std::cout << end << ' ' << answers[decision.answer] << " remaining " << ticks(decision.remaining)
            << " seconds " << whole(decision.seconds, 1000) << (decision.is_near ? " near" : " far")
            << ": " << rc_batch_reason_text(decision.reason) << '\n';
}

void print(const rangecore::update &update) {
  std::cout << "offset " << ticks(update.offset) << " correction " << ticks(update.correction)
            << " pending " << ticks(update.pending) << " next ";
  if (std::isinf(update.next_time)) std::cout << "never";
  else std::cout << whole(update.next_time, 1000);
  std::cout << " mode " << modes[update.mode] << " presence " << presences[update.presence]
            << " direction " << directions[update.direction] << "\nitems visible "
            << update.visible;
  for (size_t range = 0; range < RC_RANGE_COUNT; range++) {
    std::cout << ' ' << ranges[range] << ' ' << update.ranges[range];
  }
  std::cout << '\n';
  for (rc_end end : {RC_END_TAIL, RC_END_HEAD}) print(ends[end], update.batches[end]);
  std::cout << "changes " << update.changes.count << " removed " << update.changes.removed_count
            << " left " << update.changes.left_count << '\n';
  for (const rc_change &change : update) {
    std::cout << "change " << change.lower << ' ' << change.upper << " from " << int(change.before)
              << " to " << int(change.after) << " distance " << ticks(change.distance) << '\n';
  }
}

// -- the commands --

struct session {
  rangecore::list list;
  std::vector<rangecore::flight> flights;

  rangecore::flight &flight(words &line) {
    int64_t number = line.integer();
    if (number < 1 || number > int64_t(flights.size())) throw refusal("no such flight");
    return flights[size_t(number - 1)];
  }
};

void create(session &s, words &line) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = uint32_t(line.integer());
  options.estimate = line.length();
  options.spacing = line.length();
  s.list = rangecore::list(&options);
}

void set(session &s, words &line) {
  rc_list_settings settings = s.list.settings();
  while (!line.at_end()) {
    std::string key = line.word();
    auto known = settings_keys.begin();
    while (known != settings_keys.end() && known->first != key) known++;
    if (known == settings_keys.end()) throw refusal("unknown key " + key);
    known->second({&line}, settings);
  }
  s.list.configure(settings);
}

void tune(session &s, words &line) {
  rc_list_settings settings = s.list.settings();
  auto mode = line.value<rc_range_mode>(modes);
  auto range = line.value<rc_range>(ranges);
  rc_tuning tuning{};
  if (line.all().back() != "empty") tuning = {line.thousandths(), line.thousandths(), 1, 0};
  rangecore::check(rc_tuning_table_set(&settings.tunings, mode, range, tuning));
  s.list.configure(settings);
}

void tunings(session &s, words &line) {
  rc_list_settings settings = s.list.settings();
  if (line.word() == "pager") rc_tuning_table_init_pager(&settings.tunings);
  else rc__tuning_table_init(&settings.tunings);
  s.list.configure(settings);
}

void settings(session &s, words &) {
  rc_list_settings settings = s.list.settings();
  std::cout << "settings";
  for (const auto &[key, field] : settings_keys) {
    std::cout << ' ' << key << ' ';
    field({nullptr}, settings);
  }
  std::cout << '\n';
}

void tuning(session &s, words &line) {
  rc_list_settings settings = s.list.settings();
  rc_tuning tuning;
  auto mode = line.value<rc_range_mode>(modes);
  rangecore::check(
      rc_tuning_table_get(&settings.tunings, mode, line.value<rc_range>(ranges), &tuning));
  std::cout << "tuning " << whole(tuning.leading, 1000) << ' ' << whole(tuning.trailing, 1000)
            << (tuning.enabled ? " enabled\n" : " empty\n");
}

void rows(session &s, words &line) {
  auto [offsets, extents] = s.list.rows(line.interval());
  std::cout << "rows";
  for (size_t row = 0; row < offsets.size(); row++) {
    std::cout << ' ' << ticks(offsets[row]) << ' ' << ticks(extents[row]);
  }
  std::cout << '\n';
}

void states(session &s, words &line) {
  auto states = s.list.states(line.interval());
  std::cout << "states";
  for (rc_state state : states) std::cout << ' ' << int(state);
  std::cout << '\n';
}

rc_end end_of(words &line) { return line.value<rc_end>(ends); }

using command = std::function<void(session &, words &)>;

const std::map<std::string, command> silent{
    {"create", create},
    {"insert",
     [](auto &s, auto &w) {
       auto at = w.integer();
       s.list.insert(at, w.integer());
     }},
    {"insert_measured",
     [](auto &s, auto &w) {
       auto at = w.integer();
       s.list.insert(at, w.lengths());
     }},
    {"remove", [](auto &s, auto &w) { s.list.remove(w.interval()); }},
    {"move",
     [](auto &s, auto &w) {
       auto of = w.interval();
       s.list.move(of, w.integer());
     }},
    {"measure",
     [](auto &s, auto &w) {
       auto row = w.integer();
       s.list.measure(row, w.lengths());
     }},
    {"reload", [](auto &s, auto &w) { s.list.reload(w.interval()); }},
    {"estimate", [](auto &s, auto &w) { s.list.set_estimate(w.length()); }},
    {"mode", [](auto &s, auto &w) { s.list.set_mode(w.template value<rc_range_mode>(modes)); }},
    {"promote", [](auto &s, auto &) { s.list.promote(); }},
    {"set", set},
    {"tune", tune},
    {"tunings", tunings},
    {"finish",
     [](auto &s, auto &w) {
       rangecore::flight &flight = s.flight(w);
       flight.finish(w.template value<rc_batch_outcome>(outcomes));
     }},
    {"retry", [](auto &s, auto &w) { s.list.retry_batch(end_of(w)); }},
    {"reset", [](auto &s, auto &w) { s.list.reset_batch(end_of(w)); }},
    {"end", [](auto &s, auto &w) { s.list.end_batch(end_of(w)); }},
    {"validate", [](auto &s, auto &) { s.list.validate(); }},
};

const std::map<std::string, command> printing{
    {"update", [](auto &s, auto &w) { print(s.list.update(viewport(w))); }},
    {"scroll_to",
     [](auto &s, auto &w) {
       auto index = w.integer();
       double offset = s.list.scroll_to(index, w.template value<rc_alignment>(alignments));
       std::cout << "offset " << ticks(offset) << '\n';
     }},
    {"settings", settings},
    {"tuning", tuning},
    {"begin",
     [](auto &s, auto &w) {
       s.flights.push_back(s.list.begin_batch(end_of(w)));
       std::cout << "flight " << s.flights.size() << '\n';
     }},
    {"outcome",
     [](auto &s, auto &w) {
       rangecore::flight &flight = s.flight(w);
       std::cout << "outcome " << outcomes[flight.outcome()]
                 << (flight.was_cancelled() ? " cancelled\n" : "\n");
     }},
    {"size",
     [](auto &s, auto &) {
       std::cout << "size " << s.list.count() << " measured " << s.list.measured_count()
                 << " length " << ticks(s.list.length()) << " estimate " << ticks(s.list.estimate())
                 << '\n';
     }},
    {"item", [](auto &s, auto &w) { print(s.list.item(w.integer())); }},
    {"item_at", [](auto &s, auto &w) { print(s.list.item_at(w.length())); }},
    {"items_in",
     [](auto &s, auto &w) {
       double lower = w.length();
       std::cout << "items " << s.list.items_in(lower, w.length()) << '\n';
     }},
    {"rows", rows},
    {"state",
     [](auto &s, auto &w) { std::cout << "state " << int(s.list.state(w.integer())) << '\n'; }},
    {"states", states},
};

void carry_out(session &s, words &line) {
  std::cout << '>';
  for (const std::string &word : line.all()) std::cout << ' ' << word;
  std::cout << '\n';
  const std::string &name = line.all()[0];
  try {
    if (auto found = silent.find(name); found != silent.end()) {
      found->second(s, line);
      std::cout << "ok\n";
    } else if (auto found = printing.find(name); found != printing.end()) {
      found->second(s, line);
    } else {
      throw refusal("no such command: " + name);
    }
  } catch (const rangecore::error &error) {
    std::cout << "error " << error.what() << '\n';
  }
}

int main(int count, char **arguments) {
  std::ifstream file;
  if (count > 1) file.open(arguments[1]);
  if (!file) {
    std::cerr << arguments[1] << " cannot be read\n";
    return 1;
  }
  session s;
  long number = 0;
  std::istream &input = count > 1 ? file : std::cin;
  for (std::string text; std::getline(input, text);) {
    number++;
    words line(text);
    try {
      if (!line.all().empty()) carry_out(s, line);
    } catch (const refusal &refusal) {
      std::cout.flush();
      std::cerr << "line " << number << ": " << refusal.what()
                << "; Examples/Session/README.md has the commands\n";
      return 1;
    }
  }
}
