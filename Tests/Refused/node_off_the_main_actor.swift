import RangeCore

nonisolated func run(_ node: Node) async {
    await node.didEnterPreloadState()
    node.didEnterPreloadState()  // refused: main actor-isolated instance method
}
