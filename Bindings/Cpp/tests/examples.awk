# Makes a program of the examples in headers and pages, each a function; fails for a type without one.
# Programs of their own, with a `main`, are not among them, nor those for Qt.

BEGIN {
  print "#include \"world.hpp\"\n\n#include <rangecore_impressions.hpp>\n#include <rangecore_preload.hpp>\n#include <rangecore_store.hpp>\n"
  print "#include \"examples.hpp\"\n"
}
/^namespace .*detail/ { is_internal = 1 }
/^}  \/\/ namespace .*detail/ { is_internal = 0 }
/^(\/\/\/ )?```cpp$/ {
  has_example = is_inside = 1
  line = FNR + 1
  text = ""
  next
}
is_inside && /^(\/\/\/ )?```$/ {
  is_inside = 0
  if (text !~ /int main|rangecore::qt/) {
    printf "static void example_%d() {\n  EXAMPLE\n#line %d \"%s\"\n%s  }\n}\n\n", ++count, line, FILENAME, text
  }
  next
}
is_inside {
  sub(/^\/\/\/ ?/, "")
  text = text $0 "\n"
  next
}
/^(\/\/\/|template)/ { next }
/^(class|struct|enum class) [a-z_]+ .*{$/ || /^using [a-z_]+ = std/ {
  if (!has_example && !is_internal) {
    print FILENAME ":" FNR ": no example: " $0 >"/dev/stderr"
    failed = 1
  }
  types++
}
{ has_example = 0 }
END {
  print "int main() {"
  for (i = 1; i <= count; i++) print "  example_" i "();"
  print "}"
  exit failed || types < 20
}
