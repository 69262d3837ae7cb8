#include <algorithm>
#include <cmath>
#include <fstream>

#include "report.hpp"

namespace {

// Waste from left to right, and late from the bottom up, by powers.
constexpr double left = 60, right = 800, top = 20, bottom = 380, most_waste = 2.5,
                 least_late = 0.04, most_late = 6;

double x_of(double wasted) {
  return left + (right - left) * wasted / most_waste;
}

double y_of(double late) {
  return bottom - (bottom - top) * std::log(late / least_late) / std::log(most_late / least_late);
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

class picture {
 public:
  explicit picture(std::ostream &to) : out(to) {}

  void line(double x1, double y1, double x2, double y2) {
    out << "<line x1=\"" << number(x1) << "\" y1=\"" << number(y1) << "\" x2=\"" << number(x2)
        << "\" y2=\"" << number(y2) << "\" stroke=\"#808080\" stroke-opacity=\"0.3\"/>\n";
  }
  void text(double x, double y, const std::string &it, const char *colour, const char *anchor) {
    out << "<text x=\"" << number(x) << "\" y=\"" << number(y) << "\" fill=\"" << colour
        << "\" text-anchor=\"" << anchor << "\">" << it << "</text>\n";
  }
  void dot(double x, double y, const char *colour, double radius) {
    out << "<circle cx=\"" << number(x) << "\" cy=\"" << number(y) << "\" r=\"" << number(radius)
        << "\" fill=\"" << colour << "\"/>\n";
  }
  void path(const std::vector<std::array<double, 2>> &points, const char *colour, double width) {
    out << "<polyline fill=\"none\" stroke=\"" << colour << "\" stroke-width=\"" << number(width)
        << "\" points=\"";
    for (const auto &[x, y] : points) out << number(x) << ',' << number(y) << ' ';
    out << "\"/>\n";
  }

 private:
  std::ostream &out;
};

void draw_axes(picture &to) {
  for (double wasted : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) {
    to.line(x_of(wasted), top, x_of(wasted), bottom);
    to.text(x_of(wasted), bottom + 20, number(wasted), "#808080", "middle");
  }
  for (double late : {0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0}) {
    to.line(left, y_of(late), right, y_of(late));
    std::string text = late < 0.1 ? "0.05" : number(late);
    to.text(left - 8, y_of(late) + 4, text, "#808080", "end");
  }
  to.text((left + right) / 2, bottom + 42, "items loaded in vain, × Texture", "#808080", "middle");
  to.text(left + 4, top - 6, "items that are late, × Texture", "#808080", "start");
}

void draw_curve(picture &to, const curve &curve, const ::curve &texture, const char *colour,
                double width) {
  std::vector<std::array<double, 2>> points;
  for (size_t i = 0; i < curve.knobs.size(); i++) {
    const ratios it = with_setting(curve, texture, i);
    if (it.wasted <= most_waste) points.push_back({x_of(it.wasted), y_of(it.of[late])});
  }
  std::sort(points.begin(), points.end());
  to.path(points, colour, width);
  for (const auto &[x, y] : points) to.dot(x, y, colour, width);
}

/// Foresight with its usual budget, and the standard error.
void draw_usual(picture &to, const std::vector<curve> &curves) {
  const values_of lateness = [](const std::vector<curve> &from) {
    return std::vector<double>{
        with_setting(from[foresight_curve], from[texture_curve], 0).of[late]};
  };
  const ratios usual = with_setting(curves[foresight_curve], curves[texture_curve], 0);
  const double x = x_of(usual.wasted), y = y_of(usual.of[late]);
  char text[80];
  std::snprintf(text, sizeof text, "Foresight, budget %g: %.2f ± %.2f",
                curves[foresight_curve].knobs[0], usual.of[late],
                standard_errors(curves, lateness)[0]);
  to.dot(x, y, "#e0334c", 7);
  to.text(x - 8, y + 20, text, "#e0334c", "end");
}

}  // namespace

bool draw_picture(const std::vector<curve> &curves, const std::string &path) {
  std::ofstream file(path);
  // The colours are for light and dark pages.
  file << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 440\" width=\"820\" "
          "height=\"440\" "
          "font-family=\"-apple-system, Helvetica, Arial, sans-serif\" font-size=\"14\">\n"
          "<title>How often items are late, by how many are loaded in vain</title>\n";
  picture to(file);
  draw_axes(to);
  const struct {
    int index;
    const char *colour;
  } drawn[] = {{react_curve, "#c08a00"},     {flash_curve, "#22a06b"},   {legend_curve, "#9467bd"},
               {tanstack_curve, "#8c6d5a"},  {compose_curve, "#c77dba"}, {texture_curve, "#3b82f6"},
               {foresight_curve, "#e0334c"}, {oracle_curve, "#808080"}};
  double y = top + 18;
  for (const auto &[index, colour] : drawn) {
    const curve &it = curves[size_t(index)];
    const double width = index == foresight_curve ? 3.5 : index == oracle_curve ? 5 : 2;
    draw_curve(to, it, curves[texture_curve], colour, width);
    to.dot(right - 130, y - 4, colour, 4);
    to.text(right - 120, y, it.name == "oracle" ? "knows the future" : it.name, colour, "start");
    y += 17;
  }
  to.dot(x_of(1), y_of(1), "#3b82f6", 7);
  to.text(x_of(1) + 10, y_of(1) - 8, "Texture as it is", "#3b82f6", "start");
  draw_usual(to, curves);
  file << "</svg>\n";
  return bool(file.flush());
}
