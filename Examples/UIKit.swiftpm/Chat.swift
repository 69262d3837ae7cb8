import RangeCore
import RangeCoreUIKit
import UIKit

nonisolated struct Message: Sendable {
    let id: Int
    let text: String
}

/// A text that wraps: as high as it needs to be at the width of the layout.
final class MessageCell: ListCollectionViewCell {
    private let label = UILabel(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.numberOfLines = 0
        label.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(label)
        NSLayoutConstraint.activate([
            label.topAnchor.constraint(equalTo: contentView.topAnchor),
            label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
            label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
            label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
        ])
    }

    required init?(coder: NSCoder) { nil }

    func show(_ message: Message) { label.text = message.text }
}

final class ChatController: UIViewController {
    private var messages: [Int: Message] = [:]
    private let layout = ListCollectionLayout(estimate: 60, spacing: 8)
    private lazy var collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
    private lazy var source = UICollectionViewDiffableDataSource<Int, Int>(
        collectionView: collection
    ) {
        [cell, weak self] collection, path, id in
        collection.dequeueConfiguredReusableCell(using: cell, for: path, item: self?.messages[id])
    }
    private let cell = UICollectionView.CellRegistration<MessageCell, Message> { cell, _, message in
        cell.show(message)
    }

    override func loadView() { view = collection }

    override func viewDidLoad() {
        super.viewDidLoad()
        // It is lazy: this makes it the data source.
        _ = source
        layout.onUpdate = { [weak self] update in
            if update.tail.answer == .yes { self?.fetch() }
        }
        fetch()
    }

    // It runs after UIKit's layout pass, so the snapshot may change.
    private func fetch() {
        guard let batch = try? layout.beginBatch() else { return }
        let count = messages.count
        Task {
            do {
                let new = try await Message.load(count..<count + 30)
                // A reset has cancelled it.
                if !batch.isFetching { return }
                for message in new { messages[message.id] = message }
                var snapshot = source.snapshot()
                if snapshot.sectionIdentifiers.isEmpty { snapshot.appendSections([0]) }
                snapshot.appendItems(new.map(\.id))
                await source.apply(snapshot, animatingDifferences: false)
                if new.isEmpty { batch.completeAndExhaust() } else { batch.complete() }
            } catch {
                // `onUpdate` says yes again after 1, 2, 4 … 60 seconds.
                batch.fail(error)
            }
            layout.updateAgain()
        }
    }
}

extension Message {
    // A thousand in all; a request fails now and then.
    static func load(_ ids: Range<Int>) async throws -> [Message] {
        if Int.random(in: 0..<10) == 0 { throw URLError(.timedOut) }
        return ids.clamped(to: 0..<1_000).map { id in
            let words = Array(repeating: "words", count: id % 40).joined(separator: " ")
            return Message(id: id, text: "Message \(id). \(words)")
        }
    }
}
