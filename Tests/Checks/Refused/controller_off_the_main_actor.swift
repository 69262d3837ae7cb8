import RangeCore

nonisolated func run(_ controller: RangeController) async {
    _ = await controller.item(at: 0)
    _ = controller.item(at: 0)  // refused: main actor-isolated instance method 'item(at:)'
}
