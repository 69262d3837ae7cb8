// Compares what to load of a list, and when. `Benchmarks/Foresight/run --help` says how.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "report.hpp"

namespace {

struct options {
  unsigned long long seed = 100000;
  int sessions = 16;
  bool has_doubts = true, is_pool = false;
  const char *picture = nullptr;
};

[[noreturn]] void fail(const char *message, const char *argument) {
  std::fprintf(stderr, "%s %s\n", message, argument);
  std::exit(2);
}

long read_number(const char *text) {
  char *end;
  const long number = std::strtol(text, &end, 10);
  if (*end != 0 || number < 1) fail("not a number above 0:", text);
  return number;
}

options read_options(int count, char **arguments) {
  options it;
  for (int i = 1; i < count; i++) {
    const std::string name = arguments[i];
    if (name == "--no-doubts") {
      it.has_doubts = false;
      continue;
    }
    if (name == "--pool") {
      it.is_pool = true;
      it.has_doubts = false;
      continue;
    }
    if (i + 1 == count) fail("not understood:", arguments[i]);
    const char *value = arguments[++i];
    if (name == "--seed")
      it.seed = (unsigned long long)read_number(value);
    else if (name == "--sessions")
      it.sessions = int(read_number(value));
    else if (name == "--picture")
      it.picture = value;
    else
      fail("not understood:", arguments[i - 1]);
  }
  return it;
}

}  // namespace

int main(int count, char **arguments) {
  const options options = read_options(count, arguments);
  auto families = options.is_pool ? pooled() : compared();
  if (options.has_doubts) {
    for (const family &it : doubted()) families.push_back(it);
  }
  const auto curves = play_all(families, draw_sessions(options.seed, options.sessions));
  std::printf("\n%d sessions a class, from seed %llu\n\n", options.sessions, options.seed);
  print_exchange(curves);
  const int missed = print_limits(curves, options.sessions);
  if (options.picture != nullptr && !options.is_pool && !draw_picture(curves, options.picture)) {
    fail("cannot be written:", options.picture);
  }
  std::printf("\nforesight: %d limits missed, %d sessions a class from seed %llu\n", missed,
              options.sessions, options.seed);
  return missed > 0;
}
