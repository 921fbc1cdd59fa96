import ArgumentParser
import CommandSupport
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Presentation

/// Corrects a transaction.
struct EditLedgerTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct a transaction.",
        discussion: """
              cst-ledger edit 3f2a91c0 --amount 41.80 --payee Spar
              cst-ledger edit 3f2a91c0 --split Food=30 --split Fun=rest
            """)

    @Argument(help: "The transaction: its id, or the beginning of its id.") var id: String

    @Option(help: ArgumentHelp("The right amount, without a sign.", valueName: "amount")) var amount: String?

    @Option(help: ArgumentHelp("The right amount that arrives, of a transfer.", valueName: "amount")) var arrives:
        String?

    @Option(help: ArgumentHelp("The right fee of a transfer; 0 for none.", valueName: "amount")) var fee: String?

    @Option(help: ArgumentHelp("Another account.", valueName: "account"), completion: .accountNames) var account:
        String?

    @Option(
        help: ArgumentHelp("The category of all of it; an empty text takes it away.", valueName: "category"),
        completion: .categoryNames)
    var category: String?

    @Option(name: .customLong("split"), help: ArgumentHelp("The parts anew.", valueName: "category=amount"))
    var splits: [String] = []

    @Option(help: ArgumentHelp("The right day.", valueName: "yyyy-mm-dd")) var date: String?

    @Option(help: ArgumentHelp("Another payee; an empty text takes it away.", valueName: "name")) var payee: String?

    @Option(help: ArgumentHelp("Another note; an empty text takes it away.", valueName: "text")) var note: String?

    @Option(name: .customLong("tag"), help: ArgumentHelp("The tags anew; one empty text for none.", valueName: "word"))
    var tags: [String] = []

    @Option(help: ArgumentHelp("The transaction that it is a refund of.", valueName: "id")) var of: String?

    @Flag(help: "Change it although a statement has it.") var unlock = false

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        let given = [amount, arrives, fee, account, category, date, payee, note, of].contains { $0 != nil }
        if !given, splits.isEmpty, tags.isEmpty {
            throw ValidationError("Say what is to change, as in --amount 41.80 or --category Food.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var correction = LedgerService.Correction()
        (correction.amount, correction.arrives, correction.fee, correction.account) = (amount, arrives, fee, account)
        (correction.category, correction.splits, correction.date) = (category, splits, date)
        (correction.payee, correction.note, correction.refundOf) = (payee, note, of)
        (correction.tags, correction.unlocks) = (tags.isEmpty ? nil : tags, unlock)
        let changed = try await context.ledger().correct(id, correction, context.call)
        return Answer(
            Document(ledgerTransaction: changed.value.listed, warnings: changed.warnings, asOf: context.today),
            lines: [context.layout.line(context.verb("Changed", "change"), changed.value)])
    }
}

/// Deletes a transaction.
struct DeleteLedgerTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete transactions, as one change.",
        discussion: """
            Undo an import as a whole with 'cst-ledger undo'.
              cst-ledger delete 3f2a91c0
              cst-ledger delete 3f2a91c0 77b0e1d2
            """)

    @Argument(help: "The transactions by the beginnings of their ids.") var ids: [String]

    @Flag(help: "Delete it although a statement has it.") var unlock = false

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        guard ids.count == 1, let id = ids.first else {
            let deleted = try await context.ledger().delete(ids, unlocks: unlock, context.call).value
            return Answer(
                Document(ledgerTransactions: deleted, asOf: context.today),
                lines: ["\(context.verb("Deleted", "delete")) \(deleted.count) transactions."])
        }
        let deleted = try await context.ledger().delete(id, unlocks: unlock, context.call)
        return Answer(
            Document(ledgerTransaction: deleted.value.listed, warnings: deleted.warnings, asOf: context.today),
            lines: [context.layout.line(context.verb("Deleted", "delete"), deleted.value)])
    }
}

/// Puts transactions into a category.
struct Categorise: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "categorise", abstract: "Put transactions into a category, as one change.",
        discussion: "  cst-ledger categorise 3f2a91c0 77b0e1d2 Food:Groceries")

    @Argument(help: "The transactions by the beginnings of their ids, then the category.") var words: [String]

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        if words.count < 2 { throw ValidationError("Give one transaction or more, then the category.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let category = words[words.count - 1]
        let changed = try await context.ledger().categorise(words.dropLast(), as: category, context.call).value
        return Answer(
            Document(ledgerTransactions: changed, asOf: context.today),
            lines: ["\(context.verb("Put", "put")) \(changed.count) into \(changed.first?.categoryText ?? category)."])
    }
}

/// Notes whether the bank has transactions.
struct Mark: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Note whether the bank has transactions: uncleared or cleared.",
        discussion: "  cst-ledger mark 3f2a91c0 77b0e1d2 cleared --account Bank")

    @Argument(help: "The transactions by the beginnings of their ids, then uncleared or cleared.") var words: [String]

    @Option(help: ArgumentHelp("Only this side of transfers.", valueName: "account"), completion: .accountNames)
    var account: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        if words.count < 2 { throw ValidationError("Give one transaction or more, then uncleared or cleared.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let status = words[words.count - 1]
        let changed = try await context.ledger().mark(words.dropLast(), as: status, in: account, context.call).value
        return Answer(
            Document(ledgerTransactions: changed, asOf: context.today),
            lines: ["\(context.verb("Marked", "mark")) \(changed.count) as \(status)."])
    }
}

/// Enters the same again.
struct RepeatTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat", abstract: "Enter the same again, today.",
        discussion: "  cst-ledger repeat 3f2a91c0 45.10")

    @Argument(help: "The transaction: its id, or the beginning of its id.") var id: String

    @Argument(help: "Another amount, without a sign.") var amount: String?

    @Option(help: ArgumentHelp("Another day than today.", valueName: "yyyy-mm-dd")) var date: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let entered = try await context.ledger().repeat(id, amount: amount, date: date, context.call)
        return Answer(
            Document(ledgerTransaction: entered.value.listed, warnings: entered.warnings, asOf: context.today),
            lines: [context.layout.line(context.verb("Entered", "enter"), entered.value)])
    }
}
