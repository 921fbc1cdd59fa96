public import Allocation
public import Blockchain
import ExchangeRates
public import Foundation
public import Models
public import Presentation
import RateViews

extension Asset {
    fileprivate static let shape = Shape<Asset>(
        .value("id", \.id), .value("name", \.name), .value("currency", \.currency), .value("symbol", \.currency.code),
        .value("chain", \.chain), .value("address", \.address), .value("source", \.source),
        .value("reference", \.reference))
}

extension AssetValuation {
    fileprivate static let shape = Shape<AssetValuation>(
        .value(
            "balance", { $0.balance.isComplete ? $0.balance.known : nil }, note: "Null while part of it is not known."),
        .figure("value", \.value, { $0.value == nil ? nil : $0.bound }),
        .ratio("allocatedShare", \.allocatedShare), .bound("allocatedShare", { $0.isPartial ? .unknown : nil }),
        .value("free", { $0.balance.isComplete ? $0.split.free : nil }), .value("manual", \.balance.manual),
        .value("onChain", \.balance.read),
        .value("change", \.balance.change, note: "Of onChain since it was read before; null when it was not."),
        .object(
            "freshness",
            Shape<AssetValuation>(.value("state", \.freshness.rawValue), .value("time", \.balance.readAt)), { $0 }),
        .optionalList("parts", BalancePart.shape) { $0.balance.parts.isEmpty ? nil : $0.balance.parts },
        .unavailable(\.unavailable))
}

extension BalancePart {
    fileprivate static let shape = Shape<BalancePart>(
        .value("name", \.name), .figure("amount", \.amount, \.bound), .value("day", \.day),
        .value("state", \.state.rawValue), .optional("reason", \.reason))
}

extension TransactionService.Row {
    fileprivate static let shape = Shape<TransactionService.Row>(
        .value("hash", \.transaction.hash), .value("index", \.transaction.index),
        .value("day", \.transaction.day), .value("time", \.transaction.time),
        .value("amount", \.transaction.amount, note: "With the fee, where the balance paid it."),
        .value("fee", \.transaction.fee), .value("failed", \.transaction.isFailed),
        .value("dust", \.isDust, note: "So little that it counts as no payment."),
        .value("counterparty", \.transaction.counterparty), .value("explorer", \.transaction.explorer))
}

extension AssetAllocation.Size {
    fileprivate var share: Ratio? { if case .share(let share) = self { share.ratio } else { nil } }
    fileprivate var amount: Money? { if case .fixed(let amount) = self { amount } else { nil } }
}

extension Document {
    private typealias List = (list: AssetValuationReport, display: Currency)
    private static let assetsShape = DocumentShape<List>(
        "assets", "All assets with their value.", main: "assets",
        Shape(
            .value("displayCurrency", \.display), .figure("total", \.list.total, \.list.totalBound),
            .list(
                "assets",
                Shape<AssetValuation>(
                    .members(Asset.shape, \.balance.asset), .members(AssetValuation.shape, { $0 })), \.list.rows),
            .rates(\.list.rates)))

    /// An asset that was changed, or one with its value and what it funds.
    private struct Known: Sendable {
        let asset: Asset
        var valuation: AssetValuation?
        var goals: [UUID: Goal] = [:]
        var display: Currency?
        var transactions: [TransactionService.Row]?

        var parts: [Part]? {
            valuation.map { valuation in
                valuation.split.parts.map { part in
                    Part(part: part, goal: goals[part.goalID]?.name, bound: valuation.bound)
                }
            }
        }
    }

    private struct Part: Sendable {
        let part: AssetSplit.Part
        let goal: String?
        let bound: Bound?

        static let shape = Shape<Part>(
            .value("goalId", \.part.goalID), .value("goal", \.goal), .value("claim", \.part.size.description),
            .figure("funded", \.part.amount, \.bound))
    }

    private static let assetShape = DocumentShape<Known>(
        "asset", "One asset: as it was changed, or with its value and allocations.", main: "asset",
        Shape(
            .optional("displayCurrency", \.display),
            .object(
                "asset",
                Shape<Known>(
                    .members(Asset.shape, \.asset), .optionalMembers(AssetValuation.shape, \.valuation),
                    .optionalList("allocations", Part.shape, \.parts),
                    .optionalList("transactions", TransactionService.Row.shape, \.transactions)), { $0 }),
            .optionalRates { known in known.valuation?.usedRates }))

    private static let allocationShape = Shape<AllocationRow>(
        .value("assetId", \.asset.id), .value("asset", \.asset.name), .value("goalId", \.goal.id),
        .value("goal", \.goal.name),
        .ratio(
            "share", \.size.share, isNullable: true,
            note: "A share of the balance: 0.6 is 60 %."),
        .value("amount", \.size.amount, note: "A fixed amount."),
        .value("rest", { $0.size == .rest }, note: "Whatever the others leave."),
        .figure(
            "funded", \.funded, { $0.gap.map { _ in .atLeast } }, note: "What the goal gets of it now."))

    private static let allocationsShape = DocumentShape<[AllocationRow]>(
        "allocations", "A list of allocations.", main: "allocations",
        Shape(.list("allocations", allocationShape, { $0 })))
    private static let oneAllocationShape = DocumentShape<AllocationRow>(
        "allocation", "An allocation that was made or taken away.", main: "allocation",
        Shape(.object("allocation", allocationShape, { $0 })))

    static let assetShapes = [
        assetShape.description, assetsShape.description, oneAllocationShape.description, allocationsShape.description,
    ]

    /// The answer of `cst-assets list`.
    public init(assets list: AssetValuationReport, display: Currency, asOf day: CalendarDay) {
        self.init(
            Self.assetsShape, (list, display), asOf: day, isComplete: list.totalBound == nil, warnings: list.warnings)
    }

    /// One asset with its allocations.
    ///
    /// - Parameter transactions: those on its chain; nil for an asset without an address.
    public init(
        asset row: AssetValuation, goals: [UUID: Goal], display: Currency,
        transactions: [TransactionService.Row]? = nil, warnings: [Warning], asOf day: CalendarDay
    ) {
        self.init(
            Self.assetShape,
            Known(
                asset: row.balance.asset, valuation: row, goals: goals, display: display, transactions: transactions),
            asOf: day, isComplete: row.unavailable.isEmpty, warnings: warnings)
    }

    /// An asset that was just added, changed or deleted.
    public init(changed asset: Asset, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.assetShape, Known(asset: asset), asOf: day, warnings: warnings)
    }

    /// A list of allocations.
    public init(allocations: [AllocationRow], warnings: [Warning], asOf day: CalendarDay) {
        self.init(
            Self.allocationsShape, allocations, asOf: day, isComplete: allocations.allSatisfy { $0.gap == nil },
            warnings: warnings)
    }

    /// An allocation that was just made or taken away.
    public init(changed allocation: AllocationRow, warnings: [Warning], asOf day: CalendarDay) {
        self.init(
            Self.oneAllocationShape, allocation, asOf: day, isComplete: allocation.gap == nil, warnings: warnings)
    }
}
