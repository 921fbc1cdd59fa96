import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import Presentation

/// What deposits and withdrawals take.
struct TransactionOptions: ParsableArguments {
    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String

    @Argument(help: "The amount in the asset's currency, in digits: 250 or 0.015.")
    var amount: String

    @Option(help: ArgumentHelp("The day it counts from; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
}

extension TransactionOptions {
    /// Adds the transaction: a deposit, or a withdrawal of the same amount.
    func add(isWithdrawal: Bool, in context: CommandContext) async throws -> Answer {
        let day = try date.map { try CalendarDay($0) } ?? context.today
        return try await context.withStore { store in
            let asset = try Lookup.asset(asset, in: try await store.read { try $0.all(Asset.self) })
            let amount = try Money(amount, asset.currency)
            guard !amount.isNegative else {
                throw CommandError(
                    .usage, "badAmount", "The amount \(amount) is negative.",
                    hint: isWithdrawal ? "Give it without the sign." : "Use 'cst-assets withdraw' to take out.")
            }
            let transaction = Transaction(
                id: UUID(), assetID: asset.id, amount: isWithdrawal ? amount.negated : amount, day: day,
                entered: context.now, note: note)
            let today = context.today
            let balance = try await context.write(to: store, dryRun: dryRun) { writer in
                try writer.insert(transaction)
                return try writer.balances(on: [today])[asset.id]?.first ?? .zero(asset.currency)
            }
            var warnings: [Warning] = []
            if day > today {
                warnings.append(
                    Warning(code: "future", message: "\(day) is in the future: the amount counts from that day on."))
            }
            if balance.isNegative {
                warnings.append(
                    Warning(
                        code: "negativeBalance",
                        message: "'\(asset.name)' now has a balance of \(balance), which funds nothing."))
            }
            let verb = isWithdrawal ? "Took \(amount) out of" : "Put \(amount) into"
            return Answer(
                Document(changed: transaction, of: asset, warnings: warnings, asOf: today),
                lines: ["\(verb) '\(asset.name)' on \(day). Balance: \(balance)."])
        }
    }
}

/// Puts an amount into an asset.
struct Deposit: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Put an amount into an asset.",
        discussion: """
              cst-assets deposit Savings 250
              cst-assets deposit Savings 250 --date 2026-05-01 --note "May"
            """)

    @OptionGroup var transaction: TransactionOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await transaction.add(isWithdrawal: false, in: context)
    }
}

/// Takes an amount out of an asset.
struct Withdraw: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Take an amount out of an asset.",
        discussion: "  cst-assets withdraw Savings 80 --note Repair")

    @OptionGroup var transaction: TransactionOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await transaction.add(isWithdrawal: true, in: context)
    }
}

/// Lists transactions.
struct ListTransactions: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List the transactions of an asset, or all.",
        discussion: """
              cst-assets transactions Savings
              cst-assets transactions --format csv --output transactions.csv
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (assets, transactions) = try await context.withStore { store in
            try await store.read { reader in
                let assets = try reader.all(Asset.self)
                let wanted = try asset.map { try Lookup.asset($0, in: assets).id }
                return (assets, try reader.transactions(of: wanted).filter { $0.day <= context.today })
            }
        }
        let byID = Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) })
        return Answer(
            Document(transactions: transactions, assets: byID, asOf: context.today),
            lines: context.layout.lines(transactions: transactions, assets: byID))
    }
}
