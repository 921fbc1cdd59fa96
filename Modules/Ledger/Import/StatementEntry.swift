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
        /// The place of its account among ``accounts``.
        let place: Int
        let row: StatementMatching.Row
        let payee: String?
        let note: String?
        let categoryID: Category.ID?
    }

    private let request: StatementRequest
    let store: any StoreWriter
    let ledger: LedgerNames
    private let rules: [CategoryRule]
    let call: Call
    /// The accounts that rows name, each looked for once.
    private var named: [String: Account] = [:]
    private let others: OtherAccounts?
    /// Whether the other side of what comes in and that of what goes out have a column each.
    private var hasBothSides = false
    /// The numbers of rows that were left out because they are about an account that is not known, by its name.
    private(set) var unknownAccounts: [String: Int] = [:]
    /// The present day.
    var today: CalendarDay { call.day }
    /// All rows, in the order of the file.
    private(set) var rows: [StatementImport.Row] = []
    private var ready: [Ready] = []
    /// The accounts that these rows go into, in the order of the file.
    private(set) var accounts: [Account] = []
    private var places: [Account.ID: Int] = [:]
    private(set) var added: [Account.ID: Int] = [:]
    private(set) var unknownCategories: Set<String> = []
    private(set) var ambiguousCategories: Set<String> = []
    /// The numbers of rows that go out with a category of income, by its path.
    private(set) var spentIncome: [String: Int] = [:]

    /// - Parameter names: the names that rows of the file give accounts.
    init(_ request: StatementRequest, _ store: any StoreWriter, _ call: Call, naming names: Set<String>) throws {
        self.request = request
        self.store = store
        self.call = call
        let ledger = try LedgerNames(store)
        self.ledger = ledger
        rules = try store.all(CategoryRule.self)
        others = try request.account.map { OtherAccounts(names, besides: try ledger.openAccount($0), ledger) }
    }

    // MARK: - Reading

    /// Reads the rows: which account, which amount, and what stands against each.
    ///
    /// - Parameter count: how many there are.
    mutating func read(_ statement: Statement, count: Int) throws {
        rows.reserveCapacity(count)
        ready.reserveCapacity(count)
        let given = try request.account.map { try ledger.openAccount($0) }
        var isNamed = given != nil
        hasBothSides = [.payee, .payer].allSatisfy { statement.mapping?.columns[$0] != nil }
        try statement.forEachRowShown { one in
            switch one {
            case .failure(let row):
                rows.append(
                    .init(
                        line: row.line, verdict: row.leftOut == nil ? .refused : .leftOut,
                        reason: row.leftOut ?? row.reason))
            case .success(let row):
                isNamed = isNamed || row.account != nil
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
        guard isNamed else { throw LedgerError.accountNeeded }
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
        if let name = row.account, let (verdict, reason) = others?.reason(against: name) {
            if others?.isKnown(name) == false { unknownAccounts[name, default: 0] += 1 }
            rows.append(.init(line: row.line, verdict: verdict, day: row.day, text: row.note, reason: reason))
            return
        }
        guard let account = try given ?? row.account.map({ try openAccount($0) }) else {
            throw LedgerError.accountNeeded
        }
        let amount = try amount(of: row, in: account)
        guard abs(call.day.days(until: row.day)) <= 36_525 else { throw LedgerError.dayTooFar(row.day) }
        let note = Self.line(row.note)
        let payee = Self.line(name(in: row, isSpent: amount.isNegative))
        let shown = payee ?? note
        // If the payee is one of the texts that identify the row, a file read by other columns has the same text.
        let isAmong = payee != nil && row.texts?.contains { Self.line($0) == payee } == true
        let whole = row.texts.map { $0.joined(separator: " ") }.flatMap(Self.line) ?? note
        let text = [isAmong ? nil : payee, whole].compactMap(\.self).joined(separator: " ")
        var listed = StatementImport.Row(
            line: row.line, verdict: .leftOut, account: account.name, day: row.day, amount: amount,
            text: text)
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
        if let category, category.kind == .income, amount.isNegative {
            spentIncome[ledger.tree.path(of: category.id), default: 0] += 1
        }
        ready.append(
            Ready(
                index: rows.count, place: place(of: account),
                row: .init(day: row.day, amount: amount, text: text, number: row.number?.orNothing, payee: shown),
                payee: shown, note: payee == nil || note == payee ? nil : note, categoryID: category?.id))
        rows.append(listed)
    }

    /// The name of the other side. Where there are two columns, the other one names the owner of the account.
    private func name(in row: ImportedRow, isSpent: Bool) -> String? {
        let (own, other) = isSpent ? (row[.payee], row[.payer]) : (row[.payer], row[.payee])
        return hasBothSides ? own : own ?? other
    }

    private mutating func place(of account: Account) -> Int {
        if let known = places[account.id] { return known }
        places[account.id] = accounts.count
        accounts.append(account)
        return accounts.count - 1
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

    // MARK: - Entering

    /// Matches the rows of each account with what is there, and enters the others.
    mutating func enter(progress: (StatementProgress) -> Void) throws {
        let newest = ready.last.map(\.row.day) ?? call.today
        var ids = OrderedIDs(count: ready.count, isDescending: (ready.first?.row.day ?? newest) > newest)
        let application = RuleApplication(rules, ledger)
        let (verdicts, known) = try verdicts()
        try moveOpenings(ready.indices.filter { Self.isEntered(verdicts[$0], request) }.map { ready[$0] })
        for (count, (one, verdict)) in zip(ready, verdicts).enumerated() {
            if count > 0, count.isMultiple(of: StatementProgress.step) { progress(.entered(count, of: ready.count)) }
            let (index, posting) = (one.index, known[one.place])
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
                    added[accounts[one.place].id, default: 0] += 1
                    rows[index] = rows[index].with(isPossible ? .possible : .new, booked.transaction.id)
                    rows[index].category = booked.splits[0].categoryID.flatMap { application.paths[$0] }
                    let rule = changes.first { $0.field == "category" } ?? changes.first
                    rows[index].rule = rule?.ruleID.flatMap { application.names[$0] }
                }
            }
        }
        // Nobody needs them any more, and what follows needs room.
        ready = []
    }

    /// The verdict on each row that can be entered, and of each account the postings that rows are, by transaction.
    private func verdicts() throws -> ([StatementMatching.Verdict], [[UUID: Posting]]) {
        var verdicts = [StatementMatching.Verdict](repeating: .new, count: ready.count)
        var known: [[UUID: Posting]] = []
        let groups = Dictionary(grouping: ready.indices) { ready[$0].place }
        for (place, account) in accounts.enumerated() {
            let group = groups[place] ?? []
            let postings = try store.postings(of: account)
            let found = StatementMatching.verdicts(of: group.map { ready[$0].row }, among: try store.known(postings))
            for (index, verdict) in zip(group, found) { verdicts[index] = verdict }
            let matched = Set(found.compactMap(\.transactionID))
            known.append(
                Dictionary(
                    postings.filter { matched.contains($0.transactionID) }.map { ($0.transactionID, $0) }
                ) { first, _ in first })
        }
        return (verdicts, known)
    }

    /// Whether a row is before the opening day of its account, as only a preview meets it.
    private mutating func isRefused(_ one: Ready, _ index: Int) -> Bool {
        let account = accounts[one.place]
        guard !request.movesOpening, one.row.day < account.openingDay else { return false }
        rows[index] = .init(
            line: rows[index].line, verdict: .refused, account: account.name, day: one.row.day,
            amount: one.row.amount, text: rows[index].text, reason: early(one).description)
        return true
    }

    private func early(_ one: Ready) -> LedgerError {
        let account = accounts[one.place]
        return .beforeOpening(one.row.day, account: account.name, opened: account.openingDay)
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
        let early = entered.filter { $0.row.day < accounts[$0.place].openingDay }
        guard !early.isEmpty else { return }
        guard request.movesOpening else {
            if call.isDryRun { return }
            let lines = early.prefix(5).map { one in
                "Line \(rows[one.index].line): \(self.early(one))"
            }
            throw LedgerError.rowsRefused(reasons: lines, count: early.count)
        }
        for (place, group) in Dictionary(grouping: early, by: \.place) {
            guard let account = try store.find(Account.self, accounts[place].id) else { continue }
            var moved = account
            moved.openingDay = group.map(\.row.day).min() ?? account.openingDay
            moved.opening = try account.opening.subtracting(Money.sum(group.map(\.row.amount), in: account.currency))
            try store.update(account, to: moved)
        }
    }
}

extension StatementImport.Row {
    /// The same with a verdict.
    func with(_ verdict: StatementImport.Verdict, _ id: UUID?) -> StatementImport.Row {
        .init(line: line, verdict: verdict, transactionID: id, account: account, day: day, amount: amount, text: text)
    }
}
