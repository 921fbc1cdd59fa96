import Allocation
import FileFormats
import Models
import Persistence

/// The warnings about an import that was carried out, or was tried.
struct ImportNotices {
    /// Codes whose amounts were hundredths.
    var hundredths: Set<String> = []
    /// Rows that may be there already, entered by hand, and whether that was on the same day.
    var twins: [(line: Int, asset: String, isSameDay: Bool)] = []
    /// Rows whose number and amount are there at another time.
    var sameNumbers: [(line: Int, asset: String)] = []
    var openings: [(asset: String, amount: Money, day: CalendarDay)] = []
    /// Opening balances that were moved before older rows.
    var moved: [(asset: Asset, old: Transaction, new: Transaction)] = []
    private var differences: [String] = []

    /// Compares what the file states with what assets hold that had a past of their own (I5).
    ///
    /// - Throws: ``StoreError``.
    mutating func compare(
        _ balances: [StatedBalance], _ progress: [Asset.ID: ImportProgress], _ assets: ImportAssets,
        in writer: FundingWriter
    ) throws {
        // The newest statement of each asset counts.
        var newest: [Asset.ID: StatedBalance] = [:]
        for stated in balances {
            guard let asset = assets.located(stated.row)?.asset else { continue }
            if (newest[asset.id]?.day).map({ $0 <= stated.day }) ?? true { newest[asset.id] = stated }
        }
        for (id, stated) in newest.sorted(by: { $0.value.line < $1.value.line }) {
            guard let state = progress[id], state.asset.source == nil, !state.asset.isOnChain,
                let amount = try? stated.amount.money(state.asset.currency)
            else { continue }
            // Before what was entered as its balance, nothing is known of the asset.
            if let opening = state.openingDay, stated.day < opening { continue }
            // Some banks give the balance of another day than that of the last row.
            let days = Set([stated.day] + state.newestDays.prefix(60)).sorted()
            let held = try writer.store.balances(of: id, on: days)[id] ?? []
            let place = days.firstIndex(of: stated.day) ?? 0
            let there = held.indices.contains(place) ? held[place] : .zero(state.asset.currency)
            guard !held.contains(amount), there != amount, let difference = try? amount.subtracting(there) else {
                continue
            }
            let size = difference.isNegative ? difference.negated : difference
            differences.append(
                "'\(state.asset.name)' holds \(there) on \(stated.day), and the file says \(amount) in line \(stated.line): "
                    + "\(size) \(difference.isNegative ? "less" : "more"). If the file does not begin with the account, "
                    + "enter what it held before; else compare the rows.")
        }
    }

    /// The warning about rows that may be there already, entered by hand; nil without such rows.
    private func byHand(isDryRun: Bool) -> Warning? {
        guard let first = twins.first else { return nil }
        let isOne = twins.count == 1
        let same = twins.count { $0.isSameDay }
        let days = isOne ? "the day" : "days"
        let likeness =
            same == twins.count
            ? "\(isOne ? "the amount" : "amounts") and \(days) are the same"
            : "\(isOne ? "the amount is" : "amounts are") the same, and \(days) \(same > 0 ? "equal or nearly so" : "nearly so")"
        // Before anything is entered there is nothing to undo.
        let way =
            isDryRun
            ? "Import with the rows joined if \(isOne ? "it is" : "they are")."
            : "Undo and import with the rows joined, or delete one of \(isOne ? "the" : "each") two."
        return Warning(
            code: "possiblyKnown",
            message: isOne
                ? "Line \(first.line) may be what was entered by hand in '\(first.asset)': \(likeness). \(way)"
                : "\(twins.count) rows may be what was entered by hand: \(likeness). The first is in line \(first.line). \(way)"
        )
    }

    /// The warnings.
    ///
    /// - Parameter isDryRun: whether nothing is entered.
    func warnings(_ progress: [ImportProgress], isDryRun: Bool) -> [Warning] {
        var warnings: [Warning] = []
        func add(_ code: String, _ message: String) { warnings.append(Warning(code: code, message: message)) }
        for (asset, amount, day) in openings {
            add(
                "openingBalance",
                "By the balance that the file states, '\(asset)' held \(amount) before its first row: entered as its opening "
                    + "balance of \(day).")
        }
        for difference in differences { add("balanceDiffers", difference) }
        for (asset, old, new) in moved {
            add(
                "openingMoved",
                "'\(asset.name)' keeps its balance of \(old.day): its opening balance is now \(new.amount) on \(new.day), before "
                    + "the rows that were in it already.")
        }
        for state in progress where state.beforeOpening > 0 && !moved.contains(where: { $0.asset.id == state.asset.id })
        {
            add(
                "beforeOpening",
                "'\(state.asset.name)' was entered with its balance of \(state.openingDay.map(\.description) ?? ""): "
                    + "\(state.beforeOpening == 1 ? "one row that is older adds" : "\(state.beforeOpening) rows that are older add") "
                    + "to that balance. If it has them already, import them with the balance kept.")
        }
        if !hundredths.isEmpty {
            let codes = hundredths.sorted().compactMap { code in
                Currency.whole(ofSubunit: code).map { "\(code.printable) are hundredths of \($0)" }
            }
            add("subunits", "\(codes.joined(separator: ", ")): amounts were converted.")
        }
        if let twins = byHand(isDryRun: isDryRun) { warnings.append(twins) }
        if let first = sameNumbers.first {
            add(
                "possiblyKnown",
                "\(sameNumbers.count == 1 ? "One row has" : "\(sameNumbers.count) rows have") a number and an amount that are "
                    + "there at another time, as in line \(first.line): some banks count anew.")
        }
        return warnings
    }
}
