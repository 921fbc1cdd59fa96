public import Blockchain
public import Models
public import Presentation

extension Document {
    private typealias Synced = (readings: [ChainReading], unavailable: [Unavailable])
    private static let syncShape = DocumentShape<Synced>(
        "sync", "What chains said of the balances of assets.", main: "assets",
        Shape(
            .list(
                "assets",
                Shape<ChainReading>(
                    .value("id", \.asset.id), .value("name", \.asset.name), .value("chain", \.asset.chain),
                    .value("address", \.asset.address),
                    .value("balance", \.amount, note: "Null when it could not be read."),
                    .value("change", \.change, note: "Since it was read before; null when it was not."),
                    .value("provider", { try? $0.result.get().provider }),
                    .value("time", { try? $0.result.get().time }, note: "When it was read."),
                    .value("new", { !$0.isKept }, note: "False when it was read a short time ago already."),
                    .value("newTransactions", \.newTransactions),
                    .value(
                        "knownAfter", { try? $0.result.get().knownAfter },
                        note: "The day after which all transactions are known; null when they are not."),
                    .value("substitute", { (try? $0.result.get())?.isSubstitute ?? false }),
                    .value("reason", \.reason, note: "Why it could not be read.")), \.readings),
            .unavailable(\.unavailable)))

    static let ofSync = [syncShape.description]

    /// What became of assets whose chains were asked.
    public init(sync readings: [ChainReading], warnings: [Warning], asOf: CalendarDay) {
        let unavailable = readings.compactMap(\.unavailable)
        self.init(
            Self.syncShape, (readings, unavailable), asOf: asOf, isComplete: unavailable.isEmpty, warnings: warnings)
    }
}

extension ChainReading {
    /// What was read.
    var amount: Money? { try? result.get().amount }

    /// Why nothing was, and what counts instead.
    var reason: String? {
        guard case .failure(let failure) = result else { return nil }
        guard let before, !before.isSubstitute else { return failure.description }
        return "\(failure.description) The balance of \(before.day), \(before.amount), still counts."
    }

    /// What is not known then.
    fileprivate var unavailable: Unavailable? {
        let item = "\(asset.name) (\(asset.currency))"
        if let reason { return Unavailable(item: item, reason: reason) }
        guard let balance = try? result.get(), balance.isSubstitute else { return nil }
        return Unavailable(item: item, reason: "its balance is a substitute by \(balance.provider)")
    }
}
