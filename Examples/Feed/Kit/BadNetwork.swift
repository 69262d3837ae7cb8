/// Latency and failures that come from a seed: the same request fares the same in each run.
struct BadNetwork: Sendable {
    /// In the middle, in milliseconds; a request takes from half to one and a half of it.
    var latency: Int
    /// 0 … 1.
    var failRate: Double
    var seed: UInt64

    struct Fate: Sendable {
        /// In milliseconds.
        var latency: Int
        var fails: Bool
    }

    /// What happens to the `request`th request.
    func fate(of request: Int) -> Fate {
        var state = seed &+ UInt64(truncatingIfNeeded: request) &* 0xd134_2543_de82_ef95
        let delay = Self.unit(&state)
        let luck = Self.unit(&state)
        return Fate(
            latency: Int((Double(latency) * (0.5 + delay)).rounded()), fails: luck < failRate)
    }

    /// A number in 0 ..< 1 for the `count`th retry's delay.
    func jitter(_ count: Int) -> Double {
        var state = ~seed &+ UInt64(truncatingIfNeeded: count) &* 0xd134_2543_de82_ef95
        return Self.unit(&state)
    }

    /// SplitMix64, 53 bits of it.
    private static func unit(_ state: inout UInt64) -> Double {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        z ^= z >> 31
        return Double(z >> 11) * 0x1p-53
    }
}
