import Allocation
import ArgumentParser
import BaseFeatures
import CommandSupport
import ExchangeRates
import Foundation
import Models
import Planning
import Presentation
import RateViews

/// A program of our own: the few lines that compose plugins, and its commands.
@main
struct MetalValue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metal-value", abstract: "Says what gold is worth.",
        subcommands: [Worth.self, Keep.self, Import.self, Required.self, Doctor.self],
        defaultSubcommand: Worth.self)

    static func main() async {
        let metals = Feature(plugins: { _ in [ExchangeRatesPlugin(), MetalPlugin()] })
        let bars = Feature(plugins: { _ in [AllocationPlugin(), PlanningPlugin(), BarPlugin()] })
        let program = Program(name: "metal-value", features: [metals, bars, .base()], clock: { Date() })
        await program.run(MetalValue.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}

struct Worth: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Says what some ounces of gold are worth.")

    @Argument(help: "Ounces.")
    var ounces = "1"

    private static let document = DocumentShape<(value: Money, rate: ConversionRate?)>(
        "worth", "What an amount of metal is worth.", main: "value",
        Shape(.value("value", \.value), .rates { $0.rate.map { [$0] } ?? [] }))

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let amount = try Money(ounces, try Currency(code: "XAU"))
        let (service, settings) = try await context.make({ ($0, $1) }, .rates, .display)
        let display = settings.currency ?? .usd
        let rates = try await service.rates(for: [.init(from: amount.currency, to: display)], context.call)
        let conversion = try rates.conversion(from: amount.currency, to: display)
        let value = try conversion.convert(amount.exact).rounded(.halfEven)
        return Answer(
            Document(Self.document, (value, conversion.rate), asOf: context.today),
            lines: ["\(amount) is worth \(value)."])
    }
}
