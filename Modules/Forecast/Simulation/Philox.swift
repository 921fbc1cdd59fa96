/// Random bits that follow from a seed and a position alone: Philox4x64-10 (Salmon, Moraes, Dror and Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", 2011). Each path has a stream of its own, so that the order in which paths are computed,
/// and on how many processors, changes nothing.
struct Philox {
    private let seed: UInt64
    private let stream: UInt64
    private var position: UInt64 = 0
    private var block: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var used = 4

    /// The bits of a seed for one path.
    init(seed: UInt64, stream: UInt64) {
        self.seed = seed
        self.stream = stream
    }

    /// The next 64 bits.
    @inline(__always)
    mutating func next() -> UInt64 {
        used += 1
        switch used {
        case 1: return block.1
        case 2: return block.2
        case 3: return block.3
        default:
            block = Self.block(counter: (position, stream, 0, 0), key: (seed, 0))
            position &+= 1
            used = 0
            return block.0
        }
    }

    /// Four words for a counter and a key.
    @inline(__always)
    static func block(
        counter: (UInt64, UInt64, UInt64, UInt64), key: (UInt64, UInt64)
    ) -> (UInt64, UInt64, UInt64, UInt64) {
        var (a, b, c, d) = counter
        var (k, l) = key
        for _ in 0..<10 {
            let first = a.multipliedFullWidth(by: 0xD2E7_470E_E14C_6C93)
            let second = c.multipliedFullWidth(by: 0xCA5A_8263_9512_1157)
            (a, b, c, d) = (second.high ^ b ^ k, second.low, first.high ^ d ^ l, first.low)
            k &+= 0x9E37_79B9_7F4A_7C15
            l &+= 0xBB67_AE85_84CA_A73B
        }
        return (a, b, c, d)
    }
}
