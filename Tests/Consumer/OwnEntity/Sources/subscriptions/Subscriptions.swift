import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import PersistenceSQLite
import Presentation

@main
struct Subscriptions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions", abstract: "Keeps what is paid for every month.",
        subcommands: [Add.self, List.self, Conformance.self, ShowHistory.self, Undo.self, Doctor.self],
        defaultSubcommand: List.self)

    static func main() async {
        let program = Program(name: "subscriptions", clock: { Date() }) { clock in
            [SQLitePlugin(now: clock), SubscriptionPlugin()]
        }
        await program.run(Subscriptions.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}

struct Add: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a subscription.")

    @Argument(help: "Its name.") var name: String
    @Option(help: "What it costs each month.") var cost: String
    @Option(help: "The asset that pays it.") var asset: String
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(SubscriptionService.init, .store)
        let added = try await service.add(name, cost: cost, from: asset, context.call).value
        return Answer(
            Document(
                "subscription", asOf: context.today, main: "subscription",
                body: ["subscription": ["name": .string(added.name), "cost": JSONValue(added.cost)]]),
            lines: ["Added \(added.summary)."])
    }
}

struct List: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the subscriptions.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let all = try await context.make(SubscriptionService.init, .store).all()
        return Answer(
            Document(
                "subscriptions", asOf: context.today, main: "subscriptions",
                body: [
                    "subscriptions": .array(all.map { ["name": .string($0.0.name), "cost": JSONValue($0.0.cost)] })
                ]),
            lines: all.map { "\($0.name): \($0.cost) from \($1?.name ?? "nowhere"), next on \($0.dates[0])" })
    }
}
