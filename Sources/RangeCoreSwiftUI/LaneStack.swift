// A list in lanes: the rows that are near, placed where the list has them.

#if canImport(SwiftUI)
import RangeCore
import SwiftUI

/// The scroll view of a list in lanes.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct LaneScrollView<
    Data: RandomAccessCollection, ID: Hashable & Sendable, Row: View, Footer: View
>: View {
    let data: Data
    let spacing: CGFloat
    let surface: LaneSurface<ID>
    let host: LazyListHost<ID>
    let row: (Data.Element) -> Row
    /// Nil without one.
    let footer: Footer?
    @State private var position = ScrollPosition(idType: ID.self)

    var body: some View {
        ScrollView {
            LaneStack(
                data: data, spacing: spacing, surface: surface, host: host, row: row,
                footer: footer)
        }
        .scrollPosition($position)
        .onAppear {
            let position = $position
            surface.scroll = { offset in
                var transaction = Transaction()
                transaction.disablesAnimations = true
                // What the system does about the new length would come on top.
                transaction.scrollContentOffsetAdjustmentBehavior = .disabled
                withTransaction(transaction) { position.wrappedValue.scrollTo(y: offset) }
            }
        }
    }
}

/// The rows, evaluated again when another one comes near or is elsewhere.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct LaneStack<
    Data: RandomAccessCollection, ID: Hashable & Sendable, Row: View, Footer: View
>: View {
    let data: Data
    let spacing: CGFloat
    @ObservedObject var surface: LaneSurface<ID>
    let host: LazyListHost<ID>
    let row: (Data.Element) -> Row
    let footer: Footer?

    var body: some View {
        LaneLayout(length: surface.scrollLength, spacing: spacing) {
            ForEach(surface.placements, id: \.id) { view(of: $0) }
            if let footer { end(footer) }
        }
        .accessibilityElement(children: .contain)
        .onGeometryChange(for: Double.self) {
            $0.size.width
        } action: { breadth in
            surface.setBreadth(breadth)
        }
    }

    private func view(of place: LaneSurface<ID>.Placement) -> some View {
        row(data[data.index(data.startIndex, offsetBy: place.index)])
            .frame(maxWidth: .infinity)
            .onGeometryChange(for: Double.self) {
                $0.size.height
            } action: { extent in
                surface.setExtent(extent, of: place.id)
            }
            .opacity(place.isMeasured ? 1 : 0)
            .inRow(of: place.id, host)
            // Assistive technology reads in the order of the list, not by place.
            .accessibilitySortPriority(-Double(place.index))
            .layoutValue(key: LanePlace.self, value: place.frame)
    }

    // A stack, which is there also while there is nothing in it.
    private func end(_ footer: Footer) -> some View {
        let reserved = host.controller.settings.extraLengthAtTail
        let start = surface.scrollLength - max(reserved - spacing, 0)
        return VStack(spacing: 0) { footer }
            .frame(maxWidth: .infinity)
            .onGeometryChange(for: Double.self) {
                $0.size.height
            } action: { extent in
                host.set(\.extraLengthAtTail, to: extent > 0 ? extent + spacing : 0)
            }
            .accessibilitySortPriority(-Double(host.ids.count))
            .layoutValue(key: LanePlace.self, value: ItemFrame(start: start, extent: 0))
    }
}

/// Where a row is in the content.
private struct LanePlace: LayoutValueKey {
    static let defaultValue = ItemFrame(start: 0, extent: 0)
}

/// Places each row where the list has it, as wide as its lane and as long as it wants to be.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct LaneLayout: Layout {
    let length: Double
    let spacing: Double

    func sizeThatFits(
        proposal: ProposedViewSize, subviews: Subviews, cache: inout ()
    ) -> CGSize {
        CGSize(width: proposal.width ?? 0, height: length)
    }

    func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()
    ) {
        for row in subviews {
            let frame = row[LanePlace.self]
            let lane = LaneSpan(
                of: frame.column, of: frame.columns, breadth: bounds.width, spacing: spacing)
            row.place(
                at: CGPoint(x: bounds.minX + lane.start, y: bounds.minY + frame.start),
                anchor: .topLeading, proposal: ProposedViewSize(width: lane.breadth, height: nil))
        }
    }
}
#endif
