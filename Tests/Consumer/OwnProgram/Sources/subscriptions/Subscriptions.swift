import Allocation
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
        subcommands: [
            Add.self, List.self, Schemas.self, Conformance.self, ShowHistory<AnySubject>.self, Undo.self, Doctor.self,
        ],
        defaultSubcommand: List.self)

    static func main() async {
        let program = Program(name: "subscriptions", clock: { Date() }) { clock in
            [SQLitePlugin(now: clock), AllocationPlugin(), SubscriptionPlugin()]
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
            Document(SubscriptionDocuments.one, added, asOf: context.today),
            lines: ["Added \(added.summary)."])
    }
}

struct List: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the subscriptions.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let all = try await context.make(SubscriptionService.init, .store).all()
        return Answer(
            Document(SubscriptionDocuments.all, all.map(\.0), asOf: context.today),
            lines: all.map { "\($0.name): \($0.cost) from \($1?.name ?? "nowhere"), next on \($0.dates[0])" })
    }
}

/// What other programs may rely on.
enum SubscriptionDocuments {
    private static let shape = Shape<Subscription>(.value("name", \.name), .value("cost", \.cost))
    static let one = DocumentShape<Subscription>(
        "subscription", "A subscription that was added.", main: "subscription",
        Shape(.object("subscription", shape, { $0 }, named: "subscription")))
    static let all = DocumentShape<[Subscription]>(
        "subscriptions", "All subscriptions.", main: "subscriptions",
        Shape(.list("subscriptions", shape, { $0 }, named: "subscription")))
    static let conformance = DocumentShape<Bool>(
        "conformance", "Whether the store keeps what it is given.", main: "kept", Shape(.value("kept", { $0 })))
}

/// Prints the JSON Schemas of these documents.
struct Schemas: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Prints JSON Schemas.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let files = DocumentDescription.schemas(
            of: [SubscriptionDocuments.one.description, SubscriptionDocuments.all.description],
            definitions: "subscriptions.definitions.1")
        return Answer(
            Document(SubscriptionDocuments.conformance, true, asOf: context.today),
            lines: files.sorted { $0.key < $1.key }.flatMap {
                [$0.key] + $0.value.split(separator: "\n").map(String.init)
            })
    }
}
