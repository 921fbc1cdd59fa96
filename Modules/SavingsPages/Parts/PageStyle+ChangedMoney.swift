import Models
import Persistence
import Presentation
import WebPages

import struct Foundation.TimeZone

extension PageStyle {
    /// A file of transactions that was imported: how many of its rows were entered, and how many were joined with what was there; nil for
    /// other entries.
    func imported(_ entry: HistoryEntry) -> HTML? {
        let changes = entry.changes.compactMap { change in
            Changed<Transaction>(change).map { ($0, change.owners.first) }
        }
        guard entry.head.origin.command.hasPrefix("import"), let owner = changes.first?.1 else { return nil }
        let isOneAsset = Set(changes.map(\.1)).count == 1
        let place: [HTML] = isOneAsset ? [.text(" into "), .name(owner)] : []
        // Of a file whose changes are not all at hand it is not known how many of them are what.
        guard entry.changes.count == entry.head.changeCount else {
            return .group([.text("Imported transactions")] + place)
        }
        let added = changes.count { change, _ in change.before == nil && !change.isOpeningOfFile }
        let joined = changes.count { change, _ in
            change.both.map { $0.before.imported == nil && $0.after.imported != nil } ?? false
        }
        let corrected = changes.count { change, _ in
            change.before.map { $0.imported != nil && $0.kind != .opening } ?? false
        }
        func count(_ number: Int) -> String {
            "\(numbers.digits("\(number)")) transaction\(number == 1 ? "" : "s")"
        }
        // The first number says of what it is.
        var parts: [HTML] = added > 0 ? [.group([.text("Imported \(count(added))")] + place)] : []
        for (number, verb, preposition) in [(joined, "joined", "with those of"), (corrected, "corrected", "of")]
        where number > 0 {
            guard parts.isEmpty else {
                parts.append(.text(", \(verb) \(numbers.digits("\(number)"))"))
                continue
            }
            parts.append(
                .group(
                    [.text("\(verb.capitalizedFirst) \(count(number))")]
                        + (isOneAsset ? [.text(" \(preposition) "), .name(owner)] : [])))
        }
        return parts.isEmpty ? nil : .group(parts)
    }

    func transactions(_ entry: HistoryEntry) -> HTML? {
        let changes = entry.changes.compactMap { change in
            Changed<Transaction>(change).map { ($0, change.owners.first) }
        }
        guard let (change, owner) = changes.first, let transaction = change.any else { return nil }
        let asset = HTML.name(owner ?? "an asset")
        if entry.ownCount == 2, changes.count == 2, let other = changes[1].0.after, change.before == nil,
            transaction.amount.isNegative != other.amount.isNegative, changes[1].1 != owner
        {
            let (out, into) = transaction.amount.isNegative ? (changes[0], changes[1]) : (changes[1], changes[0])
            guard let left = out.0.after else { return nil }
            return .group([
                .text("Moved "), amount(left.amount.size), .text(" from "), .name(out.1 ?? ""), .text(" to "),
                .name(into.1 ?? ""),
            ])
        }
        guard entry.ownCount == 1 else {
            let word = change.before == nil ? "Added" : change.after == nil ? "Deleted" : "Changed"
            let isOneAsset = Set(changes.map(\.1)).count == 1
            return .group(
                [.text("\(word) \(transactionCount(entry))")]
                    + (isOneAsset ? [.text(" of "), asset] : []))
        }
        let size = amount(transaction.amount.size)
        guard let before = change.before else {
            if entry.head.origin.command.hasPrefix("adjust ") {
                return .group([
                    .text("Set the balance of "), asset,
                    .text(transaction.amount.isNegative ? ": took out " : ": put in "), size,
                ])
            }
            let isLate =
                transaction.day != today
                && transaction.day
                    != CalendarDay(
                        utc: entry.head.origin.instant,
                        secondsFromUTC: zone.secondsFromGMT(for: entry.head.origin.instant))
            return .group(
                (transaction.amount.isNegative
                    ? [.text("Took "), size, .text(" out of "), asset] : [.text("Put "), size, .text(" into "), asset])
                    + (isLate ? [.text(" on "), day(transaction.day)] : []))
        }
        let what = HTML.group([
            .text(transaction.amount.isNegative ? "the withdrawal of " : "the deposit of "), amount(before.amount.size),
            .text(transaction.amount.isNegative ? " from " : " into "), asset,
        ])
        guard let after = change.after else { return .group([.text("Deleted "), what]) }
        var differences: [HTML] = []
        if before.amount != after.amount {
            differences.append(.group([.text("amount "), amount(before.amount), .text(" → "), amount(after.amount)]))
        }
        if before.day != after.day {
            differences.append(.group([.text("date "), day(before.day), .text(" → "), day(after.day)]))
        }
        if before.note != after.note { differences.append(.text("note")) }
        return .group([.text("Changed "), what] + listed(differences))
    }

    /// "11 transactions": those that were added, changed or deleted like the first one. Of an import whose changes are not all there it is
    /// not known which of them are transactions.
    func transactionCount(_ entry: HistoryEntry, besides others: Int = 0) -> String {
        let isWhole = entry.changes.count == entry.head.changeCount
        guard isWhole || !entry.head.origin.command.hasPrefix("import") else { return "transactions" }
        let all = entry.changes.filter { $0.kind == Transaction.declaration.description.kind }
        let alike = all.count { change in
            (change.recordBefore == nil) == (all.first?.recordBefore == nil)
                && (change.recordAfter == nil) == (all.first?.recordAfter == nil)
        }
        let count = isWhole ? alike : entry.ownCount - others
        return "\(numbers.digits("\(count)")) transaction\(count == 1 ? "" : "s")"
    }
}

extension Changed<Transaction> {
    /// Whether it is the opening balance that an import entered by the balance that its file states.
    fileprivate var isOpeningOfFile: Bool {
        after.map { $0.kind == .opening && $0.imported?.text == 0 && $0.imported?.number == nil } ?? false
    }
}

extension Money {
    /// The amount without its sign.
    fileprivate var size: Money { isNegative ? negated : self }
}
