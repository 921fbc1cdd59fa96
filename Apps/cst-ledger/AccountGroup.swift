import ArgumentParser
import CommandSupport
import Foundation
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Persistence
import Presentation

/// Accounts.
struct AccountGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add, list, change and close accounts.",
        discussion: "  cst-ledger account add Bank --type checking --currency EUR --opening 1200",
        subcommands: [
            AddAccount.self, ListAccounts.self, ShowAccount.self, EditAccount.self, CloseAccount.self,
            ReactivateAccount.self, DeleteAccount.self,
        ])
}

/// Adds an account.
struct AddAccount: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account with its opening balance.",
        discussion: """
            The opening balance is what the account held at the beginning of the opening
            day; with a minus for what is owed.
              cst-ledger account add Bank --type checking --currency EUR --opening 1200
              cst-ledger account add Visa --type creditCard --currency EUR --opening -310.50
            """)

    @Argument(help: "Its name.") var name: String

    @Option(
        help: ArgumentHelp(
            "The sort: \(Account.Kind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "type"),
        completion: .list(Account.Kind.allCases.map(\.rawValue)))
    var type: String

    @Option(help: ArgumentHelp("The currency of all its amounts.", valueName: "code")) var currency: String

    @OptionGroup var details: AccountOptions

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = details.fields
        (fields.name, fields.kind, fields.currency) = (name, type, currency)
        let added = try await context.accounts().add(fields, context.call)
        let account = added.value
        return Answer(
            Document(account: account, warnings: added.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Added", "add")) '\(account.name)' (\(account.kind.rawValue)) with "
                    + "\(context.style.amount(account.opening)) on \(account.openingDay)."
            ])
    }
}

/// The options of an account's fields.
struct AccountOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The balance at the beginning of the opening day, with a minus for what is owed; of a new account 0 if not given.",
            valueName: "amount"))
    var opening: String?

    @Option(
        help: ArgumentHelp(
            "The first day of its transactions; of a new account today if not given.", valueName: "yyyy-mm-dd"))
    var openingDay: String?

    @Option(help: ArgumentHelp("A description; an empty text takes it away.", valueName: "text"))
    var description: String?

    @Option(
        help: ArgumentHelp("Whether budgets count it: yes or no.", valueName: "answer"),
        completion: .list(["yes", "no"]))
    var budget: String?

    @Option(
        help: ArgumentHelp("Whether daily payments are made from it: yes or no.", valueName: "answer"),
        completion: .list(["yes", "no"]))
    var spendable: String?

    var fields: AccountFields {
        var fields = AccountFields()
        (fields.opening, fields.openingDay, fields.details) = (opening, openingDay, description)
        (fields.budget, fields.spendable) = (budget, spendable)
        return fields
    }
}

/// Lists accounts.
struct ListAccounts: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the accounts with their balances.",
        discussion: "  cst-ledger account list --display EUR")

    @Flag(help: "Closed accounts too.") var all = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.balances(all: all)
        return Answer(
            Document(accounts: found.value, warnings: found.warnings, asOf: context.today),
            lines: context.layout.lines(accounts: found.value))
    }
}

/// Shows one account.
struct ShowAccount: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one account with its last transactions.",
        discussion: "  cst-ledger account show Bank")

    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let account = try await context.accounts().account(named: account)
        let found = try await context.balances(all: true)
        let list = found.value.only(account.id)
        var query = TransactionQuery()
        (query.account, query.limit) = (account.id.uuidString, 10)
        let page = try await context.ledger().transactions(query, context.call).value
        return Answer(
            Document(accounts: list, warnings: found.warnings, asOf: context.today),
            lines: list.rows.flatMap { context.layout.lines(account: $0, on: context.today) } + [""]
                + context.layout.table(page.transactions).lines(width: context.width, style: context.style))
    }
}

/// Changes an account.
struct EditAccount: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change what is said of an account.",
        discussion: "  cst-ledger account edit Bank --name \"Bank, joint\" --budget no")

    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name")) var name: String?

    @Option(
        help: ArgumentHelp("Another sort.", valueName: "type"), completion: .list(Account.Kind.allCases.map(\.rawValue))
    )
    var type: String?

    @OptionGroup var details: AccountOptions

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = details.fields
        (fields.name, fields.kind) = (name, type)
        let edit = try await context.accounts().edit(account, fields, context.call)
        return Answer(
            Document(account: edit.value.after, warnings: edit.warnings, asOf: context.today),
            lines: [
                edit.value.before == edit.value.after
                    ? "Nothing changed." : "\(context.verb("Changed", "change")) '\(edit.value.after.name)'."
            ])
    }
}
