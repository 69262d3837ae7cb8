// Random numbers: SplitMix64, so that a seed means the same on every machine.

#ifndef FORESIGHT_RANDOM_HPP
#define FORESIGHT_RANDOM_HPP

#include <cmath>
#include <cstdint>

class dice {
 public:
  explicit dice(uint64_t seed) : state(seed * step + 0x1234567) {}

  uint64_t bits() {
    uint64_t mixed = state += step;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  }

  /// 0 ..< 1.
  double fraction() {
    return double(bits() >> 11) * 0x1p-53;
  }

  double between(double least, double most) {
    return least + (most - least) * fraction();
  }

  /// least … most, both included.
  int whole(int least, int most) {
    return least + int(bits() % uint64_t(most - least + 1));
  }

  bool chance(double probability) {
    return fraction() < probability;
  }

  double normal() {
    const double radius = std::fmax(fraction(), 1e-300), angle = fraction();
    return std::sqrt(-2 * std::log(radius)) * std::cos(6.283185307179586 * angle);
  }

  double log_normal(double median, double sigma) {
    return median * std::exp(sigma * normal());
  }

 private:
  static constexpr uint64_t step = 0x9E3779B97F4A7C15;
  uint64_t state;
};

#endif
