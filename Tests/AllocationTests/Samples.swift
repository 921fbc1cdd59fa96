import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport

let origin = ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "tests", command: "test")
let today = CalendarDay(dayNumber: 20_000)

func asset(_ name: String = "Wallet", _ code: String = "USD", address: String? = nil) throws -> Asset {
    Asset(
        id: UUID(), name: name, currency: try currency(code), chain: address == nil ? nil : "bitcoin", address: address)
}

extension Store {
    /// Puts records into the store as they are.
    func add(_ records: Record...) async throws {
        try await write(origin) { writer in
            for record in records { try writer.apply(.insert(record)) }
        }
    }

    func deposit(_ amount: String, to asset: Asset, on day: CalendarDay = today) async throws {
        let amount = try Money(amount, asset.currency)
        try await add(
            Record(Transaction(id: UUID(), assetID: asset.id, amount: amount, day: day, entered: origin.instant)))
    }

    func allocate(_ asset: Asset, to goal: Goal, _ size: AssetAllocation.Size) async throws {
        _ = try await write(origin) { writer in
            try AllocationChanges(FundingWriter(writer, call(today))).allocate(asset, to: goal, size: size)
        }
    }

    func sizes() async throws -> [UUID: AssetAllocation.Size] {
        Dictionary(
            uniqueKeysWithValues: try await read { try $0.all(AssetAllocation.self) }.map { ($0.goalID, $0.size) })
    }

    func journalLength() async throws -> Int { try await read { try $0.journal(of: nil, limit: nil).count } }
}

func rates(_ quotes: (String, String, String, RateState)...) throws -> FrozenRates {
    FrozenRates([
        RateAnswer(
            quotes: try quotes.map { from, to, rate, state in
                try RateQuote(
                    from: currency(from), to: currency(to), rate: ratio(rate), time: Date(timeIntervalSince1970: 0),
                    source: "test", state: state)
            })
    ])
}
