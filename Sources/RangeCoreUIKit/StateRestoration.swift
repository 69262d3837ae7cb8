#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import RangeCore
import UIKit

extension NSUserActivity {
    /// Keeps where a list was, for the state restoration of a scene.
    ///
    /// ```swift
    /// let activity = NSUserActivity(activityType: "org.example.feed")
    /// activity.setPlace(try layout.snapshot { dataSource.itemIdentifier(for: $0) }, forKey: "feed")
    /// ```
    ///
    /// - Parameters:
    ///   - place: What a list or a layout has noted; with nil, what was kept before stays.
    ///   - key: The key in `userInfo`.
    public func setPlace<ID>(_ place: ScrollSnapshot<ID>?, forKey key: String) {
        guard let place, let data = try? JSONEncoder().encode(place) else { return }
        addUserInfoEntries(from: [key: data])
    }

    /// Returns where a list was; nil if nothing was kept, or if it was damaged or kept by a newer version of the
    /// library.
    ///
    /// - Parameter key: The key in `userInfo`.
    public func place<ID>(forKey key: String) -> ScrollSnapshot<ID>? {
        guard let data = userInfo?[key] as? Data else { return nil }
        return try? JSONDecoder().decode(ScrollSnapshot<ID>.self, from: data)
    }
}
#endif
