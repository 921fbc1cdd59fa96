import struct Foundation.UUID

/// Random ids in order: those of a day keep the order of the file by them, and the store writes them one behind the other.
struct OrderedIDs {
    /// Each id begins with a number of so many bits from a part of its own.
    private static let places = UInt64(1) << 48

    private let part: UInt64
    private var next: UInt64
    private let isDescending: Bool

    init(count: Int, isDescending: Bool) {
        let count = UInt64(max(1, min(count, 1 << 40)))
        part = Self.places / count
        next = isDescending ? count : 0
        self.isDescending = isDescending
    }

    /// The next id; one without an order when there were more than was said.
    mutating func take() -> UUID {
        if isDescending {
            guard next > 0 else { return UUID() }
            next -= 1
        } else if next >= Self.places / part {
            return UUID()
        }
        let start = next * part + UInt64.random(in: 0..<part)
        if !isDescending { next += 1 }
        let low = UInt64.random(in: 0...UInt64.max)
        func byte(_ number: UInt64, _ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
        // Version 4, as all random ids.
        return UUID(
            uuid: (
                byte(start, 40), byte(start, 32), byte(start, 24), byte(start, 16), byte(start, 8), byte(start, 0),
                byte(low, 0) & 0x0F | 0x40, byte(low, 8), byte(low, 16) & 0x3F | 0x80, byte(low, 24), byte(low, 32),
                byte(low, 40), byte(low, 48), byte(low, 56), UInt8.random(in: 0...255), UInt8.random(in: 0...255)
            ))
    }
}
