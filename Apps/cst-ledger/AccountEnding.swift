import ArgumentParser
import CommandSupport
import Foundation
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Presentation

/// Closes an account.
struct CloseAccount: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close an account, whose balance is 0.",
        discussion: "  cst-ledger account close \"Old bank\" --transfer-to Bank")

    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @Option(help: ArgumentHelp("Move what is left to this account.", valueName: "account"), completion: .accountNames)
    var transferTo: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let closed = try await context.accounts().close(account, transferTo: transferTo, context.call)
        return Answer(
            Document(account: closed.value, warnings: closed.warnings, asOf: context.today),
            lines: ["\(context.verb("Closed", "close")) '\(closed.value.name)'."])
    }
}

/// Lets an account take transactions again.
struct ReactivateAccount: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reactivate", abstract: "Let a closed account take transactions again.",
        discussion: "  cst-ledger account reactivate \"Old bank\"")

    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let active = try await context.accounts().reactivate(account, context.call)
        return Answer(
            Document(account: active.value, warnings: active.warnings, asOf: context.today),
            lines: ["\(context.verb("Reactivated", "reactivate")) '\(active.value.name)'."])
    }
}

/// Deletes an account.
struct DeleteAccount: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account.",
        discussion: "  cst-ledger account delete Bank --with-transactions --yes")

    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @Flag(help: "Its transactions too, transfers to other accounts among them.") var withTransactions = false

    @Flag(help: "Do not ask.") var yes = false

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let accounts = try await context.accounts()
        let found = try await accounts.account(named: account)
        try context.confirm("Delete '\(found.name)'?", yes: yes || dryRun)
        let (deleted, count) = try await accounts.delete(
            found.id.uuidString, withTransactions: withTransactions, context.call
        ).value
        return Answer(
            Document(account: deleted, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) '\(deleted.name)' with its transactions (\(count))."])
    }
}
