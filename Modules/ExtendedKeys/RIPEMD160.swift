/// RIPEMD-160, which with SHA-256 makes the hashes of keys in addresses.
enum RIPEMD160 {
    /// The 20 bytes of the digest.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (8 * UInt64($0))) }
        for start in stride(from: 0, to: padded.count, by: 64) {
            let words = (0..<16).map { index in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[start + 4 * index + $1]) << (8 * UInt32($1)) }
            }
            let left = line(words, state, leftWords, leftShifts, leftConstants) { $0 }
            let right = line(words, state, rightWords, rightShifts, rightConstants) { 4 - $0 }
            let first = state
            for place in 0..<5 {
                let lines: UInt32 = left[(place + 2) % 5] &+ right[(place + 3) % 5]
                state[place] = first[(place + 1) % 5] &+ lines
            }
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
    }

    /// One of the two lines of 80 steps that a block goes through.
    private static func line(
        _ words: [UInt32], _ state: [UInt32], _ order: [Int], _ shifts: [UInt32], _ constants: [UInt32],
        function: (Int) -> Int
    ) -> [UInt32] {
        var v = state
        for step in 0..<80 {
            let round = step / 16
            let mixed =
                switch function(round) {
                case 0: v[1] ^ v[2] ^ v[3]
                case 1: v[1] & v[2] | ~v[1] & v[3]
                case 2: (v[1] | ~v[2]) ^ v[3]
                case 3: v[1] & v[3] | v[2] & ~v[3]
                default: v[1] ^ (v[2] | ~v[3])
                }
            let sum = v[0] &+ mixed &+ words[order[step]] &+ constants[round]
            v = [v[4], rotate(sum, shifts[step]) &+ v[4], v[1], rotate(v[2], 10), v[3]]
        }
        return v
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

    private static let leftConstants: [UInt32] = [0, 0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xa953_fd4e]
    private static let rightConstants: [UInt32] = [0x50a2_8be6, 0x5c4d_d124, 0x6d70_3ef3, 0x7a6d_76e9, 0]

    private static let leftWords = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
        3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
        1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
        4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
    ]
    private static let rightWords = [
        5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
        6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
        15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
        8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
        12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
    ]
    private static let leftShifts: [UInt32] = [
        11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
        7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
        11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
        11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
        9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
    ]
    private static let rightShifts: [UInt32] = [
        8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
        9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
        9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
        15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
        8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
    ]
}
