import ArgumentParser
import CommandSupport
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Presentation

/// Categories.
struct CategoryGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", abstract: "Keep the tree of categories.",
        discussion: "  cst-ledger category add Food:Groceries",
        subcommands: [
            ListCategories.self, AddCategory.self, RenameCategory.self, MoveCategory.self, MergeCategory.self,
            DeleteCategory.self, InitCategories.self,
        ])
}

/// Lists categories.
struct ListCategories: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the tree of categories.", discussion: "  cst-ledger category list")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let listed = try await context.categories().list()
        return Answer(
            Document(categories: listed, asOf: context.today), lines: context.layout.lines(categories: listed))
    }
}

/// Adds a category.
struct AddCategory: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a category by its path.",
        discussion: """
            Levels above it that are missing are added too.
              cst-ledger category add Food:Groceries --icon 🍎
              cst-ledger category add Salary --kind income
            """)

    @Argument(help: "The path, as in Food:Groceries.") var path: String

    @Option(
        help: ArgumentHelp(
            "The kind of a category at the top: income, expense or neutral; expense if not given.", valueName: "kind"),
        completion: .list(Category.Kind.allCases.map(\.rawValue)))
    var kind: String?

    @Option(help: ArgumentHelp("An emoji.", valueName: "emoji")) var icon: String?

    @Option(help: ArgumentHelp("A colour, as in \"#4A90D9\".", valueName: "colour")) var colour: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let added = try await context.categories().add(path, kind: kind, icon: icon, color: colour, context.call).value
        return Answer(
            Document(category: added, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) '\(added.path)' (\(added.category.kind.rawValue))."])
    }
}

/// Gives a category another name.
struct RenameCategory: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a category another name: no total changes.",
        discussion: "  cst-ledger category rename Food:Groceries Supermarket")

    @Argument(help: "The category, by its path or the last part of it.", completion: .categoryNames) var category:
        String

    @Argument(help: "The new name, without the levels above.") var name: String

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let changed = try await context.categories().rename(category, to: name, context.call).value
        return Answer(
            Document(category: changed, asOf: context.today),
            lines: ["\(context.verb("Renamed", "rename")): it is '\(changed.path)'."])
    }
}

/// Puts a category below another one.
struct MoveCategory: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Put a category below another one of its kind.",
        discussion: """
              cst-ledger category move Fuel Car
              cst-ledger category move Fuel ""    to the top
            """)

    @Argument(help: "The category, by its path or the last part of it.", completion: .categoryNames) var category:
        String

    @Argument(help: "The category above it; an empty text for the top.", completion: .categoryNames) var parent: String

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let changed = try await context.categories().move(category, below: parent, context.call).value
        return Answer(
            Document(category: changed, asOf: context.today),
            lines: ["\(context.verb("Moved", "move")): it is '\(changed.path)'."])
    }
}

/// Merges two categories.
struct MergeCategory: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge a category into another one of its kind.",
        discussion: """
            Splits and rules go there; categories below are merged where names are equal.
              cst-ledger category merge Restaurants "Food:Eating out"
            """)

    @Argument(help: "The category that goes.", completion: .categoryNames) var category: String

    @Argument(help: "The category that stays.", completion: .categoryNames) var into: String

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let merged = try await context.categories().merge(category, into: into, context.call).value
        return Answer(
            Document(category: merged, asOf: context.today),
            lines: ["\(context.verb("Merged", "merge")) '\(category)' into '\(merged.path)'."])
    }
}

/// Deletes a category.
struct DeleteCategory: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a category with those below it.",
        discussion: "  cst-ledger category delete Hobbies --into Leisure")

    @Argument(help: "The category, by its path or the last part of it.", completion: .categoryNames) var category:
        String

    @Option(help: ArgumentHelp("The category where its splits go.", valueName: "category"), completion: .categoryNames)
    var into: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let deleted = try await context.categories().delete(category, into: into, context.call).value
        return Answer(
            Document(category: deleted, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) '\(deleted.path)'."])
    }
}

/// Adds the starting tree.
struct InitCategories: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Add a tree of categories to begin with.",
        discussion: "  cst-ledger category init")

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let categories = try await context.categories()
        let count = try await categories.addStartingTree(context.call).value
        let listed = try await categories.list()
        return Answer(
            Document(categories: listed, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) \(count) categories.", ""]
                + context.layout.lines(categories: listed))
    }
}
