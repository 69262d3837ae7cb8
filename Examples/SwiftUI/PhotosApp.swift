import RangeCore
import RangeCoreSwiftUI
import SwiftUI

/// The feed of the article "A feed in SwiftUI", and a list of a million rows beside its own model.
@main
struct PhotosApp: App {
    var body: some Scene {
        WindowGroup {
            HStack {
                FeedView()
                NumbersView()
            }
        }
    }
}

struct NumbersView: View {
    @StateObject private var list = RangeListModel<Int>(estimate: 30)
    @State private var first = 0

    var body: some View {
        VStack {
            Text("\(list.visibleIDs.count) rows from \(list.visibleIDs.first ?? 0) on")
            RangeList(first..<1_000_000, id: \.self, model: list) { number in
                Text("\(number)").frame(height: number % 5 == 0 ? 60 : 30)
            }
            .setting(\.leadingScreensAtHead, 1)
            .onStateChange { changes in
                print("appear:", changes.entered(.visible), "disappear:", changes.left(.visible))
            }
            Button("Insert ten above") { first -= 10 }
        }
    }
}
