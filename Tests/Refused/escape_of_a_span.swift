import RangeCore

func run(_ changes: borrowing Changes) {
    _ = changes.withSpan { (span: Span<Change>) -> Int in span.count }
    _ = changes.withSpan { (span: Span<Change>) -> Span<Change> in span }  // refused: 'Escapable'
}
