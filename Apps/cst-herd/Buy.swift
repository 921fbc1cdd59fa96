import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import Values

/// Enters a purchase.
struct Buy: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "buy", abstract: "Enter head that was bought.",
        discussion: "  cst-herd buy Steers 40 --weight 260 --price 4.20/kg --freight 900")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many.")
    var head: String

    @Option(help: ArgumentHelp("Their mean weight, averaged in by head.", valueName: "kg"))
    var weight: String?

    @Option(help: ArgumentHelp("The price without tax, as in 4.20/kg or 850/head.", valueName: "price"))
    var price: String?

    @Option(help: ArgumentHelp("The freight.", valueName: "amount"))
    var freight: String?

    @Option(help: ArgumentHelp("Other costs.", valueName: "amount"))
    var other: String?

    @Option(help: ArgumentHelp("How many offspring come at foot.", valueName: "number"))
    var offspring: String?

    @Option(help: ArgumentHelp("When those were born.", valueName: "yyyy-mm-dd"))
    var born: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func validate() throws {
        if (offspring == nil) != (born == nil) {
            throw ArgumentParser.ValidationError("--offspring and --born belong together.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .purchase, head: head)
        (request.weight, request.price, request.freight, request.other) = (weight, price, freight, other)
        (request.offspring, request.born) = (offspring, born)
        event.enter(into: &request)
        return try await context.enter(request)
    }
}
