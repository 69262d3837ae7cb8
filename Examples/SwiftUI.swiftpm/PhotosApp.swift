import Foundation
import RangeCore
import RangeCoreSwiftUI
import SwiftUI

/// The feed of the article "A feed in SwiftUI", and a list with a model that other views read.
@main
struct PhotosApp: App {
    init() { _ = URLProtocol.registerClass(PhotoServer.self) }

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
    @State private var numbers = Array(0..<100_000)

    var body: some View {
        VStack {
            VisibleNumbers(visible: list.visible)
            RangeList(numbers, id: \.self, model: list) { number in
                Text("\(number)").frame(height: number % 5 == 0 ? 60 : 30)
            }
            Button("Insert ten above") {
                let first = numbers[0]
                numbers.insert(contentsOf: first - 10..<first, at: 0)
            }
        }
    }
}

struct VisibleNumbers: View {
    @ObservedObject var visible: RangeListVisibleItems<Int>

    var body: some View { Text("\(visible.ids.count) from \(visible.ids.first ?? 0) on") }
}
