package import Values

/// A 64-bit sum over the cells of a row, kept beside them: a database itself does not notice a flipped bit in a value.
///
/// It finds damage, not intent: anyone who can write the rows can write a matching sum. The function is part of what files
/// and servers hold, so that the same content has the same sums in both, and never changes.
package struct Checksum {
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        value = (product.high ^ product.low) &+ 0xA076_1D64_78BD_642F
    }

    package init() {}

    /// Counts a cell. NULL, numbers and texts all differ.
    package mutating func add(_ value: RowReader.Value) {
        switch value {
        case .null: mix(.max)
        case .integer(let number):
            mix(.max - 1)
            mix(UInt64(bitPattern: Int64(number)))
        case .text(let bytes): add(bytes)
        }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        mix(UInt64(bytes.count))
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        guard offset < bytes.count else { return }
        var tail: UInt64 = 0
        for index in offset..<bytes.count { tail = tail << 8 | UInt64(bytes[index]) }
        mix(tail)
    }

    package mutating func add(_ cell: Cell) {
        switch cell {
        case .null: add(.null as RowReader.Value)
        case .integer(let number): add(.integer(number) as RowReader.Value)
        case .text(var text): text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        case .list(let rows):
            var text = CellText.encode(rows: rows)
            text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        }
    }

    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    package static func of(_ cells: some Sequence<Cell>) -> UInt64 {
        var checksum = Checksum()
        for cell in cells { checksum.add(cell) }
        return checksum.value
    }

    package static func of(_ row: RowReader, columns: Range<Int>) -> UInt64 {
        var checksum = Checksum()
        for column in columns { checksum.add(row.values[column]) }
        return checksum.value
    }
}

/// How many rows a table has and the sum of their checksums, in whatever order: a lost row shows as well as a changed one.
package struct TableTotal: Equatable, Sendable {
    package var rows: Int
    package var sum: UInt64

    package init(rows: Int = 0, sum: UInt64 = 0) {
        self.rows = rows
        self.sum = sum
    }

    package mutating func add(_ checksum: UInt64) {
        rows += 1
        sum &+= checksum
    }

    package mutating func remove(_ checksum: UInt64) {
        rows -= 1
        sum &-= checksum
    }
}
