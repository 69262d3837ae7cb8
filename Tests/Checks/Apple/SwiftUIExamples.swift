// What the examples of the documentation leave to the app; the rest is in Examples/SwiftUI.swiftpm.

import RangeCore
import RangeCoreSwiftUI
import SwiftUI

@MainActor let feed = Feed()
@MainActor let ranges = RangeListModel<Photo.ID>()
