import Allocation
import ArgumentParser
import BaseFeatures
import CommandSupport
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import Presentation
import RateProviders

@main
struct GoldBars: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gold-bars", abstract: "Keeps gold that goals are saved with.",
        subcommands: [Keep.self, Buy.self, Required.self], defaultSubcommand: Required.self)

    static func main() async {
        let bars = Feature(
            plugins: { _ in
                [AllocationPlugin(), PlanningPlugin(), ExchangeRatesPlugin(), RatesPlugin(), BarPlugin()]
            })
        let program = Program(name: "gold-bars", features: [bars, .base()], clock: { Date() })
        await program.run(GoldBars.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}

struct Keep: ProgramCommand, WritingCommand {
    static let shape = DocumentShape<Asset>(
        "box", "A box of gold.", main: "id", Shape(.value("id", \.id), .value("name", \.name)))
    static let configuration = CommandConfiguration(abstract: "Adds an asset that stands for a box.")

    @Argument(help: "The box.") var box: String
    @Option(help: "The currency that its bars are paid in.") var currency: String
    @Flag(help: "Check everything and write nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = AssetFields()
        (fields.name, fields.source, fields.reference, fields.currency) = (box, "bars", box, currency)
        let added = try await context.make(AssetService.init, .store, .funding).add(fields, context.call)
        return Answer(
            Document(Self.shape, added.value.asset, asOf: context.today, warnings: added.warnings),
            lines: ["Added '\(box)'."])
    }
}

struct Buy: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(abstract: "Puts gold into a box.")

    @Argument(help: "Ounces.") var ounces: String
    @Argument(help: "The box, by the name of its asset.") var box: String
    @Option(help: "What it cost.") var cost: String
    @Option(help: "The day; today if not given.") var date: String?
    @Flag(help: "Check everything and write nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (store, funding) = try await context.make({ ($0, $1) }, .store, .funding)
        let (ounces, box, cost) = (ounces, box, cost)
        let day = try date.map { try CalendarDay($0) } ?? context.today
        let (asset, bar) = try await funding.write(context.call, in: store) { writer in
            let asset = try writer.reader.find(Asset.self, named: box)
            let bar = Bar(
                id: UUID(), box: asset.reference ?? "", day: day, weight: try Money(ounces, .gold),
                cost: try Money(cost, asset.currency), entered: writer.call.now)
            try writer.insert(bar)
            return (asset, bar)
        }
        return Answer(Document(Keep.shape, asset, asOf: context.today), lines: ["Bought \(bar.summary)."])
    }
}

struct Required: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Says what goals require.")
    private static let shape = DocumentShape<[MonthlyPlanReport.Row]>(
        "goals", "What goals require.", main: "goals",
        Shape(
            .list(
                "goals",
                Shape(.value("name", \.plan.goal.name), .value("required", \.plan.requirement.required)), { $0 })))

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.make(
            MonthlyPlanningService.init, .store, .rates, .funding, .planningSettings)
        let report = try await planning.required(context.call).value
        return Answer(
            Document(Self.shape, report.rows, asOf: context.today, isComplete: report.isComplete),
            lines: report.rows.map { row in
                let plan = row.plan
                return "\(plan.goal.name): saved \(plan.progress.saved), paid \(plan.requirement.paid), "
                    + "required \(plan.requirement.required)"
            })
    }
}
