import Values

import func Foundation.memcmp

/// Brings the rows of a long list into their order: sorting what was made of them costs less than letting SQLite sort rows.
struct RowOrder {
    private let positions: [Int]
    /// The columns that order rows, one after the other, so that comparing bytes compares rows.
    private var keys: [UInt8] = []
    private var ends: [Int] = [0]
    private var isSorted = true

    init(_ description: EntityDescription) {
        positions = description.orderPositions
    }

    /// Takes note of the next row.
    mutating func add(_ row: RowReader) {
        for position in positions {
            switch row.values[position] {
            case .null: keys.append(0)
            case .integer(let number):
                keys.append(1)
                // With the sign turned round, the bytes of numbers are in the order of the numbers.
                withUnsafeBytes(of: (UInt64(bitPattern: Int64(number)) ^ 1 << 63).bigEndian) { keys += $0 }
            case .text(let bytes):
                keys.append(2)
                // The end of a text comes before everything that may follow in it.
                if bytes.contains(0) {
                    for byte in bytes { if byte == 0 { keys += [0, 1] } else { keys.append(byte) } }
                } else {
                    keys.append(contentsOf: bytes)
                }
                keys.append(0)
                keys.append(0)
            }
        }
        ends.append(keys.count)
        let row = ends.count - 2
        if isSorted, row > 0, keys.withUnsafeBytes({ precedes(row, row - 1, $0) }) { isSorted = false }
    }

    /// The values of the rows, in order.
    func sorted<Value>(_ values: [Value]) -> [Value] {
        guard !isSorted else { return values }
        let order = keys.withUnsafeBytes { keys in values.indices.sorted { precedes($0, $1, keys) } }
        return order.map { values[$0] }
    }

    private func precedes(_ left: Int, _ right: Int, _ keys: UnsafeRawBufferPointer) -> Bool {
        let (a, b) = (keys[ends[left]..<ends[left + 1]], keys[ends[right]..<ends[right + 1]])
        guard let first = UnsafeRawBufferPointer(rebasing: a).baseAddress,
            let second = UnsafeRawBufferPointer(rebasing: b).baseAddress
        else { return a.count < b.count }
        let order = memcmp(first, second, min(a.count, b.count))
        return order == 0 ? a.count < b.count : order < 0
    }
}
