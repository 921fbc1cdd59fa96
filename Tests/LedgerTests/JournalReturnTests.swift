import ExchangeRates
import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Journals that this ledger wrote, read back.
struct JournalReturnTests {
    /// Everything that a ledger keeps.
    private func contents(_ store: MemoryStore) async throws -> [[Record]] {
        try await store.read { reader in
            [
                try reader.all(Account.self).map { Record($0) },
                try reader.all(Category.self).map { Record($0) },
                try reader.all(LedgerTransaction.self).map { Record($0) },
                try reader.all(Posting.self).map { Record($0) },
                try reader.all(CategorySplit.self).map { Record($0) },
                try reader.all(CategoryRule.self).map { Record($0) },
                try reader.all(KeptStatement.self).map { Record($0) },
            ]
        }
    }

    /// Gives some transactions what journals have no words for.
    private func enrich(_ store: MemoryStore, _ generator: inout SeededGenerator) async throws {
        var random = generator
        generator = SeededGenerator(seed: UInt64(generator.int(1...1_000_000)))
        let (all, postings, accounts) = try await store.read { reader in
            (try reader.all(LedgerTransaction.self), try reader.all(Posting.self), try reader.all(Account.self))
        }
        let statements = try accounts.prefix(2).map { account in
            KeptStatement(
                id: random.uuid(), accountID: account.id, day: OtherProgramTests.call.today,
                balance: try Money(minorUnits: Int128(random.int(-500...500)), account.currency))
        }
        var changes: [(Record, Record)] = []
        for old in all where random.chance(1, in: 2) {
            var new = old
            new.tags = random.pick([[], ["one"], ["one", "two words"]])
            new.note = random.pick([nil, "A note", "with; | marks \"\\ \u{1F3E6}"])
            new.isPossible = random.chance(1, in: 5)
            new.refundOf = random.chance(1, in: 5) ? random.pick(all.filter { $0.id != old.id }).id : nil
            if random.chance(1, in: 2) { new.set("category", by: LedgerTransaction.hand) }
            changes.append((Record(old), Record(new)))
        }
        for old in postings where random.chance(1, in: 3) {
            var new = old
            if let statement = statements.first(where: { $0.accountID == old.accountID }), random.chance(1, in: 2) {
                (new.status, new.statementID) = (.reconciled, statement.id)
            } else {
                (new.importedText, new.importedNote, new.importedDay) = ("VISA", "VISA 12 [3]", old.day)
                new.importedID = random.pick([nil, "N-1"])
                new.importedAmount = random.chance(1, in: 3) ? old.amount.negated : nil
            }
            changes.append((Record(old), Record(new)))
        }
        let rule = CategoryRule(
            id: random.uuid(), name: "A rule", position: 0, conditions: [.init(.payee, .contains, "spar")],
            tags: ["one"])
        let pairs = changes
        try await store.write(OtherProgramTests.origin) { writer in
            for statement in statements { try writer.apply(.insert(Record(statement)), isEntered: false) }
            try writer.apply(.insert(Record(rule)), isEntered: false)
            for (old, new) in pairs { try writer.apply(.update(old, to: new), isEntered: false) }
        }
    }

    @Test(arguments: JournalDialect.allCases, SeededGenerator.seeds.prefix(2))
    func `an empty ledger becomes the one that wrote the journal`(dialect: JournalDialect, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<4 {
            let store = try await OtherProgramTests.ledger(&generator, count: 40)
            try await enrich(store, &generator)
            let journal = try await LedgerExportService(
                store: store, rates: OtherProgramTests.rates(), display: DisplayCurrency(.eur)
            ).journal(dialect, OtherProgramTests.call).value
            let back = try await TestLedger()
            let ending = dialect == .hledger ? "journal" : dialect.rawValue
            let read = try await back.enter(journal.text, account: nil, name: "main.\(ending)")
            #expect(read.value.count(.refused) == 0)
            let (wanted, found) = (try await contents(store), try await contents(back.store))
            for (one, other) in zip(wanted, found) {
                #expect(one.map(\.cells) == other.map(\.cells), "\(dialect), seed \(seed), round \(round)")
            }
            let again = try await back.enter(journal.text, account: nil, name: "main.\(ending)")
            #expect(again.value.count(.new) + again.value.count(.possible) == 0)
        }
    }

    @Test func `each currency is declared with the decimals of its minor unit`() async throws {
        let book = try await TestLedger(
            "Bank EUR 7 2026-01-01", "Tokyo JPY 500 2026-01-01", "Kuwait KWD 1.5 2026-01-01",
            "Wallet BTC 0.25 2026-01-01")
        let journal = try await LedgerExportService(store: book.store, rates: nil, display: DisplayCurrency(.eur))
            .journal(.hledger, call("2026-05-20")).value
        #expect(
            journal.text.split(separator: "\n").filter { $0.hasPrefix("commodity ") } == [
                "commodity 1000.00000000 BTC", "commodity 1000.00 EUR", "commodity 1000. JPY", "commodity 1000.000 KWD",
            ])
    }
}
