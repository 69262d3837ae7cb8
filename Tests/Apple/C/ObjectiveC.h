// What Swift's Objective-C support expects of the runtime.
// https://developer.apple.com/documentation/objectivec/nsobject-swift.class

typedef signed char BOOL;

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
@protocol NSObject
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@end
