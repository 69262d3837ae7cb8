// What Swift's Objective-C support expects of the runtime.
// https://developer.apple.com/documentation/objectivec

// It knows no Objective-C in a header of C.
// clang-format off

typedef _Bool BOOL;

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
@protocol NSObject
- (BOOL)respondsToSelector:(SEL _Null_unspecified)aSelector;
@end

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
- (nullable id)forwardingTargetForSelector:(SEL _Null_unspecified)aSelector;
@end

#pragma clang assume_nonnull end
