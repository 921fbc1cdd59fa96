import Allocation
import ExchangeRates
import FileFormats
import FlexAdjustment
import Interchange
import Models
public import Persistence
import Planning
import Presentation
import SavingsViews
public import WebPages

extension PageStyle {
    /// A change of goals, assets or months as a sentence without its full stop; nil for one of something else.
    public static func savingsSentence(_ entry: HistoryEntry, _ style: PageStyle) -> HTML? {
        // The entry of the sample has things of every kind.
        if entry.head.origin.command == "demo" { return .text("Added sample data") }
        // So has that of a backup, which is named by its file.
        if entry.head.origin.command.hasPrefix("restore ") {
            return .group([.text("Restored "), .name(String(entry.head.origin.command.dropFirst(8)))])
        }
        if let change = entry.changes.lazy.compactMap({ Changed<GivenRate>($0) }).first {
            guard let after = change.after else { return .text("Took away a rate that was given by hand") }
            let price = style.numbers.digits(after.rate.significantString(digits: 10))
            return .text("Gave a rate: 1 \(after.from) = \(price) \(after.to)")
        }
        return style.month(entry) ?? style.goal(entry) ?? style.asset(entry) ?? style.imported(entry)
            ?? style.transactions(entry)
            ?? style.allocation(entry) ?? style.plan(entry) ?? style.household(entry)
    }

    /// The first change of a kind of thing in an entry.
    private func first<E: Entity>(_ type: E.Type, _ entry: HistoryEntry) -> Changed<E>? {
        entry.changes.lazy.compactMap { Changed<E>($0) }.first
    }

    private func month(_ entry: HistoryEntry) -> HTML? {
        guard let change = first(MonthExecution.self, entry), let month = change.any?.month.words else { return nil }
        switch (change.before, change.after) {
        case (nil, _): return .text("Started \(month)")
        case (_, nil): return .text("Undid the start of \(month)")
        case (let before?, let after?) where before.isClosed == after.isClosed:
            // Payments of goals with plans of their own are counted with those of the month.
            if first(MonthlyPlan.self, entry) != nil { return nil }
            // Where something else was changed, the start of the month moved with it.
            return entry.changesMoney ? nil : .text("Changed the payments of \(month)")
        case (_, let after?): return .text(after.isClosed ? "Closed \(month)" : "Opened \(month) again")
        }
    }

    private func goal(_ entry: HistoryEntry) -> HTML? {
        guard let change = first(Goal.self, entry), let goal = change.after ?? change.before else { return nil }
        let named = HTML.group([.text(" the goal ")] + title(goal))
        guard let before = change.before else {
            return .group([.text("Added"), named, .text(": "), amount(goal.target), .text(" by "), day(goal.deadline)])
        }
        guard let after = change.after else { return .group([.text("Deleted"), named]) }
        if before.lifecycle != after.lifecycle {
            let word =
                switch after.lifecycle {
                case .active: "Resumed"
                case .paused: "Paused"
                case .archived: "Archived"
                case .finished: "Finished"
                case .cancelled: "Cancelled"
                }
            return .group([.text(word), named])
        }
        var differences: [HTML] = []
        func note<Value: Equatable>(_ label: String, _ old: Value, _ new: Value, _ show: (Value) -> HTML) {
            if old != new { differences.append(.group([.text(label + " "), show(old), .text(" → "), show(new)])) }
        }
        func text(_ value: String?) -> HTML { value.map { .name($0) } ?? .text("none") }
        note("name", before.name, after.name) { .name($0) }
        note("target", before.target, after.target) { amount($0) }
        note("deadline", before.deadline, after.deadline) { day($0) }
        note("start", before.start, after.start) { day($0) }
        note("emoji", before.emoji, after.emoji, text)
        note("reminders", before.reminder?.rawValue, after.reminder?.rawValue, text)
        if before.details != after.details { differences.append(.text("description")) }
        if before.link != after.link { differences.append(.text("link")) }
        return .group([.text("Changed"), named] + listed(differences))
    }

    private func asset(_ entry: HistoryEntry) -> HTML? {
        guard let change = first(Asset.self, entry), let asset = change.any else { return nil }
        let count = entry.changes.count { $0.kind == Asset.declaration.description.kind }
        let named = HTML.group([.text(" the asset "), .name(asset.name)])
        let others = count > 1 ? " and others" : ""
        guard let before = change.before else {
            guard let held = first(Transaction.self, entry)?.after, count == 1 else {
                return .group([.text("Added"), named, .text(others)])
            }
            let isOne = entry.ownCount == 2
            return .group(
                [.text("Added"), named, .text(" with ")]
                    + [isOne ? amount(held.amount) : .text(transactionCount(entry, besides: 1))])
        }
        guard let after = change.after else { return .group([.text("Deleted"), named, .text(others)]) }
        var differences: [HTML] = []
        if before.name != after.name {
            differences.append(.group([.text("name "), .name(before.name), .text(" → "), .name(after.name)]))
        }
        if before.chain != after.chain { differences.append(.text("chain")) }
        if before.address != after.address { differences.append(.text("address")) }
        return .group([.text("Changed"), named] + listed(differences))
    }

    private func allocation(_ entry: HistoryEntry) -> HTML? {
        let changes = entry.changes.compactMap { change in Changed<AssetAllocation>(change).map { ($0, change.owners) }
        }
        guard let (change, owners) = changes.first, owners.count == 2 else { return nil }
        let (asset, goal) = (HTML.name(owners[0]), HTML.name(owners[1]))
        guard entry.ownCount == 1 else {
            let isOneAsset = Set(changes.map { $0.1.first }).count == 1
            return isOneAsset
                ? .group([.text("Changed what "), asset, .text(" funds")]) : .text("Changed what assets fund")
        }
        guard let after = change.after else {
            return .group([.text("Stopped funding "), goal, .text(" with "), asset])
        }
        let size: HTML =
            switch after.size {
            case .fixed(let fixed): amount(fixed)
            case .rest: .text("the rest")
            default: .text(after.size.description)
            }
        return .group([.text("Funded "), goal, .text(" with "), size, .text(" of "), asset])
    }

    private func plan(_ entry: HistoryEntry) -> HTML? {
        let changes = entry.changes.compactMap { change in
            Changed<MonthlyPlan>(change).map { ($0, change.owners.first) }
        }
        guard let (_, goal) = changes.first else { return nil }
        let goals = Set(changes.compactMap { $0.0.any?.goalID }).union(goalsOfMonth(entry))
        guard entry.changes.count == entry.head.changeCount else { return .text("Changed payments") }
        guard goals.count == 1 else { return .text("Changed the payments of \(goals.count) goals") }
        let named = HTML.name(goal ?? "a goal")
        // A decision that takes the place of another is that one's deletion and an entry.
        let before = changes.compactMap(\.0.before).first
        guard let after = changes.compactMap(\.0.after).last else {
            return .group([.text("Left the payment of "), named, .text(" as it is required")])
        }
        if let custom = after.custom, custom != before?.custom {
            return .group([.text("Set the payment of "), named, .text(" to "), amount(custom)])
        }
        if after.state == before?.state || before == nil && after.state == .flexible {
            return .group([.text("Changed the payment of "), named])
        }
        let word =
            switch after.state {
            case .flexible: "Made flexible"
            case .protected: "Protected"
            case .skipped: "Skipped"
            }
        return .group([.text("\(word) the payment of "), named])
    }

    /// The goals whose payments of a month in progress an entry changed.
    private func goalsOfMonth(_ entry: HistoryEntry) -> [Goal.ID] {
        guard let change = first(MonthExecution.self, entry), let (before, after) = change.both else { return [] }
        return after.payments.filter { !before.payments.contains($0) }.map(\.goalID)
    }

    private func household(_ entry: HistoryEntry) -> HTML? {
        guard let household = first(Household.self, entry)?.any else { return nil }
        return .text("Set the currency for totals to \(household.displayCurrency)")
    }

    func listed(_ differences: [HTML]) -> [HTML] {
        differences.isEmpty
            ? [] : [.text(": ")] + differences.enumerated().flatMap { $0 == 0 ? [$1] : [.text(", "), $1] }
    }
}

extension HistoryEntry {
    /// How many things it changed, without a month whose start moved with them, and without what an import remembers of its file.
    var ownCount: Int {
        let others = changes.count { change in
            change.kind == AccountLink.declaration.description.kind
                || change.kind == SavedMapping.declaration.description.kind
                || Changed<MonthExecution>(change).map { $0.before?.isClosed == $0.after?.isClosed } ?? false
        }
        return head.changeCount - others
    }

    /// Whether it changed goals, assets, transactions or allocations.
    fileprivate var changesMoney: Bool {
        let kinds = [
            Goal.declaration.description.kind, Asset.declaration.description.kind,
            Transaction.declaration.description.kind, AssetAllocation.declaration.description.kind,
        ]
        return changes.contains { kinds.contains($0.kind) }
    }
}

/// A thing before and after a change.
struct Changed<E: Entity> {
    let before: E?
    let after: E?
    var any: E? { after ?? before }
    var both: (before: E, after: E)? {
        guard let before, let after else { return nil }
        return (before, after)
    }

    /// Nil for a change of another kind of thing, or of one that cannot be read.
    init?(_ change: HistoryEntry.Change) {
        before = change.recordBefore.flatMap { try? $0.value(E.self) }
        after = change.recordAfter.flatMap { try? $0.value(E.self) }
        guard before != nil || after != nil, (before == nil) == (change.recordBefore == nil),
            (after == nil) == (change.recordAfter == nil)
        else { return nil }
    }
}
