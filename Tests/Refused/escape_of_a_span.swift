import RangeCore

func run(_ changes: borrowing ListEngine.Changes) {
    _ = changes.withSpan { (span: Span<ListEngine.Change>) -> Int in span.count }
    _ = changes.withSpan { (span: Span<ListEngine.Change>) -> Span<ListEngine.Change> in span }  // refused: 'Escapable'
}
