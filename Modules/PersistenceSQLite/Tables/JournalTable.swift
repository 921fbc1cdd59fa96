#if SQLite
    import Models
    import Persistence

    import struct Foundation.UUID

    /// The journal: one row for each entry, one for each change. Triggers refuse to alter or remove either.
    ///
    /// An entry's checksum is that of its own cells plus those of its changes, so that a lost change shows.
    enum JournalTable {
        private static let name = "journal"

        // MARK: - Writing

        /// Writes one change as it is made; the entry it belongs to follows when the write is finished.
        static func append(
            _ change: Change, of key: Record.Key, at position: Int, to entry: Int, in unit: SQLiteUnitOfWork
        )
            throws -> UInt64
        {
            let cells: [Cell] = [
                .integer(entry), .integer(position), .text(key.text), .text(try JSONText.encode(change)),
            ]
            let checksum = Checksum.of(cells)
            try unit.connection.execute(
                "INSERT INTO journalChanges (entry, position, record, change, checksum) VALUES (?, ?, ?, ?, ?)",
                cells + [.integer(Int(Int64(bitPattern: checksum)))])
            return checksum
        }

        static func append(
            _ number: Int, origin: ChangeOrigin, undoes: Int?, changes: UInt64, in unit: SQLiteUnitOfWork
        ) throws {
            let cells: [Cell] = [
                .integer(number), .text(InstantText.text(origin.instant)), .text(origin.program), .text(origin.command),
                undoes.map(Cell.integer) ?? .null,
            ]
            let checksum = Checksum.of(cells) &+ changes
            try unit.connection.execute(
                "INSERT INTO journal (number, instant, program, command, undoes, checksum) VALUES (?, ?, ?, ?, ?, ?)",
                cells + [.integer(Int(Int64(bitPattern: checksum)))])
            try unit.totals.change(name, in: unit.connection, removing: nil, adding: checksum)
        }

        static func nextNumber(in unit: SQLiteUnitOfWork) throws -> Int {
            try count(in: unit) + 1
        }

        static func count(in unit: SQLiteUnitOfWork) throws -> Int {
            try unit.totals.total(of: name, in: unit.connection).rows
        }

        // MARK: - Reading

        static func entries(of record: Record.Key?, limit: Int?, in unit: SQLiteUnitOfWork) throws -> [JournalEntry] {
            // A transaction belongs to the history of its asset, and says so in its JSON.
            let filter =
                record == nil
                ? "" : "WHERE number IN (SELECT entry FROM journalChanges WHERE record = ? OR instr(change, ?) > 0)"
            let heads = try heads(
                "\(filter) ORDER BY number DESC LIMIT ?",
                (record.map { [.text($0.text), .text($0.reference ?? $0.text)] } ?? []) + [.integer(limit ?? -1)],
                in: unit)
            if record == nil { try checkNumbers(heads, limit: limit, in: unit) }
            return try heads.map { try entry($0, in: unit) }
        }

        static func entry(_ number: Int, in unit: SQLiteUnitOfWork) throws -> JournalEntry? {
            try heads("WHERE number = ?", [.integer(number)], in: unit).first.map { try entry($0, in: unit) }
        }

        /// Every entry and change against its checksum, and all against their total, which is returned.
        static func verify(in unit: SQLiteUnitOfWork) throws -> TableTotal {
            var found = TableTotal()
            try unit.connection.forEachRow("\(selection) ORDER BY number") { row in
                try forEachChange(of: try Head(row), in: unit) { _ in }
                found.add(UInt64(bitPattern: Int64(row.integer(5))))
            }
            try unit.totals.check(found, of: name, in: unit.connection)
            return found
        }

        private static let selection = "SELECT number, instant, program, command, undoes, checksum FROM journal"

        private static func heads(
            _ filter: String, _ cells: [Cell], in unit: SQLiteUnitOfWork
        ) throws -> [Head] {
            var heads: [Head] = []
            try unit.connection.forEachRow(
                "\(Self.selection) \(filter)", cells
            ) { heads.append(try Head($0)) }
            return heads
        }

        private struct Head {
            let number: Int
            let origin: ChangeOrigin
            let undoes: Int?
            /// What the sums of the entry's changes have to come to.
            let changes: UInt64

            init(_ row: RowReader) throws(RowFault) {
                number = row.integer(0)
                let instant = try row.parsed(1) { (text) throws(InstantText.Malformed) in try InstantText.instant(text)
                }
                origin = ChangeOrigin(instant: instant, program: try row.text(2), command: try row.text(3))
                undoes = row.isNull(4) ? nil : row.integer(4)
                changes = UInt64(bitPattern: Int64(row.integer(5))) &- Checksum.of(row, columns: 0..<5)
            }
        }

        private static func entry(_ head: Head, in unit: SQLiteUnitOfWork) throws -> JournalEntry {
            var changes: [Change] = []
            try forEachChange(of: head, in: unit) { changes.append(try $0.parsed(3, JSONText.decode)) }
            return JournalEntry(number: head.number, origin: head.origin, changes: changes, undoes: head.undoes)
        }

        /// Hands each change's row to `body`, and holds their sum against the entry's.
        private static func forEachChange(
            of head: Head, in unit: SQLiteUnitOfWork, _ body: (RowReader) throws -> Void
        ) throws {
            var sum: UInt64 = 0
            try unit.connection.forEachRow(
                "SELECT entry, position, record, change, checksum FROM journalChanges WHERE entry = ? ORDER BY position",
                [.integer(head.number)]
            ) { row in
                sum &+= Checksum.of(row, columns: 0..<4)
                try body(row)
            }
            guard sum == head.changes else {
                throw RowFault(detail: "entry \(head.number) of the journal does not match its checksum")
            }
        }

        /// The newest entries are numbered without a gap down from the number of all.
        private static func checkNumbers(_ heads: [Head], limit: Int?, in unit: SQLiteUnitOfWork) throws {
            let count = try count(in: unit)
            let expected = (0..<min(limit ?? count, count)).map { count - $0 }
            guard heads.map(\.number) == expected else { throw RowFault(detail: "entries of the journal are missing") }
        }
    }

    extension Record.Key {
        /// The key in one text: "goal:…", "allocation:asset:goal".
        fileprivate var text: String {
            switch self {
            case .goal(let id): "goal:\(id.uuidString)"
            case .asset(let id): "asset:\(id.uuidString)"
            case .allocation(let asset, let goal): "allocation:\(asset.uuidString):\(goal.uuidString)"
            case .transaction(let id): "transaction:\(id.uuidString)"
            case .plan(let goal, let month, let scope): "plan:\(goal.uuidString):\(month):\(scope.rawValue)"
            case .month(let month): "month:\(month)"
            }
        }
    }
#endif
