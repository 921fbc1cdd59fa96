import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import LivestockViews
import Presentation
import Values

/// The options of a herd's fields.
struct HerdOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The holding; the only one if not given.", valueName: "holding"), completion: .holdingNames)
    var holding: String?

    @Option(help: ArgumentHelp("The breed, by which prices may differ.", valueName: "breed"))
    var breed: String?

    @Option(help: ArgumentHelp("female, male or mixed; what the category says if not given.", valueName: "sex"))
    var sex: String?

    @Option(help: ArgumentHelp("The paddock.", valueName: "paddock"))
    var paddock: String?

    @Option(help: ArgumentHelp("The saleyard; that of the holding if not given.", valueName: "saleyard"))
    var saleyard: String?

    @Option(help: ArgumentHelp("The weight at which growing stops.", valueName: "kg"))
    var targetWeight: String?

    @Option(help: ArgumentHelp("The dressing percentage, for prices per kilogram of carcase.", valueName: "percent"))
    var dressing: String?

    @Option(help: ArgumentHelp("The yearly mortality; that of the holding if not given.", valueName: "percent"))
    var mortality: String?

    @Option(help: ArgumentHelp("The gestation; that of the species if not given.", valueName: "days"))
    var gestation: String?

    @Option(help: ArgumentHelp("The category that offspring are priced as.", valueName: "category"))
    var offspringCategory: String?

    @Option(help: ArgumentHelp("The herd's own price, as in 4.00/kg or 85/head.", valueName: "price"))
    var price: String?

    @Option(help: ArgumentHelp("The day of what is entered; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    /// The fields.
    var fields: HerdFields {
        var fields = HerdFields()
        (fields.holding, fields.breed, fields.sex, fields.paddock) = (holding, breed, sex, paddock)
        (fields.saleyard, fields.targetWeight, fields.dressing) = (saleyard, targetWeight, dressing)
        (fields.mortality, fields.gestation, fields.offspringCategory) = (mortality, gestation, offspringCategory)
        (fields.price, fields.date, fields.note) = (price, date, note)
        return fields
    }
}

/// Adds a herd.
struct AddHerd: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a herd, with the head that it has.",
        discussion: """
              cst-herd add Steers --species cattle --category steer --head 100 \\
                --weight 300 --gain 0.8
              cst-herd add Cows --species cattle --category cow --breed Angus \\
                --head 120 --weight 520 --offspring 90 --born 2026-09-15
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: ArgumentHelp("cattle, sheep, goat or pig.", valueName: "species"))
    var species: String

    @Option(help: ArgumentHelp("The category, as in steer: see 'reference categories'.", valueName: "category"))
    var category: String

    @Option(help: ArgumentHelp("How many there are.", valueName: "number"))
    var head: String?

    @Option(help: ArgumentHelp("Their mean weight.", valueName: "kg"))
    var weight: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How much they gain a day.", valueName: "kg"))
    var gain: String?

    @Option(help: ArgumentHelp("How many offspring are at foot.", valueName: "number"))
    var offspring: String?

    @Option(help: ArgumentHelp("When those were born.", valueName: "yyyy-mm-dd"))
    var born: String?

    @OptionGroup var options: HerdOptions

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if head == nil, weight != nil || offspring != nil {
            throw ArgumentParser.ValidationError("--weight and --offspring need --head.")
        }
        if (offspring == nil) != (born == nil) {
            throw ArgumentParser.ValidationError("--offspring and --born belong together.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = options.fields
        (fields.name, fields.species, fields.category, fields.head) = (name, species, category, head)
        (fields.weight, fields.gain, fields.offspring, fields.born) = (weight, gain, offspring, born)
        let outcome = try await context.livestock().addHerd(fields, context.call)
        return Answer(
            Document(herd: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Added", "add")) \(outcome.value.herd.summary). "
                    + context.layout.line(state: outcome.value)
            ])
    }
}
