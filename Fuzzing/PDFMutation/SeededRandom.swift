/// SplitMix64: the same seed gives the same files everywhere.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter stream: the number of a stream; streams of one seed are independent
    package init(_ seed: UInt64, stream: UInt64 = 0) {
        state = seed &+ 0x9E37_79B9_7F4A_7C15
        state = next() &+ stream &* 0xD134_2543_DE82_EF95
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func element<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
