import Foundation
import RangeCore

/// Where the reader was in a text, in a file: written while they read, so that it is there after a crash too.
@MainActor
final class SavedPlace {
    private let file: URL
    private var saved: ScrollSnapshot<Int>?
    private var saving: Task<Void, Never>?

    init(path: String) { file = URL(fileURLWithPath: path) }

    /// What the file says; nil if there is none, or one that is damaged.
    func read() -> ScrollSnapshot<Int>? {
        saved = (try? Data(contentsOf: file)).flatMap {
            try? JSONDecoder().decode(ScrollSnapshot<Int>.self, from: $0)
        }
        return saved
    }

    /// Writes where a feed is, soon.
    func note(_ feed: Feed) {
        guard saving == nil else { return }
        saving = Task { [weak self, weak feed] in
            try? await Task.sleep(for: .milliseconds(100))
            self?.saving = nil
            if let feed { self?.write(feed) }
        }
    }

    /// Writes where a feed is, if it is elsewhere. The file is never half written.
    func write(_ feed: Feed) {
        guard let snapshot = feed.snapshot, snapshot != saved,
            let data = try? JSONEncoder().encode(snapshot)
        else { return }
        if (try? data.write(to: file, options: .atomic)) != nil { saved = snapshot }
    }
}
