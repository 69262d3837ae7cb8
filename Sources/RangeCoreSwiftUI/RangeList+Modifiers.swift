#if canImport(SwiftUI)
public import Foundation
public import RangeCore
public import SwiftUI

extension RangeList {
    /// Fetches more items as the user comes near an end.
    ///
    /// Errors are retried with exponential back-off; a refresh cancels the fetch. Unless
    /// ``footer(_:)`` replaces it, the row after the last item shows what happens at the tail.
    ///
    /// - Parameters:
    ///   - end: The end at which to fetch. At the head, within one screenful.
    ///   - fetch: A closure that fetches a batch, given the number of items in the list; returns
    ///     items in the order of the list, and whether nothing more exists at this end. Never runs
    ///     on the main actor.
    ///   - insert: A closure that adds the items to the app's data, from which the list is made.
    public func onFetch<Item: Sendable>(
        at end: BatchEnd = .tail,
        fetch:
            @escaping @concurrent @Sendable (Int) async throws -> (
                items: [Item], isLast: Bool
            ),
        insert: @escaping @MainActor ([Item]) throws -> Void
    ) -> Self {
        var list = setting(RangeListSetting(fetcherAt: end, fetch: fetch, insert: insert))
        list.actions.hasFetcher = true
        if end == .head { list.actions.settings.insert(.screenAtHead, at: 0) }
        return list
    }

    /// Calls closures with the ids of the items that enter and that leave the preload range, nearest
    /// first, each once per update.
    ///
    /// - Parameters:
    ///   - start: A closure that begins to load the contents of items.
    ///   - cancel: A closure that stops loading, and drops what can be loaded again.
    public func onPreload(
        _ start: @escaping @MainActor ([ID]) -> Void,
        cancel: @escaping @MainActor ([ID]) -> Void = { _ in }
    ) -> Self {
        onStateChange { changes in
            let (left, entered) = (changes.left(.preload), changes.entered(.preload))
            if !left.isEmpty { cancel(left) }
            if !entered.isEmpty { start(entered) }
        }
    }

    /// Calls a closure with the items whose state has changed, once per update.
    public func onStateChange(
        _ action: @escaping @MainActor (LazyStateChanges<ID>) -> Void
    ) -> Self {
        var list = self
        list.actions.changes.append(action)
        return list
    }

    /// Lets the user refresh the list, as `refreshable(action:)` does: fetches in progress are
    /// cancelled, and none begins until the closure has returned.
    ///
    /// - Parameter reload: A closure that fetches and replaces the app's data.
    public func onRefresh(_ reload: @escaping @MainActor () async -> Void) -> Self {
        var list = self
        list.actions.refresh = reload
        return list
    }

    /// Sets the title of the button in the row after the last item that fetches again after a failure.
    ///
    /// It is "Try Again" unless told otherwise, which is looked up in the app's strings.
    ///
    /// ```swift
    /// RangeList(feed.photos) { photo in PhotoRow(photo: photo) }
    ///     .retryTitle(Text("Load more photos"))
    /// ```
    public func retryTitle(_ title: Text) -> Self {
        var list = self
        list.actions.retryTitle = title
        return list
    }

    /// Replaces the row after the last item.
    ///
    /// - Parameter content: A closure that creates the row, given what happens at the tail, and what
    ///   a button that retries calls.
    public func footer<Content: View>(
        @ViewBuilder _ content:
            @escaping @MainActor (LoadState, @escaping @MainActor () -> Void) -> Content
    ) -> Self {
        var list = self
        list.actions.footer = { AnyView(content($0, $1)) }
        return list
    }

    /// Sets whether what is on screen stays there when items above are inserted or removed; it does unless
    /// told otherwise.
    ///
    /// If not, the list neither scrolls by itself nor uses `scrollPosition`: that of the app then applies
    /// to it. Do not change it while the list is shown: another scroll view takes its place, which begins
    /// at the start.
    ///
    /// ```swift
    /// RangeList(feed.photos) { photo in PhotoRow(photo: photo) }
    ///     .keepsPlace(false)
    /// ```
    public func keepsPlace(_ keepsPlace: Bool) -> Self {
        var list = self
        list.actions.keepsPlace = keepsPlace
        return list
    }

    /// Begins the list where it was the last time, and keeps in a binding where it is, such as in `SceneStorage`.
    ///
    /// ```swift
    /// struct Photos: View {
    ///     let photos: [Photo]
    ///     @SceneStorage("photos") private var place: Data?
    ///
    ///     var body: some View {
    ///         RangeList(photos) { photo in PhotoRow(photo: photo) }
    ///             .restoresPlace(in: $place)
    ///     }
    /// }
    /// ```
    ///
    /// It is written when the scene leaves the foreground, and when the list disappears. What was kept is looked for
    /// among the items until one that was on screen is there, or the user scrolls. Of several lists each needs a key
    /// of its own. Without ``keepsPlace(_:)`` nothing is restored.
    ///
    /// - Parameter data: What is kept; nil for nothing. What was damaged counts as nothing.
    public func restoresPlace(in data: Binding<Foundation.Data?>) -> Self where ID: Codable {
        var list = self
        list.actions.place = KeptPlace(in: data)
        return list
    }

    /// Tells impressions which rows are on screen; those of another list, too.
    ///
    /// ```swift
    /// struct Photos: View {
    ///     let photos: [Photo]
    ///     let impressions: Impressions<Photo.ID>
    ///
    ///     var body: some View {
    ///         RangeList(photos) { photo in PhotoRow(photo: photo) }
    ///             .impressions(impressions)
    ///     }
    /// }
    /// ```
    ///
    /// In the background nothing is seen.
    ///
    /// - Parameters:
    ///   - impressions: What tells of them: keep it outside of the view, where its events are read.
    ///   - rule: A closure that returns the index of the rule for an id; nil for 0.
    public func impressions(
        _ impressions: Impressions<ID>, rule: (@MainActor (ID) -> Int)? = nil
    ) -> Self {
        setting(RangeListSetting(impressions: impressions, rule: rule))
    }

    /// Says how long rows are, so that the list needs not be laid out to know it.
    ///
    /// ```swift
    /// RangeList(feed.photos) { photo in PhotoRow(photo: photo).frame(height: 96) }
    ///     .extent { _ in 96 }
    /// ```
    ///
    /// - Parameter extent: A closure that returns the extent of an item, in points; asked once for each.
    public func extent(_ extent: @escaping @MainActor (ID) -> Double) -> Self {
        setting(RangeListSetting(extent: extent))
    }

    /// Has rows of a list in lanes go across all of them, such as titles.
    ///
    /// ```swift
    /// if #available(macOS 15, iOS 18, *) {
    ///     RangeList(feed.photos, lanes: 3) { photo in PhotoRow(photo: photo) }
    ///         .wide { id in id % 20 == 0 }
    /// }
    /// ```
    ///
    /// - Parameter isWide: A closure that returns whether an item does; asked of all items whenever one comes.
    public func wide(_ isWide: @escaping @MainActor (ID) -> Bool) -> Self {
        setting(RangeListSetting(wide: isWide))
    }

    /// Changes a setting of the list, such as how close to the tail a batch is fetched. A view without the
    /// modifier has the setting as it was.
    ///
    /// ```swift
    /// RangeList(feed.photos) { photo in PhotoRow(photo: photo) }
    ///     .setting(\.leadingScreensAtTail, 4)
    /// ```
    public func setting<Value: Equatable>(
        _ property: WritableKeyPath<ListSettings, Value>, _ value: Value
    ) -> Self {
        setting(RangeListSetting(property, value))
    }

    /// Creates a node for each item in range, with the callbacks of `RangeNode`.
    ///
    /// - Parameter make: A closure that creates the node of an item.
    public func node(_ make: @escaping @MainActor (ID) -> RangeNode) -> Self {
        setting(RangeListSetting(node: make))
    }

    private func setting(_ setting: RangeListSetting<ID>) -> Self {
        var list = self
        list.actions.settings.append(setting)
        return list
    }
}
#endif
