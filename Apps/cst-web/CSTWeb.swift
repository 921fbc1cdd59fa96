import ArgumentParser
import CommandSupport
import Foundation
import HouseholdFeatures
import SavingsWeb
import WebApplication
import WebServer

@main
struct CSTWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-web",
        abstract: "Goals, assets and plans in the browser, with the figures of the other programs.",
        discussion: """
            It answers to this machine alone, to whoever has the address that it prints,
            unless you say who may log in from others: cst-web user add NAME.
              cst-web
              cst-web --demo
            """,
        version: Program.version,
        subcommands: [
            Serve<Household>.self, UserGroup.self, TokenGroup.self, LinkGroup.self, StoreGroup.self, Doctor.self,
            ConfigGroup.self,
        ],
        defaultSubcommand: Serve<Household>.self)

    static func main() async {
        let dashboard = Feature(plugins: { _ in [WebSettings()] })
        let program = Program(
            name: "cst-web", features: .household(isServer: true) + [.reminders, dashboard], clock: { Date() })
        await program.run(CSTWeb.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}

/// The domains of a household.
enum Household: SectionList {
    static let title = "Savings"

    static func sections() -> [Section] { [.savings()] }
}
