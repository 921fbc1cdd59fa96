import FileFormats
import Persistence
import Values

import struct Foundation.UUID

/// The rows of a file on their way into accounts.
struct StatementEntry {
    /// A row that can be entered.
    struct Ready {
        /// Its place among all rows.
        let index: Int
        let account: Account
        let row: StatementMatching.Row
        let payee: String?
        let note: String?
        let category: Category?
    }

    private let request: StatementRequest
    let store: any StoreWriter
    let ledger: LedgerNames
    private let rules: [CategoryRule]
    private let call: Call
    /// The accounts that rows name, each looked for once.
    private var named: [String: Account] = [:]
    /// The present day.
    var today: CalendarDay { call.day }
    /// All rows, in the order of the file.
    private(set) var rows: [StatementImport.Row] = []
    private(set) var ready: [Ready] = []
    private(set) var added: [Account.ID: Int] = [:]
    private(set) var unknownCategories: Set<String> = []
    private(set) var ambiguousCategories: Set<String> = []

    init(_ request: StatementRequest, _ store: any StoreWriter, _ call: Call) throws {
        self.request = request
        self.store = store
        self.call = call
        ledger = try LedgerNames(store)
        rules = try store.all(CategoryRule.self)
    }

    // MARK: - Reading

    /// Reads the rows: which account, which amount, and what stands against each.
    mutating func read(_ read: [ReadRow]) throws {
        let given = try request.account.map { try ledger.openAccount($0) }
        if given == nil, !read.contains(where: { (try? $0.get().account) ?? nil != nil }) {
            throw LedgerError.accountNeeded
        }
        for one in read {
            switch one {
            case .failure(let row):
                rows.append(
                    .init(
                        line: row.line, verdict: row.leftOut == nil ? .refused : .leftOut,
                        reason: row.leftOut ?? row.reason))
            case .success(let row):
                do {
                    try take(row, given)
                } catch let problem as any Problem {
                    rows.append(
                        .init(
                            line: row.line, verdict: .refused, day: row.day, text: row.note,
                            reason: problem.description.replacing("\n", with: " ")))
                }
            }
        }
    }

    private mutating func openAccount(_ name: String) throws -> Account {
        if let known = named[name] { return known }
        let account = try ledger.openAccount(name)
        named[name] = account
        return account
    }

    private mutating func take(_ row: ImportedRow, _ given: Account?) throws {
        if let reason = row.leftOut {
            rows.append(.init(line: row.line, verdict: .leftOut, day: row.day, text: row.note, reason: reason))
            return
        }
        if let given, let name = row.account, let other = try? ledger.account(name), other.id != given.id {
            rows.append(
                .init(
                    line: row.line, verdict: .leftOut, day: row.day, text: row.note,
                    reason: "it is about '\(other.name.printable)'"))
            return
        }
        guard let account = try given ?? row.account.map({ try openAccount($0) }) else {
            throw LedgerError.accountNeeded
        }
        let amount = try amount(of: row, in: account)
        guard abs(call.day.days(until: row.day)) <= 36_525 else { throw LedgerError.dayTooFar(row.day) }
        let note = Self.line(row.note)
        let payee = Self.line(row[.payee])
        let shown = payee ?? note
        // If the payee is one of the texts that identify the row, a file read by other columns has the same text.
        let isAmong = payee != nil && row.texts?.contains { Self.line($0) == payee } == true
        let whole = row.texts.map { $0.joined(separator: " ") }.flatMap(Self.line) ?? note
        let texts = [isAmong ? nil : payee, whole].compactMap(\.self)
        var listed = StatementImport.Row(
            line: row.line, verdict: .leftOut, account: account.name, day: row.day, amount: amount,
            text: texts.joined(separator: " "))
        if amount.isZero || row.isOpening {
            listed.reason = row.isOpening ? "an opening balance, which belongs to the account" : "an amount of 0"
            rows.append(listed)
            return
        }
        if let issue = ValidationIssue.ledgerIssues(ofAmount: amount, field: "amount").first {
            listed = .init(
                line: row.line, verdict: .refused, account: account.name, day: row.day, amount: amount, text: shown,
                reason: issue.message)
            rows.append(listed)
            return
        }
        var category: Category?
        if let name = row[.category]?.trimmedName.orNothing {
            do {
                category = try ledger.tree.find(named: name)
            } catch LookupError.ambiguous {
                ambiguousCategories.insert(name)
            } catch {
                unknownCategories.insert(name)
            }
        }
        ready.append(
            Ready(
                index: rows.count, account: account,
                row: .init(
                    day: row.day, amount: amount, text: texts.joined(separator: " "), number: row.number?.orNothing,
                    payee: shown),
                payee: shown, note: payee == nil || note == payee ? nil : note, category: category))
        rows.append(listed)
    }

    /// The amount in the account's currency, in which every row has to be.
    private func amount(of row: ImportedRow, in account: Account) throws -> Money {
        let texts = [row.currency, row.sign].compactMap(\.self)
        for text in texts where !account.currency.isWritten(NumberText.symbols[text] ?? text) {
            throw LedgerError.otherCurrency(text, account: account.name, account.currency)
        }
        let isHundredth = texts.contains { Currency.whole(ofSubunit: $0) == account.currency }
        let amount = try row.amount.money(account.currency)
        return isHundredth ? try amount.hundredth() : amount
    }

    /// A text in one line; nil for an empty one.
    static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: " "
            default: Character(scalar)
            }
        }
        let hidden: Set<UInt32> = [0xAD, 0x200B, 0xFEFF]
        let plain = String(
            scalars.filter {
                !$0.unicodeScalars.contains { scalar in
                    hidden.contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
                        || (0x2060...0x2069).contains(scalar.value)
                }
            })
        let words = plain.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(200))
    }

    // MARK: - Entering

    /// Matches the rows of each account with what is there, and enters the others.
    mutating func enter() throws {
        let newest = ready.last.map(\.row.day) ?? call.today
        var ids = OrderedIDs(count: ready.count, isDescending: (ready.first?.row.day ?? newest) > newest)
        let application = RuleApplication(rules, ledger)
        let accounts = Dictionary(grouping: ready, by: \.account.id).values.sorted { $0[0].index < $1[0].index }
        var places: [Int: (verdict: StatementMatching.Verdict, ready: Ready)] = [:]
        var known: [Account.ID: [UUID: Posting]] = [:]
        for group in accounts {
            let postings = try store.postings(of: group[0].account)
            let there = try store.known(postings)
            known[group[0].account.id] = Dictionary(postings.map { ($0.transactionID, $0) }) { first, _ in first }
            for (one, verdict) in zip(group, StatementMatching.verdicts(of: group.map(\.row), among: there)) {
                places[one.index] = (verdict, one)
            }
        }
        try moveOpenings(places.values.filter { Self.isEntered($0.verdict, request) }.map(\.ready))
        for index in rows.indices {
            guard let (verdict, one) = places[index] else { continue }
            let posting = known[one.account.id] ?? [:]
            switch verdict {
            case .duplicate(let id):
                rows[index] = rows[index].with(.duplicate, id)
                // A row of another bank's file may know the number.
                if let there = posting[id], there.importedID == nil, let number = one.row.number {
                    var numbered = there
                    numbered.importedID = number
                    try store.update(there, to: numbered)
                }
            case .linked(let id):
                rows[index] = rows[index].with(.linked, id)
                if let there = posting[id] {
                    try store.link(
                        there, text: one.payee, note: importedNote(one), number: one.row.number, day: one.row.day)
                }
            case .possible where request.skipsPossible:
                rows[index] = rows[index].with(.possible, nil)
            case .possible, .new:
                let isPossible = verdict == .possible
                let (booked, changes) = application.applied(
                    to: try self.booked(one, ids.take(), isPossible: isPossible))
                if !isRefused(one, index) {
                    try store.insert(booked)
                    added[one.account.id, default: 0] += 1
                    rows[index] = rows[index].with(isPossible ? .possible : .new, booked.transaction.id)
                    rows[index].category = booked.splits[0].categoryID.map { ledger.tree.path(of: $0) }
                    let rule = changes.first { $0.field == "category" } ?? changes.first
                    rows[index].rule = rule?.ruleID.flatMap { id in rules.first { $0.id == id }?.name }
                }
            }
        }
    }

    /// Whether a row is before the opening day of its account, as only a preview meets it.
    private mutating func isRefused(_ one: Ready, _ index: Int) -> Bool {
        guard !request.movesOpening, one.row.day < one.account.openingDay else { return false }
        rows[index] = .init(
            line: rows[index].line, verdict: .refused, account: one.account.name, day: one.row.day,
            amount: one.row.amount, text: rows[index].text, reason: Self.early(one).description)
        return true
    }

    private static func early(_ one: Ready) -> LedgerError {
        .beforeOpening(one.row.day, account: one.account.name, opened: one.account.openingDay)
    }

    private static func isEntered(_ verdict: StatementMatching.Verdict, _ request: StatementRequest) -> Bool {
        switch verdict {
        case .new: true
        case .possible: !request.skipsPossible
        case .duplicate, .linked: false
        }
    }

    /// Opening days of accounts move to the earliest row that is entered, and opening balances fall by what is dated before (G3).
    private mutating func moveOpenings(_ entered: [Ready]) throws {
        let early = entered.filter { $0.row.day < $0.account.openingDay }
        guard !early.isEmpty else { return }
        guard request.movesOpening else {
            if call.isDryRun { return }
            let lines = early.prefix(5).map { one in
                "Line \(rows[one.index].line): \(Self.early(one))"
            }
            throw LedgerError.rowsRefused(reasons: lines, count: early.count)
        }
        for group in Dictionary(grouping: early, by: \.account.id).values {
            guard let account = try store.find(Account.self, group[0].account.id) else { continue }
            var moved = account
            moved.openingDay = group.map(\.row.day).min() ?? account.openingDay
            moved.opening = try account.opening.subtracting(Money.sum(group.map(\.row.amount), in: account.currency))
            try store.update(account, to: moved)
        }
    }

    private func booked(_ one: Ready, _ id: UUID, isPossible: Bool) throws -> BookedTransaction {
        var transaction = LedgerTransaction(
            id: id, day: one.row.day, entered: call.now, payee: one.payee, note: one.note, isPossible: isPossible)
        if one.category != nil { transaction.set("category", by: LedgerTransaction.file) }
        let isEarly = one.row.day < one.account.openingDay
        let statement = isEarly ? try firstStatement(of: one.account) : nil
        return BookedTransaction(
            transaction,
            postings: [
                Posting(
                    transactionID: id, position: 0, accountID: one.account.id, day: one.row.day, entered: call.now,
                    amount: one.row.amount, status: statement == nil ? .cleared : .reconciled, statementID: statement,
                    importedText: one.payee ?? "", importedNote: importedNote(one), importedID: one.row.number,
                    importedDay: one.row.day)
            ],
            splits: [
                CategorySplit(
                    transactionID: id, position: 0, categoryID: one.category?.id, day: one.row.day,
                    amount: one.row.amount)
            ])
    }

    /// All of a row's text, where that is more than its payee.
    private func importedNote(_ one: Ready) -> String? {
        one.row.text == one.payee ?? "" ? nil : one.row.text.orNothing
    }

    private func firstStatement(of account: Account) throws -> UUID? {
        let first = Selection(where: "accountID", is: .text(account.id.uuidString), by: "day", limit: 1)
        return try store.all(KeptStatement.self, first).first?.id
    }
}

extension StatementImport.Row {
    /// The same with a verdict.
    func with(_ verdict: StatementImport.Verdict, _ id: UUID?) -> StatementImport.Row {
        .init(line: line, verdict: verdict, transactionID: id, account: account, day: day, amount: amount, text: text)
    }
}
