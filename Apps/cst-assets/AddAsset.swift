import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import Presentation

/// Adds an asset.
struct AddAsset: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an asset: an amount of one currency, kept by hand or on a chain.",
        discussion: """
              cst-assets add Savings --currency EUR
              cst-assets add "Cold wallet" --currency BTC --chain bitcoin --address bc1q…
              cst-assets add Vault --currency USDC --chain ethereum --contract 0xa0b8… \
                --decimals 6
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: ArgumentHelp("What it is counted in: USD, BTC, or the symbol of a token.", valueName: "code"))
    var currency: String

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
        if contract != nil, place.chain == nil {
            throw ValidationError("A contract needs its chain: add --chain ethereum, for instance.")
        }
        if decimals != nil, contract == nil { throw ValidationError("--decimals belongs to a token: add --contract.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let asset = Asset(
            id: UUID(), name: name, currency: try currencyOfAsset(), chain: place.chain, address: place.address)
        if let error = Models.ValidationError(asset.faults) { throw error }
        let isNameTaken = try await context.withStore { store in
            try await context.write(to: store, dryRun: dryRun) { writer in
                let others = try writer.all(Asset.self)
                try writer.insert(asset)
                return others.contains { $0.name == asset.name }
            }
        }
        if isNameTaken {
            context.note("Warning: there is another asset '\(asset.name)'. Name them by the beginning of their ids.")
        }
        return Answer(
            Document(changed: asset, asOf: context.today), lines: ["Added '\(asset.name)' in \(asset.currency)."])
    }

    private func currencyOfAsset() throws -> Currency {
        guard let contract, let chain = place.chain else { return try Currency(code: currency) }
        // Decimals are never guessed: a token that looks like a known coin may still count differently.
        guard let decimals else {
            throw CommandError(
                .usage, "decimalsNeeded", "The token \(currency) needs its number of decimals.",
                hint: "Add --decimals as its contract states: 6 for USDC, 18 for most.")
        }
        return try Currency(token: currency, chain: chain, contract: contract, decimals: decimals)
    }
}

/// Where an asset is kept.
struct AssetPlace: ParsableArguments {
    @Option(help: ArgumentHelp("The chain its address or contract is on, as in bitcoin.", valueName: "chain"))
    var chain: String?

    @Option(help: ArgumentHelp("The address whose balance counts.", valueName: "address"))
    var address: String?
}
