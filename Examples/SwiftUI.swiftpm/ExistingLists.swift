import RangeCore
import RangeCoreSwiftUI
import SwiftUI

/// A grid that the app lays out itself, and which fetches and preloads as the feed does.
struct GridView: View {
    @StateObject private var feed = Feed()
    @StateObject private var ranges = RangeListModel<Photo.ID>(estimate: 120)

    var body: some View {
        ScrollView {
            LazyVGrid(columns: Array(repeating: GridItem(), count: 3), spacing: 2) {
                ForEach(feed.photos) { photo in
                    Picture(url: photo.url).frame(height: 120)
                        .rangeRow(id: photo.id, in: ranges)
                }
            }
        }
        .rangeViewport(ranges, items: feed.photos, columns: 3, spacing: 2)
        .onAppear {
            ranges.host.setBatchFetcher { count in
                let photos = try await Feed.photos("offset=\(count)")
                return (photos, photos.isEmpty)
            } insert: { new in
                feed.append(new)
            }
            ranges.host.onStateChanges = { changes in
                feed.cancel(changes.left(.preload))
                feed.download(changes.entered(.preload))
            }
        }
    }
}

struct Album: Identifiable {
    let id: String
    var photos: [Photo]
}

/// A list with sections and swipe actions, and how many of its rows are visible.
struct AlbumsView: View {
    @State var albums: [Album]
    @StateObject private var ranges = RangeListModel<Photo.ID>()

    var body: some View {
        List {
            ForEach(albums) { album in
                Section(album.id) {
                    ForEach(album.photos) { photo in
                        Text(photo.title)
                            .swipeActions { Button("Delete") { delete(photo) } }
                            .rangeRow(id: photo.id, in: ranges)
                    }
                }
            }
        }
        .rangeViewport(ranges, items: albums.flatMap(\.photos))
        .overlay(alignment: .top) { VisibleNumbers(visible: ranges.visible) }
    }

    private func delete(_ photo: Photo) {
        for index in albums.indices { albums[index].photos.removeAll { $0.id == photo.id } }
    }
}
