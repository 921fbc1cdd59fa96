import Foundation
import Models
import Persistence
import PersistencePostgres
import PersistenceSQLite

/// Measures the store by itself, each line a step and its seconds: `bench-store FOLDER`, or the one on a server beside it:
/// `bench-store FOLDER ADDRESS`, whose role may make tables.
@main
struct BenchStore {
    static func main() async throws {
        guard (2...3).contains(CommandLine.arguments.count) else {
            FileHandle.standardError.write(Data("usage: bench-store FOLDER [ADDRESS]\n".utf8))
            exit(64)
        }
        let folder = CommandLine.arguments[1]
        let address = try CommandLine.arguments.dropFirst(2).first.map { try PostgresAddress($0) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let now = Date(timeIntervalSince1970: 1_781_000_000)
        let (euro, today) = (try Currency(code: "EUR"), try CalendarDay("2026-06-15"))
        let assets = (0..<1_000).map { Asset(id: UUID(), name: "Asset \($0)", currency: euro) }
        let transactions = try (0..<100_000).map { number in
            Transaction(
                id: UUID(), assetID: assets[number % assets.count].id,
                amount: try Money(minorUnits: Int128(1_000 + number), euro),
                day: today.adding(days: -7 * (number / assets.count)),
                entered: now, note: number % 10 == 0 ? "note \(number)" : nil)
        }
        let kinds = EntityKind.shared + [EntityKind(Receipt.self)]
        func open(_ name: String) throws -> any Store {
            guard let address else {
                return try SQLiteStore(path: "\(folder)/\(name).sqlite", kinds: kinds, now: { now })
            }
            let server = PostgresServer(address, household: "\(name) \(UUID().uuidString)", patience: .seconds(300))
            return try PostgresStore(server, kinds: kinds)
        }
        let store = try open("bench")
        let origin = ChangeOrigin(instant: now, program: "bench", command: "fill")
        try await store.write(origin) { writer in for asset in assets { try writer.insert(asset) } }
        try await measure("write of 100,000 rows") {
            try await store.write(origin) { writer in
                for transaction in transactions { try writer.insert(transaction) }
            }
        }
        for _ in 0..<5 {
            try await measure("reading 100,000 transactions") {
                let count = try await store.read { try $0.transactions(of: nil).count }
                guard count == 100_000 else { fatalError("\(count) transactions were read") }
            }
            try await measure("sums of 100,000 transactions") {
                let count = try await store.read { try $0.balances(on: [today, today.adding(days: -30)]).count }
                guard count == 1_000 else { fatalError("\(count) sums were read") }
            }
        }
        for _ in 0..<5 {
            let (first, last) = (today.adding(days: -30), today)
            try await measure("a month of one asset") {
                let month = Selection(
                    where: "assetID", is: .text(assets[7].id.uuidString), by: "day", from: .text("\(first)"),
                    through: .text("\(last)"))
                let count = try await store.read { try $0.all(Transaction.self, month).count }
                guard (1...31).contains(count) else { fatalError("\(count) transactions were read") }
            }
            try await measure("the newest of 1,000 assets") {
                let count = try await store.read { reader in
                    try assets.count { asset in
                        let newest = Selection(
                            where: "assetID", is: .text(asset.id.uuidString), by: "day", through: .text("\(first)"),
                            isDescending: true, limit: 1)
                        return try !reader.all(Transaction.self, newest).isEmpty
                    }
                }
                guard count == assets.count else { fatalError("\(count) transactions were found") }
            }
        }
        for count in [20, 20_000] {
            let named = try open("named-\(count)")
            try await named.write(origin) { writer in
                for number in 0..<count {
                    try writer.insert(Asset(id: UUID(), name: "Asset \(number)", currency: euro))
                }
            }
            try await measure("an asset's name among \(count), 1,000 times") {
                try await named.read { reader in
                    for number in 0..<1_000 { _ = try reader.find(Asset.self, named: "Asset \(number * 7 % count)") }
                }
            }
            try (named as? SQLiteStore)?.close()
        }
        try await measure("the same 100,000 rows again") {
            try await store.write(origin) { writer in
                for transaction in transactions {
                    do { try writer.apply(.insert(Record(transaction))) } catch StoreError.changedUnderneath {}
                }
            }
        }
        if let file = store as? SQLiteStore {
            try await measure("backup") { try await file.backup(to: folder + "/backup", replacing: true) }
        }
        try await measure("undo of 100,000 rows") { try await History().undo(in: store, origin) }
        let trips = await (store as? PostgresStore)?.roundTrips
        try await measure("10,000 single deposits") {
            for transaction in transactions.prefix(10_000) {
                try await store.write(origin) { try $0.insert(transaction) }
            }
        }
        if let trips, let now = await (store as? PostgresStore)?.roundTrips {
            print("# \(Double(now - trips) / 10_000) round trips for each deposit")
        }
        try await forms(transactions.dropFirst(20_000).prefix(2_000), in: store, at: now)
        if let address {
            for (name, sendsHints) in [("with hints", true), ("without hints", false)] {
                var server = PostgresServer(address, household: "\(name) \(UUID().uuidString)")
                server.sendsHints = sendsHints
                let other = try PostgresStore(server, kinds: kinds)
                try await other.write(origin) { writer in for asset in assets { try writer.insert(asset) } }
                let hints = sendsHints ? other.hints() : nil
                let listening = Task { if let hints { for await _ in hints {} } }
                try await measure("2,000 deposits \(name)") {
                    for transaction in transactions.prefix(2_000) {
                        try await other.write(origin) { try $0.insert(transaction) }
                    }
                }
                listening.cancel()
                await other.close()
            }
        }
        try await measure("800 deposits of 8 writers") {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for transaction in transactions.dropFirst(10_000 + writer * 100).prefix(100) {
                            try await store.write(origin) { try $0.insert(transaction) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try (store as? SQLiteStore)?.close()
        var households: [any Store] = []
        for number in 0..<8 {
            let household = try open("of-writer-\(number)")
            try await household.write(origin) { writer in for asset in assets { try writer.insert(asset) } }
            households.append(household)
        }
        let all = households
        try await measure("8,000 deposits of 8 writers on 8 households") {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (writer, household) in all.enumerated() {
                    group.addTask {
                        for transaction in transactions.dropFirst(writer * 1_000).prefix(1_000) {
                            try await household.write(origin) { try $0.insert(transaction) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        for household in households { try (household as? SQLiteStore)?.close() }
    }

    /// Writes as a form does: once, whatever is sent again.
    private static func forms(_ transactions: ArraySlice<Transaction>, in store: any Store, at now: Date) async throws {
        func trips() async -> Int { await (store as? PostgresStore)?.roundTrips ?? 0 }
        let before = await trips()
        try await measure("2,000 deposits by a form") {
            for (number, transaction) in transactions.enumerated() {
                var call = Call(now: now, program: "bench", command: "deposit")
                call.idempotencyKey = "deposit \(number)"
                try await store.write(call) { try $0.insert(transaction) }
            }
        }
        let after = await trips()
        if after > before { print("# \(Double(after - before) / 2_000) round trips for each deposit by a form") }
    }

    private static func measure(_ step: String, _ body: () async throws -> Void) async throws {
        let clock = ContinuousClock()
        let time = try await clock.measure(body)
        let (seconds, attoseconds) = time.components
        print("\(step)\t\(Double(seconds) + Double(attoseconds) / 1e18)")
    }
}
