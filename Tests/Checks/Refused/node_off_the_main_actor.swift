import RangeCore

nonisolated func run(_ node: RangeNode) async {
    await node.didEnterPreloadState()
    node.didEnterPreloadState()  // refused: main actor-isolated instance method
}
