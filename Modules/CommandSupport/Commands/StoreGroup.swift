public import ArgumentParser
import Persistence
import Presentation
import Values

/// The administration of a store on a server.
public struct StoreGroup: AsyncParsableCommand {
    /// The group's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Prepare, check, upgrade and move a database on a server.",
        discussion: """
            A file needs none of it. A server is prepared by the role that owns the database; programs then work as another \
            one, which can read and write rows and nothing else.
              store prepare --role cst_app
              store check
              store move --to postgresql://cst_owner@db.example/cst
            """,
        subcommands: [StorePrepare.self, StoreCheck.self, StoreUpgrade.self, StoreMove.self])

    /// A group without options.
    public init() {}
}

/// Makes the tables of a database.
struct StorePrepare: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare", abstract: "Make the tables that are missing, and let a role read and write rows.",
        discussion: "What is there stays as it is, so it can be done again, and by several at once.")

    @Option(help: ArgumentHelp("Who may read and write rows afterwards.", valueName: "role"))
    var role: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.make({ $0 }, .storeAdministration).prepare(for: role, context.call)
        let done = dryRun ? "Would prepare" : "Prepared"
        return Answer(
            Document(store: outcome, asOf: context.today),
            lines: ["\(done) \(outcome.value.location), which has \(outcome.value.shownHouseholds)."])
    }
}

/// Reads everything that a household holds.
struct StoreCheck: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read everything that the household holds, and look at how the server is set.")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.make({ $0 }, .storeAdministration).check(context.call)
        return Answer(
            Document(store: outcome, asOf: context.today),
            lines: ["\(outcome.value.location) is whole: \(outcome.value.contents)."])
    }
}

/// Brings the things of all households to newer versions.
struct StoreUpgrade: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade", abstract: "Bring what all households hold to the versions of this program.",
        discussion: "Each household is brought up to date when it is next used in any case; this does it for the rest.")

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.make({ $0 }, .storeAdministration).upgrade(context.call)
        let done = dryRun ? "Would bring up to date" : "Up to date"
        return Answer(
            Document(store: outcome, asOf: context.today), lines: ["\(done): \(outcome.value.shownHouseholds)."])
    }
}

/// Moves the household from a file to a server, or back.
struct StoreMove: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move everything from a file to a server, or from a server to a file.",
        discussion: """
            Everything goes along, the journal too, and is compared by totals; interrupted, everything is where it was, and \
            the same command goes on. What was here is kept under another name. To and from a server it is done by the role \
            that owns the database.
              store move --to postgresql://cst_owner@db.example/cst
              store move --to /home/ana/cst.sqlite
            """)

    @Option(help: ArgumentHelp("The address of a server without a password, or a path.", valueName: "address"))
    var to: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.make({ $0 }, .storeAdministration).move(to: to, context.call)
        let report = outcome.value
        var lines = ["\(dryRun ? "Would move" : "Moved") to \(report.location): \(report.contents)."]
        if let kept = report.kept { lines.append("What was here \(dryRun ? "would be" : "is") kept as \(kept).") }
        if !dryRun { lines.append(report.location.setting) }
        let text = lines
        return Answer(Document(store: outcome, asOf: context.today), lines: text)
    }
}

extension StoreLocation {
    /// The settings by which the household is found there.
    fileprivate var setting: String {
        switch self {
        case .file(let path): "Set persistence.provider to sqlite, and persistence.sqlite.path to \(path)."
        case .server: "Set persistence.provider to postgres, and persistence.postgres.address to the address."
        case .memory: "Set persistence.provider to memory."
        }
    }
}

extension StoreReport {
    fileprivate var shownHouseholds: String { households == 1 ? "1 household" : "\(households) households" }

    fileprivate var contents: String {
        let kinds = records.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return "\(kinds.isEmpty ? "no records" : kinds.joined(separator: ", ")); \(changes) changes"
    }
}

extension Document {
    static let storeShape = DocumentShape<StoreReport>(
        "store", "A database on a server.", main: "store",
        Shape(
            .object(
                "store",
                Shape<StoreReport>(
                    .value("location", \.location.description, note: "The server, the database and the household."),
                    .value("households", \.households, note: "How many households the role can see."),
                    .value("records", { Counts(counts: $0.records) }, note: "How many records there are of each kind."),
                    .value("changes", \.changes, note: "How many changes the journal has."),
                    .value("kept", \.kept, note: "The new name of what was moved away.")), { $0 })))

    fileprivate init(store outcome: Outcome<StoreReport>, asOf day: CalendarDay) {
        self.init(Self.storeShape, outcome.value, asOf: day, warnings: outcome.warnings)
    }
}
