import ArgumentParser
import CommandSupport
import Models
import Presentation
import SavingsViews

/// Lists what many people save for.
struct GoalTemplates: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates", abstract: "List what many people save for, to begin with.",
        discussion: """
              cst-plan goal templates
              cst-plan goal add --template vacation --target 2400
            """)

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        Answer(
            Document(templates: GoalTemplate.allCases, asOf: context.today),
            lines: context.layout.lines(templates: GoalTemplate.allCases))
    }
}
