import Allocation
import ArgumentParser
import Blockchain
import CommandSupport
import ExchangeRates
import Foundation
import Models
import Persistence
import Presentation
import SavingsViews

/// Shows sample assets on chains.
struct DemoAssets: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show a sample wallet: needs no file, no key and no network.",
        discussion: "  cst-assets demo")

    /// The balances are made of these addresses, which are examples of their chains' documents.
    private static let wallet: [(name: String, chain: Chain, address: String)] = [
        ("Cold wallet", .bitcoin, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        ("Vault", .ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ("Phone", .solana, "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST"),
    ]

    private static let rates = """
        from,to,rate,date
        BTC,USD,64250.00,
        ETH,USD,3125.40,
        SOL,USD,148.20,
        EUR,USD,1.0842,
        """

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let store = MemoryStore()
        var call = context.call
        call.isDryRun = false
        try await store.write(call) { writer in
            for (name, chain, address) in Self.wallet {
                var asset = Asset(id: UUID(), name: name, currency: chain.currency)
                (asset.chain, asset.address) = (chain.id, address)
                try writer.insert(asset)
            }
        }
        let providers = Dictionary(Chain.known.map { ($0, [MockChain()]) }, uniquingKeysWith: { first, _ in first })
        let balances = BalanceService(
            store: store, providers: ChainProviderTable(providers), settings: ChainSettings())
        _ = try await balances.sync([], call)
        let rates = FixedRates(
            try FixedRateTable(csv: Self.rates, fileTime: context.today.startInUTC), name: "sample")
        let chosen = try await context.make({ $0 }, .display)
        let assets = AssetValuationService(
            store: store, rates: ExchangeRateService(providers: [rates]),
            display: DisplayCurrency(chosen.currency ?? .usd), funding: FundingSources([ChainFunding()]))
        let found = try await assets.list(call).value
        context.note("This is a sample wallet at made-up rates. Begin with your own: cst-assets add --help")
        return Answer(
            Document(assets: found.report, display: found.display, asOf: context.today),
            lines: context.layout.lines(assets: found.report))
    }
}
