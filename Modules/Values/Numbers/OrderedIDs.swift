package import struct Foundation.UUID

/// Random ids in order: those of a day keep the order of the file by them, and the store writes them one behind the other.
package struct OrderedIDs {
    /// Each id begins with a number of so many bits from a part of its own.
    private static let places = UInt64(1) << 48

    private let part: UInt64
    private var next: UInt64
    private let isDescending: Bool

    package init(count: Int, isDescending: Bool) {
        let count = UInt64(max(1, min(count, 1 << 40)))
        part = Self.places / count
        next = isDescending ? count : 0
        self.isDescending = isDescending
    }

    /// The next id; one without an order when there were more than was said.
    package mutating func take() -> UUID {
        if isDescending {
            guard next > 0 else { return UUID.random() }
            next -= 1
        } else if next >= Self.places / part {
            return UUID.random()
        }
        // All of it is random but the numbers by which ids are told apart; its version stays.
        var bytes = UUID.random().uuid
        let random = withUnsafeBytes(of: bytes) { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) >> 16 }
        let start = next * part + random % part
        if !isDescending { next += 1 }
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: start >> (40 - 8 * index)) }
        }
        return UUID(uuid: bytes)
    }
}
