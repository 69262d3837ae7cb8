// The structs of geometry are those of C, so that a delegate's method can take a pointer to one.

// https://developer.apple.com/documentation/corefoundation/cgfloat-c.typealias
typedef double CGFloat;

// https://developer.apple.com/documentation/corefoundation/cgpoint
typedef struct CGPoint {
  CGFloat x;
  CGFloat y;
} CGPoint;

// https://developer.apple.com/documentation/corefoundation/cgsize
typedef struct CGSize {
  CGFloat width;
  CGFloat height;
} CGSize;

// https://developer.apple.com/documentation/corefoundation/cgrect
typedef struct CGRect {
  CGPoint origin;
  CGSize size;
} CGRect;
