import Persistence
import Values

import struct Foundation.UUID

/// The fields of an account as text. A nil field stays; an empty text removes a description or a choice.
package struct AccountFields: Sendable {
    /// The name.
    package var name: String?
    /// The kind: `checking`, `creditCard`.
    package var kind: String?
    /// The code of its currency, which never changes.
    package var currency: String?
    /// The balance at the beginning of the opening day, in digits, with its sign.
    package var opening: String?
    /// The opening day; the call's if nil.
    package var openingDay: String?
    /// A description.
    package var details: String?
    /// `yes` or `no`: whether budgets count it.
    package var budget: String?
    /// `yes` or `no`: whether daily payments are made from it.
    package var spendable: String?

    /// Nothing is said.
    package init() {}

    /// A new account, or everything that is wrong with it.
    func newAccount(_ call: Call, in store: any EntityReader) throws -> Account {
        var reader = RequestReader()
        let currency = try reader.read("currency") { try Currency(code: self.currency ?? "") } ?? .eur
        let kind = try readKind(&reader) ?? .checking
        let opening = try reader.read("opening") { try self.opening.map { try Money(entered: $0, currency) } }
        let day = try reader.readDay(openingDay, "openingDay", call)
        var account = Account(
            id: UUID(), name: name?.trimmedName ?? "", kind: kind, opening: (opening ?? nil) ?? .zero(currency),
            openingDay: day ?? call.today)
        try apply(to: &account, &reader)
        reader.add(try account.issues(in: store))
        try reader.check()
        return account
    }

    /// An account with what is said changed.
    func edited(_ original: Account, _ call: Call, in store: any EntityReader) throws -> Account {
        var account = original
        var reader = RequestReader()
        if let name { account.name = name.trimmedName }
        if kind != nil, let kind = try readKind(&reader) { account.kind = kind }
        if let text = currency, let other = try reader.read("currency", body: { try Currency(code: text) }),
            other != original.currency
        {
            reader.add([
                ValidationIssue(
                    code: "ledger.currencyStays", field: "currency",
                    message: "'\(original.name.printable)' is in \(original.currency), and its currency stays.")
            ])
        }
        if let opening, let amount = try reader.read("opening", body: { try Money(entered: opening, account.currency) })
        {
            account.opening = amount
        }
        if openingDay != nil, let day = try reader.readDay(openingDay, "openingDay", call) { account.openingDay = day }
        try apply(to: &account, &reader)
        reader.add(try account.issues(in: store))
        try reader.check()
        return account
    }

    private func readKind(_ reader: inout RequestReader) throws -> Account.Kind? {
        try reader.read("type") {
            let known = Account.Kind.allCases.map(\.rawValue)
            guard let found = Account.Kind(rawValue: kind ?? "") else {
                throw LedgerError.unknownWord(field: "type", word: kind ?? "", known: known)
            }
            return found
        }
    }

    private func apply(to account: inout Account, _ reader: inout RequestReader) throws {
        if let details { account.details = details.orNothing }
        if let budget { account.budget = try reader.readYesNo("budget", budget) }
        if let spendable { account.spendable = try reader.readYesNo("spendable", spendable) }
    }
}

extension RequestReader {
    /// The day of a request, the call's where none is given; nil when it is wrong.
    mutating func readDay(_ text: String?, _ field: String, _ call: Call) throws -> CalendarDay? {
        try read(field) {
            let day = try text.map { try CalendarDay($0) } ?? call.today
            guard abs(call.day.days(until: day)) <= 36_525 else { throw LedgerError.dayTooFar(day) }
            return day
        }
    }

    /// An amount without a sign; nil when it is wrong.
    mutating func readAmount(_ field: String, _ text: String, _ currency: Currency) throws -> Money? {
        try read(field) {
            let amount = try Money(entered: text, currency)
            guard !amount.isNegative else { throw LedgerError.signedAmount(amount) }
            return amount
        }
    }

    /// Yes or no; nil for an empty text, and when it is wrong.
    fileprivate mutating func readYesNo(_ field: String, _ text: String) throws -> Bool? {
        try read(field) { () throws -> Bool? in
            switch text {
            case "yes": return true
            case "no": return false
            case "": return nil
            default: throw LedgerError.unknownWord(field: field, word: text, known: ["yes", "no"])
            }
        } ?? nil
    }
}
