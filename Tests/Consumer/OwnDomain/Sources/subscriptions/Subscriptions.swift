import Allocation
import ArgumentParser
import BaseFeatures
import CommandSupport
import Foundation
import Models
import Notifications
import Persistence
import Presentation
import WebApplication
import WebServer

@main
struct Subscriptions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions", abstract: "Keeps what is paid for every month.",
        subcommands: [
            Add.self, List.self, Pay.self, ListPayments.self, Remind.self, Demo.self, Schemas.self, Conformance.self,
            ShowHistory<AnySubject>.self, Undo.self, Doctor.self, Serve<Dashboard>.self,
        ],
        defaultSubcommand: List.self)

    static func main() async {
        let assets = Feature(plugins: { _ in [AllocationPlugin(), NotificationsPlugin(), WebSettings()] })
        let program = Program(
            name: "subscriptions", features: [assets, .subscriptions, .base()], clock: { Date() })
        await program.run(Subscriptions.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}

struct Add: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a subscription.")

    @Argument(help: "Its name.") var name: String
    @Option(help: "What it costs each month.") var cost: String
    @Option(help: "The asset that pays it.") var asset: String
    @Flag(help: "Check everything and write nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(SubscriptionService.init, .store)
        let added = try await service.add(name, cost: cost, from: asset, context.call)
        return Answer(
            Document(SubscriptionDocuments.one, added, asOf: context.today),
            lines: ["Added \(added.value.summary)."])
    }
}

struct List: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the subscriptions.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await SubscriptionDocuments.answer(
            all: context.make(SubscriptionService.init, .store).all(), asOf: context.today)
    }
}

struct Demo: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Lists sample subscriptions.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await SubscriptionDocuments.answer(
            all: SubscriptionService(store: context.sample().store).all(), asOf: context.today)
    }
}

struct Pay: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(abstract: "Notes a payment of a subscription.")

    @Argument(help: "Its name.") var name: String
    @Option(help: "When it was paid; today if not given.") var date: String?
    @Flag(help: "Check everything and write nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let day = try date.map { try CalendarDay($0) } ?? context.today
        let service = try await context.make(SubscriptionService.init, .store)
        let paid = try await service.pay(name, on: day, context.call)
        return Answer(
            Document(SubscriptionDocuments.payments, paid.map { [$0] }, asOf: context.today),
            lines: ["Noted a \(paid.value.summary)."])
    }
}

struct ListPayments: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Lists the payments of a subscription.")

    @Argument(help: "Its name.") var name: String
    @Option(name: .customLong("from"), help: "The first day.") var first: String?
    @Option(help: "How many at most.") var limit: Int?
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(SubscriptionService.init, .store)
        let found = try await service.payments(
            name, since: try first.map { try CalendarDay($0) }, limit: limit)
        return Answer(
            Document(SubscriptionDocuments.payments, found, asOf: context.today),
            lines: found.map { "\($0.day) \($0.amount)" })
    }
}

struct Remind: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the reminders of the next 30 days.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(ReminderService.init, .store, .reminderSettings, .reminders)
        let reminders = try await service.preview(context.call).value.reminders
        return Answer(
            Document(SubscriptionDocuments.reminders, reminders, asOf: context.today),
            lines: reminders.map { "\($0.category.name) \($0.title)" })
    }
}

/// Prints the JSON Schemas of these documents.
struct Schemas: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Prints JSON Schemas.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let files = try DocumentDescription.schemas(
            of: Feature.subscriptions.documents, definitions: "subscriptions.definitions.1")
        return Answer(
            Document(SubscriptionDocuments.conformance, true, asOf: context.today),
            lines: files.sorted { $0.key < $1.key }.flatMap {
                [$0.key] + $0.value.split(separator: "\n").map(String.init)
            })
    }
}
