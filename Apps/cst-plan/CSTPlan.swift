import ArgumentParser
import CommandSupport
import Foundation
import HouseholdFeatures
import SavingsCommands

@main
struct CSTPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-plan",
        abstract: "Says what to set aside this month so that every savings goal is reached.",
        discussion: """
            Begin with a goal and something that funds it:
              cst-plan goal add Car --target 12000 --currency EUR --deadline 2030-06-30
              cst-assets add Savings --currency EUR --balance 3000
              cst-assets allocate Savings Car --share 60%
              cst-plan
            """,
        version: Program.version,
        subcommands: [
            Demo.self, GoalGroup.self, Required.self, ShowSchedule.self, Protect.self, Skip.self, Flexible.self,
            Flex.self, Budget.self, MonthGroup.self, ShowWhatIf.self, ShowForecast.self, Simulate.self,
            WriteReport.self, RemindGroup.self,
            ShowHistory<GoalOrAsset>.self, Undo.self, StoreGroup.self, Doctor.self,
            ConfigGroup.self,
        ],
        defaultSubcommand: Required.self)

    static func main() async {
        let program = Program(name: "cst-plan", features: .household() + [.reminders], clock: { Date() })
        await program.run(CSTPlan.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
