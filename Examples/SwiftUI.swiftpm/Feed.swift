import Combine
import Foundation
import RangeCore
import RangeCoreSwiftUI
import SwiftUI

nonisolated struct Photo: Decodable, Identifiable, Sendable {
    let id: Int
    let title: String
    let url: URL
    let similar: [Photo]
}

/// The photos that have been fetched, and the pictures that are being downloaded.
@MainActor
final class Feed: ObservableObject {
    @Published private(set) var photos: [Photo] = []
    private var urls: [Photo.ID: URL] = [:]
    private var downloads: [Photo.ID: Task<Void, Never>] = [:]

    // Whatever the default isolation of the app, nothing is decoded on the main thread.
    @concurrent nonisolated static func photos(_ query: String) async throws -> [Photo] {
        guard let url = URL(string: "https://example.org/photos?\(query)") else { return [] }
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode([Photo].self, from: data)
    }

    func append(_ new: [Photo]) { insert(new, at: photos.count) }

    private func insert(_ new: [Photo], at index: Int) {
        for photo in new { urls[photo.id] = photo.url }
        photos.insert(contentsOf: new, at: index)
    }

    /// Inserts what is new above; the list keeps its place.
    func insertNewest() async {
        guard let first = photos.first,
            let new = try? await Feed.photos("before=\(first.id)")
        else { return }
        insert(new, at: 0)
    }

    func reload() async {
        // Without a connection, the photos stay.
        guard let newest = try? await Feed.photos("offset=0") else { return }
        (photos, urls) = ([], [:])
        insert(newest, at: 0)
    }

    /// Downloads pictures into the cache of URLSession, from which AsyncImage takes them.
    func download(_ ids: [Photo.ID]) {
        for id in ids {
            guard let url = urls[id] else { continue }
            downloads[id] = Task { _ = try? await URLSession.shared.data(from: url) }
        }
    }

    func cancel(_ ids: [Photo.ID]) {
        for id in ids { downloads.removeValue(forKey: id)?.cancel() }
    }
}

struct FeedView: View {
    @StateObject private var feed = Feed()

    var body: some View {
        RangeList(feed.photos, spacing: 12) { photo in
            PhotoRow(photo: photo)
        }
        .onFetch { count in
            let photos = try await Feed.photos("offset=\(count)")
            return (photos, photos.isEmpty)
        } insert: { new in
            feed.append(new)
        }
        .onPreload { ids in
            feed.download(ids)
        } cancel: { ids in
            feed.cancel(ids)
        }
        .onRefresh { await feed.reload() }
        .overlay(alignment: .top) {
            Button("New photos") { Task { await feed.insertNewest() } }
        }
    }
}

struct PhotoRow: View {
    let photo: Photo

    var body: some View {
        VStack(alignment: .leading) {
            Picture(url: photo.url).frame(height: 300)
            Text(photo.title)
            if !photo.similar.isEmpty {
                RangeList(photo.similar, axis: .horizontal, spacing: 8) { similar in
                    Picture(url: similar.url).frame(width: 120)
                }
                .frame(height: 120)
            }
        }
    }
}

/// A picture that can be tried again if it fails.
struct Picture: View {
    let url: URL
    @State private var attempt = 0

    var body: some View {
        AsyncImage(url: url) { phase in
            if let image = phase.image {
                image.resizable().aspectRatio(contentMode: .fill).clipped()
            } else if phase.error != nil {
                Button("Try Again") { attempt += 1 }
            } else {
                Color.gray.opacity(0.2)
            }
        }
        .id(attempt)
    }
}
