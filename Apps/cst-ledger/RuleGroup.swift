import ArgumentParser
import CommandSupport
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Presentation

/// Rules.
struct RuleGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule", abstract: "Keep rules that set payees, categories and tags.",
        discussion: "  cst-ledger rule add Spar --if \"payee contains spar\" --set category=Groceries",
        subcommands: [
            ListRules.self, AddRule.self, EditRule.self, MoveRule.self, DeleteRule.self, PreviewRules.self,
            ApplyRules.self,
        ])
}

/// The options of a rule's fields.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .customLong("if"),
        help: ArgumentHelp(
            "A condition: payee, importedPayee or account with is, contains, startsWith or endsWith; amount with is, less, greater or between.",
            valueName: "condition"))
    var conditions: [String] = []

    @Flag(help: "One condition is enough.") var any = false

    @Option(name: .customLong("set"), help: ArgumentHelp("payee=…, category=… or tag=….", valueName: "field=value"))
    var settings: [String] = []

    @Flag(help: "Later rules are not looked at.") var stop = false

    @Option(help: ArgumentHelp("Put it before this rule.", valueName: "rule")) var before: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    var fields: RuleService.Fields {
        var fields = RuleService.Fields()
        (fields.conditions, fields.settings, fields.before) = (conditions, settings, before)
        (fields.isAny, fields.stops) = (any ? true : nil, stop ? true : nil)
        return fields
    }
}

/// Lists rules.
struct ListRules: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the rules in their order.", discussion: "  cst-ledger rule list")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let listed = try await context.rules().list()
        return Answer(Document(rules: listed, asOf: context.today), lines: context.layout.lines(rules: listed))
    }
}

/// Adds a rule.
struct AddRule: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a rule.",
        discussion: """
              cst-ledger rule add Amazon --if "payee startsWith amzn" --set payee=Amazon
              cst-ledger rule add Coffee --if "payee contains cafe" --if "amount less 10" --set "category=Eating out" --set tag=coffee
            """)

    @Argument(help: "Its name.") var name: String

    @OptionGroup var rule: RuleOptions
    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    var dryRun: Bool { rule.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = rule.fields
        fields.name = name
        let added = try await context.rules().add(fields, context.call).value
        return Answer(
            Document(rule: added, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) the rule '\(added.rule.name)'. Try it: cst-ledger rule preview"])
    }
}

/// Changes a rule.
struct EditRule: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a rule; conditions and settings that are given replace all of them.",
        discussion: "  cst-ledger rule edit Amazon --set payee=Amazon --set category=Books")

    @Argument(help: "The rule: its name, its id, or the beginning of its id.") var name: String

    @Option(name: .customLong("name"), help: ArgumentHelp("A new name.", valueName: "name")) var newName: String?

    @OptionGroup var rule: RuleOptions
    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    var dryRun: Bool { rule.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = rule.fields
        fields.name = newName
        let changed = try await context.rules().edit(name, fields, context.call).value
        return Answer(
            Document(rule: changed, asOf: context.today),
            lines: ["\(context.verb("Changed", "change")) the rule '\(changed.rule.name)'."])
    }
}

/// Puts a rule elsewhere in the order.
struct MoveRule: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Put a rule before another one, or to the end.",
        discussion: "  cst-ledger rule move Coffee --before Amazon")

    @Argument(help: "The rule: its name, its id, or the beginning of its id.") var name: String

    @Option(help: ArgumentHelp("The rule before which it stands; at the end if not given.", valueName: "rule"))
    var before: String?

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let moved = try await context.rules().move(name, before: before, context.call).value
        return Answer(
            Document(rule: moved, asOf: context.today),
            lines: [
                "\(context.verb("Moved", "move")) the rule '\(moved.rule.name)' to place \(moved.rule.position + 1)."
            ])
    }
}

/// Deletes a rule.
struct DeleteRule: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a rule.", discussion: "  cst-ledger rule delete Coffee")

    @Argument(help: "The rule: its name, its id, or the beginning of its id.") var name: String

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let deleted = try await context.rules().delete(name, context.call).value
        return Answer(
            Document(rule: deleted, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) the rule '\(deleted.rule.name)'."])
    }
}

/// Shows what rules would change.
struct PreviewRules: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Show what the rules would change.",
        discussion: "  cst-ledger rule preview Amazon --month 2026-03")

    @Argument(help: "Only changes of these rules; all if not given.") var rules: [String] = []

    @OptionGroup var days: PeriodOptions
    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var call = context.call
        call.isDryRun = true
        let changes = try await context.rules().apply(rules, in: days.period(context.today), call).value
        return Answer(
            Document(ruleChanges: changes, asOf: context.today),
            lines: context.layout.lines(ruleChanges: changes, isPreview: true))
    }
}

/// Applies rules.
struct ApplyRules: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Apply the rules to what is there; what you set yourself stays.",
        discussion: "  cst-ledger rule apply --year 2026")

    @Argument(help: "Only changes of these rules; all if not given.") var rules: [String] = []

    @OptionGroup var days: PeriodOptions

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let changes = try await context.rules().apply(rules, in: days.period(context.today), context.call).value
        return Answer(
            Document(ruleChanges: changes, asOf: context.today),
            lines: context.layout.lines(ruleChanges: changes, isPreview: dryRun))
    }
}
