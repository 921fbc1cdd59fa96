import Foundation
import Models
import Persistence
import PersistenceSQLite

/// Makes the data that `Tools/bench` measures with: one household of any size, as a database, as a table of rates and as a
/// journal of ledger with the same transactions and prices.
///
/// Usage: bench-data FOLDER GOALS. There are twice as many assets and ten times as many transactions as goals.
@main
struct BenchData {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let goals = Int(arguments[2]), goals > 0 else {
            FileHandle.standardError.write(Data("usage: bench-data FOLDER GOALS\n".utf8))
            exit(64)
        }
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let household = try BenchHousehold(goals: goals)
        try Data(household.rates.utf8).write(to: folder.appending(path: "rates.csv"))
        try Data(household.journal.utf8).write(to: folder.appending(path: "transactions.ledger"))
        try Data(household.prices.utf8).write(to: folder.appending(path: "prices.ledger"))
        try await household.store(at: folder.appending(path: "cst.sqlite").path)
    }
}

/// A household whose numbers follow from its size alone.
private struct BenchHousehold {
    private static let today = "2026-06-15"
    private static let prices = [
        ("BTC", "64250.17"), ("ETH", "3125.4"), ("SOL", "148.92"), ("EUR", "1.0842"), ("GBP", "1.2671"),
    ]

    private var random = SplitMix64(state: 20_260_615)
    private var goals: [Goal] = []
    private var assets: [Asset] = []
    private var transactions: [Transaction] = []
    private var allocations: [AssetAllocation] = []

    init(goals count: Int) throws {
        let today = try CalendarDay(Self.today)
        let targets = try ["USD", "EUR", "GBP"].map { try Currency(code: $0) }
        let holdings = try (Self.prices.map(\.0) + ["USD"]).map { try Currency(code: $0) }
        for number in 0..<count {
            goals.append(
                Goal(
                    id: uuid(), name: "Goal \(number)",
                    target: try Money(minorUnits: Int128(100_000 + below(9_000_000)), targets[number % 3]),
                    start: today.adding(months: -below(12)), deadline: today.adding(days: 1 + below(730))))
        }
        for number in 0..<2 * count {
            let currency = holdings[number % holdings.count]
            assets.append(Asset(id: uuid(), name: "Asset \(number)", currency: currency))
            let goal = goals[number % count]
            let other = goals[below(count)]
            allocations.append(
                AssetAllocation(assetID: assets[number].id, goalID: goal.id, size: .share(try Share("60%"))))
            if other.id != goal.id {
                allocations.append(AssetAllocation(assetID: assets[number].id, goalID: other.id, size: .rest))
            }
        }
        for number in 0..<10 * count {
            let asset = assets[number % assets.count]
            let units = Int128(1_000 + below(500_000)) * (asset.currency.isFiat ? 1 : 10)
            transactions.append(
                Transaction(
                    id: uuid(), assetID: asset.id, amount: try Money(minorUnits: units, asset.currency),
                    day: today.adding(days: -below(700)),
                    entered: Date(timeIntervalSince1970: 1_781_000_000)))
        }
    }

    var rates: String {
        "from,to,rate,date\n" + Self.prices.map { "\($0.0),USD,\($0.1),2026-06-14\n" }.joined()
    }

    var prices: String { Self.prices.map { "P 2026/06/14 \($0.0) \($0.1) USD\n" }.joined() }

    /// One posting per transaction against an opening account: what ledger needs to value the same assets.
    var journal: String {
        let names = Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0.name) })
        return transactions.map { transaction in
            let day = transaction.day.description.replacing("-", with: "/")
            return """
                \(day) Deposit
                    Assets:\(names[transaction.assetID] ?? "")  \(transaction.amount.amountText) \(transaction.amount.currency)
                    Equity:Opening

                """
        }.joined()
    }

    func store(at path: String) async throws {
        let store = try SQLiteStore(
            path: path, kinds: EntityKind.shared, now: { Date(timeIntervalSince1970: 1_781_000_000) })
        let records: [Record] =
            goals.map { Record($0) } + assets.map { Record($0) } + allocations.map { Record($0) }
            + transactions.map { Record($0) }
        let origin = ChangeOrigin(
            instant: Date(timeIntervalSince1970: 1_781_000_000), program: "bench", command: "fill")
        for start in stride(from: 0, to: records.count, by: 5_000) {
            let chunk = records[start..<min(start + 5_000, records.count)]
            try await store.write(origin) { writer in
                for record in chunk { try writer.apply(.insert(record)) }
            }
        }
        try store.close()
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func uuid() -> UUID {
        let (high, low) = (random.next(), random.next())
        let bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// Sebastiano Vigna's SplitMix64: small, and the same everywhere.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
