// How a list keeps its place: by what the system attempts, and what the list restores if that has failed.

#if canImport(SwiftUI)
import RangeCore
import SwiftUI

extension View {
    /// Keeps the place of a scroll view through edits.
    ///
    /// - Parameter edit: The last edit that has moved what is on screen.
    @ViewBuilder
    func keepingPlace<ID>(
        in storage: RangeListStorage<ID>, _ axis: ScrollAxis,
        after edit: LazyListHost<ID>.Restoration?,
        isOn: Bool
    ) -> some View {
        if !isOn {
            self
        } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            modifier(KeepingByPosition(storage: storage, axis: axis, edit: edit))
        } else {
            keepingPlaceByID(in: storage, axis, after: edit)
        }
    }

    @ViewBuilder
    private func keepingPlaceByID<ID>(
        in storage: RangeListStorage<ID>, _ axis: ScrollAxis,
        after edit: LazyListHost<ID>.Restoration?
    ) -> some View {
        let keeping = { KeepingByID(storage: storage, axis: axis, edit: edit, isKeptBySystem: $0) }
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            scrollPosition(id: storage.positionBinding).modifier(keeping(true))
        } else {
            modifier(keeping(false))
        }
    }
}

/// Restores the place by an offset, which ends no fling.
///
/// What the position is, is state of the modifier: when the first visible row changes, it is evaluated
/// again, and what it modifies is not.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct KeepingByPosition<ID: Hashable & Sendable>: ViewModifier {
    let storage: RangeListStorage<ID>
    let axis: ScrollAxis
    let edit: LazyListHost<ID>.Restoration?
    @State private var position = ScrollPosition(idType: ID.self)

    func body(content: Content) -> some View {
        content
            .scrollPosition($position)
            .task(id: edit) {
                await storage.keepPlace(after: edit, isKeptBySystem: true, restore: restore)
            }
    }

    private func restore(_ id: ID, _ distance: Double?, _ fraction: Double) {
        var transaction = Transaction()
        transaction.disablesAnimations = true
        transaction.scrollPositionUpdatePreservesVelocity = true
        // What the system does about the same edit would come on top.
        transaction.scrollContentOffsetAdjustmentBehavior = .disabled
        withTransaction(transaction) {
            // From which edge an offset is taken in a list from right to left is not documented.
            guard let distance, !axis.isReversed, let offset = storage.contentOffset else {
                return position.scrollTo(id: id, anchor: UnitPoint(fraction, along: axis))
            }
            if axis.isHorizontal {
                position.scrollTo(x: offset + distance)
            } else {
                position.scrollTo(y: offset + distance)
            }
        }
    }
}

/// Restores the place by aligning a row.
private struct KeepingByID<ID: Hashable & Sendable>: ViewModifier {
    let storage: RangeListStorage<ID>
    let axis: ScrollAxis
    let edit: LazyListHost<ID>.Restoration?
    let isKeptBySystem: Bool

    func body(content: Content) -> some View {
        ScrollViewReader { proxy in
            content.task(id: edit) {
                await storage.keepPlace(after: edit, isKeptBySystem: isKeptBySystem) {
                    id, _, fraction in
                    proxy.scrollTo(id, anchor: UnitPoint(fraction, along: axis))
                }
            }
        }
    }
}

extension UnitPoint {
    // Its x is from the leading edge.
    fileprivate init(_ fraction: Double, along axis: ScrollAxis) {
        self.init(x: axis.isHorizontal ? fraction : 0, y: axis.isHorizontal ? 0 : fraction)
    }
}
#endif
