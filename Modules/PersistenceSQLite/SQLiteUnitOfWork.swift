#if SQLite
    import Models
    import Persistence

    import struct Foundation.UUID

    /// One transaction as the store's callers see it. It does not outlive the closure it is handed to.
    final class SQLiteUnitOfWork: StoreWriter {
        let connection: SQLConnection
        var totals = TableTotals()
        private let file: StoreFile
        private var touched = TouchedRecords()
        private var undone: Int?
        /// The journal entry begun with the first change: its number, how many changes it has, and their checksums' sum.
        private var entry: (number: Int, changes: Int, sum: UInt64)?
        /// What SQLite failed with. The transaction cannot go on after it, whatever the caller does with the error.
        private var failure: (any Error)?

        init(_ connection: SQLConnection, file: StoreFile) {
            self.connection = connection
            self.file = file
        }

        // MARK: - Reading

        func goals() throws -> [Goal] { try mapping { try GoalTable.all(in: self) } }

        func goal(_ id: UUID) throws -> Goal? {
            try mapping { try GoalTable.row(Record.Key.goal(id).cells, in: self)?.value }
        }

        func assets() throws -> [Asset] { try mapping { try AssetTable.all(in: self) } }

        func asset(_ id: UUID) throws -> Asset? {
            try mapping { try AssetTable.row(Record.Key.asset(id).cells, in: self)?.value }
        }

        func allocations() throws -> [AssetAllocation] { try mapping { try AllocationTable.all(in: self) } }

        func transactions(of asset: UUID?) throws -> [Transaction] {
            try mapping {
                guard let asset else { return try TransactionTable.all(in: self) }
                return try TransactionTable.rows(where: "assetID = ?", [.text(asset.uuidString)], in: self)
            }
        }

        func plans() throws -> [MonthlyPlan] { try mapping { try PlanTable.all(in: self) } }

        func months() throws -> [MonthExecution] { try mapping { try MonthTable.all(in: self) } }

        func balances(on days: [CalendarDay]) throws -> [UUID: [Money]] {
            try mapping { try TransactionTable.balances(on: days, in: self) }
        }

        func journal(of record: Record.Key?, limit: Int?) throws -> [JournalEntry] {
            try mapping { try JournalTable.entries(of: record, limit: limit, in: self) }
        }

        func revision() throws -> Int { try mapping { try JournalTable.count(in: self) } }

        func journalEntry(_ number: Int) throws -> JournalEntry? {
            try mapping { try JournalTable.entry(number, in: self) }
        }

        // MARK: - Writing

        func apply(_ change: Change) throws {
            guard let key = (change.after ?? change.before)?.key else { return }
            if let failure { throw failure }
            switch key {
            case .goal: try apply(change, key, to: GoalTable.self)
            case .asset: try apply(change, key, to: AssetTable.self)
            case .allocation: try apply(change, key, to: AllocationTable.self)
            case .transaction: try apply(change, key, to: TransactionTable.self)
            case .plan: try apply(change, key, to: PlanTable.self)
            case .month: try apply(change, key, to: MonthTable.self)
            }
        }

        func undoing(_ entry: Int) { undone = entry }

        private func apply<Table: RecordTable>(_ change: Change, _ key: Record.Key, to table: Table.Type) throws {
            try mapping {
                let stored = try table.row(key.cells, in: self)
                let current = stored.map { table.record(of: $0.value) }
                guard current == change.before else {
                    throw StoreError.changedUnderneath(expected: change.before, found: current)
                }
                do {
                    if let after = change.after.flatMap(table.value(in:)) {
                        try table.put(after, over: stored, in: self)
                    } else if let stored {
                        try table.delete(key.cells, stored: stored, in: self)
                    }
                    try note(change, of: key)
                } catch {
                    failure = file.storeError(error)
                    throw error
                }
            }
        }

        private func note(_ change: Change, of key: Record.Key) throws {
            touched.note(change)
            var entry = try self.entry ?? (JournalTable.nextNumber(in: self), 0, 0)
            entry.sum &+= try JournalTable.append(change, of: key, at: entry.changes, to: entry.number, in: self)
            entry.changes += 1
            self.entry = entry
        }

        /// Checks and writes what belongs to the end of a write.
        func finish(_ origin: ChangeOrigin) throws {
            if let failure { throw failure }
            try mapping {
                try touched.checkReferences(exists: exists, firstNaming: firstNaming)
                if let entry {
                    try JournalTable.append(
                        entry.number, origin: origin, undoes: undone, changes: entry.sum, in: self)
                }
                try totals.save(in: connection)
            }
        }

        private func exists(_ key: Record.Key) throws -> Bool {
            switch key {
            case .goal(let id): try goal(id) != nil
            case .asset(let id): try asset(id) != nil
            case .allocation: try AllocationTable.row(key.cells, in: self) != nil
            case .transaction: try TransactionTable.row(key.cells, in: self) != nil
            case .plan: try PlanTable.row(key.cells, in: self) != nil
            case .month: try MonthTable.row(key.cells, in: self) != nil
            }
        }

        /// The first record that names a goal or an asset which is gone.
        private func firstNaming(_ key: Record.Key) throws -> Record.Key? {
            let column: String
            switch key {
            case .goal: column = "goalID"
            case .asset: column = "assetID"
            case .allocation, .transaction, .plan, .month: return nil
            }
            let condition = "\(column) = ?"
            if let allocation = try AllocationTable.rows(where: condition, key.cells, limit: 1, in: self).first {
                return Record.allocation(allocation).key
            }
            switch key {
            case .goal:
                return try PlanTable.rows(where: condition, key.cells, limit: 1, in: self).first.map {
                    Record.plan($0).key
                }
            default:
                return try TransactionTable.rows(where: condition, key.cells, limit: 1, in: self).first
                    .map { Record.transaction($0).key }
            }
        }

        private func mapping<Value>(_ body: () throws -> Value) throws -> Value {
            do { return try body() } catch { throw file.storeError(error) }
        }
    }

    extension Record.Key {
        /// The primary key of the record's row.
        fileprivate var cells: [Cell] {
            switch self {
            case .goal(let id), .asset(let id), .transaction(let id): [.text(id.uuidString)]
            case .allocation(let asset, let goal): [.text(asset.uuidString), .text(goal.uuidString)]
            case .plan(let goal, let month, let scope):
                [.text(goal.uuidString), .text("\(month)"), .text(scope.rawValue)]
            case .month(let month): [.text("\(month)")]
            }
        }
    }
#endif
