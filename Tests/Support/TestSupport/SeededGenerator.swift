package import Foundation

/// SplitMix64: small, fast, the same numbers for the same seed everywhere.
///
/// Property tests take their seed as a test argument, so that a failure names it.
package struct SeededGenerator: RandomNumberGenerator {
    /// The seeds every property runs with: `CST_TEST_SEED` alone when it is set, else a few fixed ones.
    package static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["CST_TEST_SEED"].flatMap(UInt64.init).map { [$0] } ?? [1, 2, 20_260_520]

    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    package mutating func chance(_ one: Int, in all: Int) -> Bool { int(1...all) <= one }

    /// One of `choices`, which are not empty.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[int(0...choices.count - 1)] }

    /// An id that depends on the seed alone.
    package mutating func uuid() -> UUID {
        let (high, low) = (next(), next())
        let bytes =
            (0..<8).map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: low >> (8 * $0)) }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
