/// A size of codes, and how its bytes are laid out.
struct QRVersion {
    /// From 1 to 10.
    private let number: Int

    /// The bytes of each block for error correction, and the number of blocks, by version.
    private static let mending = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
    private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
    private static let most = 10

    /// The smallest version with room for so many bytes; nil where there is none.
    static func smallest(for count: Int) -> QRVersion? {
        (1...most).map(QRVersion.init).first { $0.room >= count }
    }

    private init(_ number: Int) { self.number = number }

    /// The number of modules of a side.
    var size: Int { number * 4 + 17 }

    /// The rows and columns in which the middles of the small patterns lie.
    var alignmentCentres: [Int] {
        switch number {
        case 1: []
        case 2...6: [6, size - 7]
        default: [6, (size - 1) / 2, size - 7]
        }
    }

    /// The version in 18 bits with bits for error correction; nil for the small ones, which have none.
    var versionBits: Int? {
        guard number >= 7 else { return nil }
        var rest = number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        return number << 12 | rest
    }

    /// All bytes: what is left of the square by the patterns.
    private var allBytes: Int {
        // Three big patterns with what they tell beside them, and two lines between them.
        var modules = size * size - 3 * 64 - 31 - 2 * (size - 16)
        let small = alignmentCentres.count
        if small > 0 {
            modules -= (small * small - 3) * 25
            // Where they lie on the lines between the big patterns, these are counted once.
            modules += (small - 2) * 2 * 5
        }
        if number >= 7 { modules -= 36 }
        return modules / 8
    }

    private var mendingBytes: Int { Self.mending[number - 1] }
    private var blockCount: Int { Self.blocks[number - 1] }
    private var dataBytes: Int { allBytes - mendingBytes * blockCount }

    /// The number of bits that tell the length.
    private var lengthBits: Int { number < 10 ? 8 : 16 }

    /// The most bytes of text.
    private var room: Int { (dataBytes * 8 - 4 - lengthBits) / 8 }

    /// A text as it stands in the code: in blocks with bytes for error correction, a byte of each in turn.
    func codewords(of text: [UInt8]) -> [UInt8] {
        let data = padded(text)
        let longer = allBytes % blockCount
        let length = allBytes / blockCount - mendingBytes
        var begin = 0
        let parts = (0..<blockCount).map { index in
            // The last blocks are a byte longer.
            let end = begin + length + (index >= blockCount - longer ? 1 : 0)
            defer { begin = end }
            return Array(data[begin..<end])
        }
        let mended = parts.map { ReedSolomon.remainder(of: $0, count: mendingBytes) }
        return Self.interleaved(parts) + Self.interleaved(mended)
    }

    private static func interleaved(_ parts: [[UInt8]]) -> [UInt8] {
        (0..<(parts.map(\.count).max() ?? 0)).flatMap { index in
            parts.compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    /// The kind, the length and the bytes of a text, filled up to the room there is.
    private func padded(_ text: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
        }
        append(0b0100, 4)
        append(text.count, lengthBits)
        for byte in text { append(Int(byte), 8) }
        // An end, as far as there is room, and up to a whole byte.
        append(0, min(4, dataBytes * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        for index in 0..<dataBytes - bytes.count { bytes.append(index % 2 == 0 ? 0xEC : 0x11) }
        return bytes
    }
}

/// Bytes for error correction: polynomials over the field of 256 elements.
private enum ReedSolomon {
    /// The remainder of a message divided by the product of `x - 2^i` for the first `count` powers.
    static func remainder(of message: [UInt8], count: Int) -> [UInt8] {
        var divisor = Array(repeating: UInt8(0), count: count)
        divisor[count - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                divisor[index] = product(divisor[index], root) ^ (index + 1 < count ? divisor[index + 1] : 0)
            }
            root = product(root, 2)
        }
        var rest = Array(repeating: UInt8(0), count: count)
        for byte in message {
            let factor = byte ^ rest[0]
            rest.removeFirst()
            rest.append(0)
            for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
        }
        return rest
    }

    private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var result = 0
        for index in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= Int(second >> index & 1) * Int(first)
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
