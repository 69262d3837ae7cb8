import RangeCore

final class Row {}

@MainActor
func run(_ context: BatchContext) {
    let row = Row()
    Task.detached { [context] in _ = (context, row) }
    print(row)  // refused: risks causing data races
}
