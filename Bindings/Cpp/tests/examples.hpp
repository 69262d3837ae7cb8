// What the examples in the headers have around them.

/// Photos from 0 on.
struct photo_server {
  std::vector<photo> photos(int64_t position, int64_t count) const {
    std::vector<photo> found;
    for (int64_t id = position; id < std::min<int64_t>(position + count, 100); id++) {
      found.push_back({int(id)});
    }
    return found;
  }
};

/// A client that calls back.
struct callback_network {
  event_loop &loop;
  photo_server server;
  void get(int64_t position, std::function<void(std::vector<photo>, bool)> done) {
    loop.call_later(0, [this, position, done] { done(server.photos(position, 20), true); });
  }
};

inline int id_of(const photo &it) { return it.id; }

/// Everything runs for a moment after the example.
struct afterwards {
  event_loop &loop;
  ~afterwards() { loop.run_for(0.01); }
};

#define EXAMPLE                                                                         \
  event_loop loop;                                                                      \
  photo_server server;                                                                  \
  callback_network network{loop, server};                                               \
  std::vector<photo> model;                                                             \
  page toolkit{loop};                                                                   \
  rangecore::host<page> host(toolkit);                                                  \
  rangecore::store<photo, int> photos(                                                  \
      [&](const rangecore::page_request<int> &it) {                                     \
        return server.photos(it.position, it.count);                                    \
      },                                                                                \
      id_of);                                                                           \
  rangecore::preloader<int, std::string> images(                                        \
      [](const rangecore::preload_request<int> &it) { return std::to_string(it.id); }); \
  {                                                                                     \
    afterwards afterwards{loop};
