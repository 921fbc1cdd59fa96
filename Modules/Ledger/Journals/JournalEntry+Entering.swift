import Persistence
import Values

import struct Foundation.UUID

// The transactions of a journal are compared with those that are there, and entered.
extension JournalEntry {
    /// Enters what is not there yet (G10).
    mutating func enter() throws {
        let ledger = try LedgerNames(store)
        let rules = try store.all(CategoryRule.self)
        let application = RuleApplication(rules, ledger)
        var verdicts: [Int: StatementMatching.Verdict] = [:]
        for group in Dictionary(grouping: ready.filter { !$0.isKept }, by: \.account.id).values {
            let account = group[0].account
            let known = places.isNew(account) ? [] : try store.known(store.postings(of: account))
            let wanted = group.map { one in
                let posting = one.booked.postings[0]
                return StatementMatching.Row(
                    day: posting.day, amount: posting.amount, text: posting.importedWhole ?? "", number: nil,
                    payee: posting.importedText)
            }
            for (one, verdict) in zip(group, StatementMatching.verdicts(of: wanted, among: known)) {
                verdicts[one.index] = verdict
            }
        }
        // A refund names what came back, which has to be there first.
        var waiting = Set(ready.map(\.booked.transaction.id))
        var (left, isStuck) = (ready, false)
        while !left.isEmpty {
            var later: [Ready] = []
            for one in left {
                if let origin = one.booked.transaction.refundOf, waiting.contains(origin), !isStuck {
                    later.append(one)
                    continue
                }
                waiting.remove(one.booked.transaction.id)
                try settle(one, verdicts, application, ledger, rules)
            }
            isStuck = later.count == left.count
            left = later
        }
    }

    private mutating func settle(
        _ one: Ready, _ verdicts: [Int: StatementMatching.Verdict], _ application: RuleApplication,
        _ ledger: LedgerNames, _ rules: [CategoryRule]
    ) throws {
        var verdict = verdicts[one.index] ?? .new
        if one.isKept {
            let isThere = try store.find(LedgerTransaction.self, one.booked.transaction.id) != nil
            verdict = isThere ? .duplicate(one.booked.transaction.id) : .new
        }
        switch verdict {
        case .duplicate(let id): rows[one.index] = rows[one.index].with(.duplicate, id)
        case .linked(let id):
            rows[one.index] = rows[one.index].with(.linked, id)
            let posting = one.booked.postings[0]
            let there = try store.all(Posting.self, where: "transactionID", is: id).first {
                $0.accountID == posting.accountID
            }
            if let there {
                try store.link(
                    there, text: posting.importedText, note: posting.importedNote, number: nil, day: posting.day)
            }
        case .possible where request.skipsPossible: rows[one.index] = rows[one.index].with(.possible, nil)
        case .possible: try enter(one, isPossible: true, application, ledger, rules)
        case .new: try enter(one, isPossible: false, application, ledger, rules)
        }
    }

    private mutating func enter(
        _ one: Ready, isPossible: Bool, _ application: RuleApplication, _ ledger: LedgerNames, _ rules: [CategoryRule]
    ) throws {
        var booked = one.booked
        var rule: UUID?
        if let origin = booked.transaction.refundOf, try store.find(LedgerTransaction.self, origin) == nil {
            booked.transaction.refundOf = nil
        }
        if !one.isKept {
            booked.transaction.isPossible = isPossible
            let (applied, changes) = application.applied(to: booked)
            booked = applied
            rule = (changes.first { $0.field == "category" } ?? changes.first)?.ruleID
        }
        if request.movesOpening {
            try store.moveOpenings(for: &booked)
        } else {
            for posting in booked.postings {
                guard let account = try store.find(Account.self, posting.accountID), posting.day < account.openingDay
                else { continue }
                let early = LedgerError.beforeOpening(posting.day, account: account.name, opened: account.openingDay)
                rows[one.index] = .init(
                    line: rows[one.index].line, verdict: .refused, account: account.name, day: posting.day,
                    amount: posting.amount, text: rows[one.index].text, reason: early.description)
                return
            }
        }
        try store.insert(booked)
        for posting in booked.postings { added[posting.accountID, default: 0] += 1 }
        rows[one.index] = rows[one.index].with(isPossible ? .possible : .new, booked.transaction.id)
        if booked.splits.count == 1, !booked.isTransfer {
            rows[one.index].category = booked.splits[0].categoryID.map { ledger.tree.path(of: $0) }
        }
        rows[one.index].rule = rule.flatMap { id in rules.first { $0.id == id }?.name }
    }

    /// The accounts of the journal with their balances.
    func touched() throws -> [StatementImport.Touched] {
        let ids = Set(ready.map(\.account.id)).union(added.keys).union(places.newAccounts.map(\.id))
        return try store.all(Account.self).filter { ids.contains($0.id) }.map { account in
            .init(account: account, added: added[account.id] ?? 0, balance: try store.balance(of: account, on: nil))
        }
    }
}
