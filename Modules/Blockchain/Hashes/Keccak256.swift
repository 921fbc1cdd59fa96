/// Keccak-256 as Ethereum uses it: the sponge of SHA-3 with the padding from before it became a standard.
enum Keccak256 {
    /// The bytes that are taken in at once.
    private static let rate = 136

    /// The 32 bytes of the digest.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message
        let missing = rate - message.count % rate
        padded += [0x01] + [UInt8](repeating: 0, count: missing - 1)
        padded[padded.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for start in stride(from: 0, to: padded.count, by: rate) {
            for lane in 0..<rate / 8 {
                let bytes = padded[(start + 8 * lane)..<(start + 8 * lane + 8)]
                state[lane] ^= bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
            permute(&state)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> (8 * UInt64($0 % 8))) }
    }

    private static func permute(_ state: inout [UInt64]) {
        for constant in roundConstants {
            let columns = (0..<5).map { x in stride(from: x, to: 25, by: 5).reduce(UInt64(0)) { $0 ^ state[$1] } }
            for x in 0..<5 {
                let change = columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1)
                for y in 0..<5 { state[x + 5 * y] ^= change }
            }
            var moved = state
            for x in 0..<5 {
                for y in 0..<5 {
                    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(state[x + 5 * y], rotations[x + 5 * y])
                }
            }
            for x in 0..<5 {
                for y in 0..<5 {
                    state[x + 5 * y] = moved[x + 5 * y] ^ ~moved[(x + 1) % 5 + 5 * y] & moved[(x + 2) % 5 + 5 * y]
                }
            }
            state[0] ^= constant
        }
    }

    private static func rotate(_ lane: UInt64, _ count: UInt64) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }

    private static let rotations: [UInt64] = [
        0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
    ]

    private static let roundConstants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}
