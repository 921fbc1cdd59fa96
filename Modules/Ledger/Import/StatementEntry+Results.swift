import FileFormats
import Persistence
import Values

extension StatementEntry {
    /// The accounts of the file with their balances.
    func touched() throws -> [StatementImport.Touched] {
        let ids = Set(accounts.map(\.id))
        return try ledger.accounts.filter { ids.contains($0.id) }.compactMap { account in
            guard let now = try store.find(Account.self, account.id) else { return nil }
            return .init(account: now, added: added[account.id] ?? 0, balance: try store.balance(of: now, on: nil))
        }
    }

    /// The warnings: balances that the file states otherwise, categories that do not exist.
    func warnings(of balances: [StatedBalance]) throws -> [Warning] {
        var warnings: [Warning] = []
        let ids = Set(accounts.map(\.id))
        for stated in balances {
            let account =
                stated.account.flatMap { name in try? ledger.account(name) }
                ?? (ids.count == 1 ? ledger.accounts.first { ids.contains($0.id) } : nil)
            guard let account, let now = try store.find(Account.self, account.id),
                let amount = try? stated.amount.money(account.currency)
            else { continue }
            let balance = try store.balance(of: now, on: stated.day)
            guard balance != amount else { continue }
            warnings.append(
                Warning(
                    code: "statedBalance",
                    message: "The file states \(amount) for '\(account.name.printable)' on \(stated.day), the ledger "
                        + "has \(balance)." + (try duplicates(of: amount.subtracting(balance), account, stated.day))))
        }
        let entered = rows.filter { ($0.verdict == .new || $0.verdict == .possible) && $0.transactionID != nil }
        let possible = entered.count { $0.verdict == .possible }
        if possible >= 3, possible * 2 > entered.count {
            warnings.append(
                Warning(
                    code: "possiblyImported",
                    message: "\(possible) of \(entered.count) rows have the day and the amount of what was imported "
                        + "before: perhaps the file was, with other columns.",
                    remedy: .ledgerSkipPossible))
        }
        warnings += cardWarnings(entered)
        if !unknownAccounts.isEmpty {
            let names = unknownAccounts.keys.sorted().prefix(8).map { "'\($0.printable)'" }.joined(separator: ", ")
            let count = unknownAccounts.values.reduce(0, +)
            warnings.append(
                Warning(
                    code: "unknownAccounts",
                    message: "\(count == 1 ? "1 row is" : "\(count) rows are") left out, as there is no account "
                        + "\(names)."))
        }
        let future = entered.compactMap(\.day).filter { $0 > today }
        if let last = future.max() {
            let what = future.count == 1 ? "1 row is of a day that has" : "\(future.count) rows are of days that have"
            warnings.append(Warning(code: "future", message: "\(what) not come: the last is \(last)."))
        }
        if !spentIncome.isEmpty {
            let names = spentIncome.keys.sorted().prefix(8).map { "'\($0.printable)'" }.joined(separator: ", ")
            let count = spentIncome.values.reduce(0, +)
            warnings.append(
                Warning(
                    code: "spentIncome",
                    message: "\(count == 1 ? "1 row goes" : "\(count) rows go") out with a category of income, and "
                        + "\(count == 1 ? "lowers" : "lower") it: \(names)."))
        }
        if !unknownCategories.isEmpty {
            let names = unknownCategories.sorted().prefix(8).map { "'\($0.printable)'" }.joined(separator: ", ")
            warnings.append(
                Warning(
                    code: "unknownCategories",
                    message: "There are no categories \(names): these rows have none yet."))
        }
        if !ambiguousCategories.isEmpty {
            let names = ambiguousCategories.sorted().prefix(8).map { "'\($0.printable)'" }.joined(separator: ", ")
            warnings.append(
                Warning(
                    code: "ambiguousCategories",
                    message: "Several categories are named \(names): these rows have none yet."))
        }
        return warnings
    }

    /// Warnings of cards into which most rows bring money, as only payments and refunds do.
    private func cardWarnings(_ entered: [StatementImport.Row]) -> [Warning] {
        accounts.filter { $0.kind == .creditCard }.compactMap { account in
            let rows = entered.filter { $0.account == account.name }
            let incoming = rows.count { $0.amount?.isPositive == true }
            guard incoming > 1, incoming * 2 > rows.count else { return nil }
            return Warning(
                code: "cardIncoming",
                message: "\(incoming) of \(rows.count) rows bring money into the card '\(account.name.printable)', "
                    + "although purchases take it away.",
                remedy: .ledgerInvert)
        }
    }

    /// The rows that were taken as there already and are as much as a balance differs by, as a sentence; empty where there are none.
    private func duplicates(of difference: Money, _ account: Account, _ day: CalendarDay) -> String {
        let lines = rows.filter { row in
            row.verdict == .duplicate && row.account == account.name && row.amount == difference
                && row.day.map { $0 <= day } ?? false
        }.map { "\($0.line)" }
        guard !lines.isEmpty else { return "" }
        return
            " Line \(lines.prefix(5).joined(separator: ", ")) was taken as there already, and is as much: if the bank "
            + "has it once more, enter it by hand."
    }
}
