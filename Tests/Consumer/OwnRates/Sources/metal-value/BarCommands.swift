import Allocation
import ArgumentParser
import CommandSupport
import FileFormats
import Forecast
import Foundation
import Models
import Persistence
import Planning
import Presentation

private let goals = DocumentShape<[MonthlyPlanReport.Row]>(
    "goals", "What goals require.", main: "goals",
    Shape(.list("goals", Shape(.value("name", \.plan.goal.name)), { $0 })))

struct Keep: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(abstract: "Adds an asset that stands for a box of gold.")

    @Argument(help: "The box.") var box: String
    @Option(help: "The currency that its bars are paid in.") var currency: String
    @Flag(help: "Check everything and write nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = AssetFields()
        (fields.name, fields.source, fields.reference, fields.currency) = (box, "bars", box, currency)
        _ = try await context.make(AssetService.init, .store, .funding).add(fields, context.call)
        return Answer(Document(goals, [], asOf: context.today), lines: ["Added '\(box)'."])
    }
}

struct Import: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(abstract: "Puts the gold of a list into a box.")
    private static let ounces = ColumnRole("ounces", .number, titles: ["ounces", "weight"], isRequired: true)
    private static let cost = ColumnRole("cost", .number, titles: ["cost", "paid"], isRequired: true)

    @Argument(help: "A table with a date, ounces and cost in each row.") var file: String
    @Argument(help: "The box, by the name of its asset.") var box: String
    @Flag(help: "Check everything and write nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (store, funding) = try await context.make({ ($0, $1) }, .store, .funding)
        let statement = try Statement(path: file, for: ImportTarget([.date, Self.ounces, Self.cost]), context.call)
        let box = box
        let count = try await funding.write(context.call, in: store) { writer in
            let asset = try writer.reader.find(Asset.self, named: box)
            var count = 0
            try statement.forEachRow { row in
                let row = try row.get()
                let weight = try Money(row[Self.ounces] ?? "", .gold)
                try writer.insert(
                    Bar(
                        id: UUID(), box: asset.reference ?? "", day: row.day, weight: weight,
                        cost: try Money(row[Self.cost] ?? "", asset.currency), entered: writer.call.now))
                count += 1
            }
            return count
        }
        return Answer(Document(goals, [], asOf: context.today), lines: ["Bought \(count) bar\(count == 1 ? "" : "s")."])
    }
}

struct Required: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what goals require, and how likely they are reached.")

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let forecasts = try await context.make(ForecastService.init, .store, .rates, .funding, .planningSettings)
        let odds = try await forecasts.odds(nil, .init(), context.call).value.goals
        return Answer(
            Document(goals, [], asOf: context.today),
            lines: odds.map { odds in
                let (plan, risk) = (odds.plan, odds.model.risks.first)
                return "\(plan.goal.name): saved \(plan.progress.saved), paid \(plan.requirement.paid), required "
                    + "\(plan.requirement.required), moves with \(risk?.factor.label ?? "nothing") of \(risk?.prices ?? 0) prices"
            })
    }
}
