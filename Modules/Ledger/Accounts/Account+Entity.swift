public import Values

import struct Foundation.UUID

extension Account: Entity {
    /// How it is kept.
    public static let declaration = Declaration<Account>(
        "account", table: "accounts", since: "0.5.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("type", \.kind),
            .value("opening", \.opening, currency: "currency"), .value("openingDay", \.openingDay),
            .value("details", \.details), .value("isActive", \.isActive), .value("budget", \.budget),
            .value("spendable", \.spendable)
        ) { id, name, kind, opening, openingDay, details, isActive, budget, spendable in
            Account(
                id: id, name: name, kind: kind, opening: opening, openingDay: openingDay, details: details,
                isActive: isActive, budget: budget, spendable: spendable)
        },
        whole: { try $0.issuesOfPostings(in: $1) })

    /// "account 'Checking', EUR".
    public var summary: String { "account '\(name.printable)', \(currency)" }

    /// Issues of the account: its name is that of no other, and its opening balance is whole minor units.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "account")
        let folded = LedgerText.folded(name)
        if try reader.all(Account.self).contains(where: { $0.id != id && LedgerText.folded($0.name) == folded }) {
            issues.append(
                ValidationIssue(
                    code: "nameTaken", field: "name",
                    message: "There is an account '\(name.printable)' already. Give another name."))
        }
        issues += ValidationIssue.ledgerIssues(ofAmount: opening, field: "opening")
        if let details { issues += ValidationIssue.lineIssues(details, field: "description") }
        return issues
    }

    /// A posting before the opening day.
    private func issuesOfPostings(in reader: any EntityReader) throws -> [ValidationIssue] {
        let earlier = Selection(
            where: "accountID", is: .text(id.uuidString), by: "day",
            through: .text(openingDay.adding(days: -1).description), limit: 1)
        guard let posting = try reader.all(Posting.self, earlier).first else { return [] }
        return [
            ValidationIssue(
                code: "ledger.beforeOpening", field: "openingDay",
                message:
                    "'\(name.printable)' has a transaction of \(posting.day), before its opening day \(openingDay).")
        ]
    }
}

extension ValidationIssue {
    /// Issues of an amount of the ledger: more digits than the minor unit of its currency, or too many of them.
    static func ledgerIssues(ofAmount amount: Money, field: String) -> [ValidationIssue] {
        guard amount.isWholeMinorUnits else {
            return [
                ValidationIssue(
                    code: "tooPrecise", field: field,
                    message: "\(amount) has more decimals than \(amount.currency) has (\(amount.currency.minorUnit)).")
            ]
        }
        return issues(ofSize: amount, field: field)
    }
}
