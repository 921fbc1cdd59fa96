import Allocation
import ArgumentParser
import Blockchain
import CommandSupport
import Foundation
import Interchange
import Models
import Persistence
import Presentation
import SavingsViews

/// Adds an asset.
struct AddAsset: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an asset: an amount of one currency, entered or on a blockchain.",
        discussion: """
              cst-assets add Savings --currency EUR --balance 3000
              cst-assets add "Cold wallet" --currency BTC --chain bitcoin --address bc1q…
              cst-assets add Bank --currency EUR --journal main.journal \\
                --account assets:bank
              cst-assets add Vault --currency USDC --decimals 6 \\
                --chain ethereum --contract 0xa0b8…
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "What it is counted in: USD, BTC, or the symbol of a token. Some sources say it themselves.",
            valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("What it holds now: savings, not this month's payment.", valueName: "amount"))
    var balance: String?

    @Option(help: ArgumentHelp("The day of that balance; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @OptionGroup var place: AssetPlace

    @Option(help: ArgumentHelp("The contract, if it is a token.", valueName: "contract"))
    var contract: String?

    @Option(help: ArgumentHelp("The decimals of the token, as its contract states.", valueName: "number"))
    var decimals: Int?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        // A source may know the currency of what it is asked about.
        if currency == nil, place.source == nil {
            throw ValidationError("Missing expected argument '--currency <code>'.")
        }
        if contract != nil, place.chain == nil {
            throw ValidationError("A contract needs its chain: add --chain ethereum, for instance.")
        }
        if date != nil, balance == nil { throw ValidationError("--date is the day of a balance: add --balance.") }
        if decimals != nil, contract == nil { throw ValidationError("--decimals belongs to a token: add --contract.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let assets = try await context.assets()
        var fields = try place.fields()
        (fields.name, fields.currency, fields.contract, fields.decimals) = (name, currency, contract, decimals)
        (fields.balance, fields.balanceDate) = (balance, date)
        let outcome = try await assets.add(fields, context.call)
        let (asset, opening) = (outcome.value.asset, outcome.value.opening)
        let held = opening.map { " with \(context.style.amount($0.amount))" } ?? ""
        var lines = ["\(context.verb("Added", "add")) '\(asset.name)' in \(asset.currency)\(held)."]
        if asset.isOnChain { lines.append("Read its balance: cst-assets sync \(asset.name.shellWord)") }
        return Answer(
            Document(changed: asset, warnings: outcome.warnings, asOf: context.today),
            lines: lines)
    }
}

/// Where an asset is kept.
struct AssetPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp("The chain its address or contract is on, as in bitcoin.", valueName: "chain"),
        completion: .list(Chain.known.map(\.id)))
    var chain: String?

    @Option(help: ArgumentHelp("The address whose balance counts.", valueName: "address"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Where its balance comes from besides what you enter: exec for a program of yours.", valueName: "source"),
        completion: .list(["exec"]))
    var source: String?

    @Option(help: ArgumentHelp("What the source knows it by.", valueName: "text"))
    var reference: String?

    @Option(
        help: ArgumentHelp("The journal that tells its balance, of hledger, ledger or beancount.", valueName: "file"),
        completion: .file())
    var journal: String?

    @Option(help: ArgumentHelp("The account of the journal, with those below it.", valueName: "account"))
    var account: String?

    func validate() throws {
        if (journal == nil) != (account == nil) { throw ValidationError("--journal and --account belong together.") }
        if journal != nil, source != nil || reference != nil {
            throw ValidationError("--journal is a source of its own: leave out --source and --reference.")
        }
    }

    /// What was given.
    ///
    /// - Throws: ``JournalPlaceError``.
    func fields() throws -> AssetFields {
        var fields = AssetFields()
        (fields.chain, fields.address, fields.source, fields.reference) = (chain, address, source, reference)
        if let journal, let account {
            let path = URL(fileURLWithPath: journal).standardizedFileURL.path
            fields.reference = try JournalPlace(account: account, path: path).reference
            fields.source = JournalPlace.sourceName
        }
        return fields
    }
}
