import ArgumentParser
import CommandSupport
import Foundation
import HouseholdFeatures
import LivestockCommands

@main
struct CSTHerd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-herd",
        abstract: "Keeps the book of herds, and tells their value today, retraceable to the cent.",
        discussion: """
            Begin with a holding, a herd and a price:
              cst-herd holding add Home --currency AUD --state QLD --saleyard Roma
              cst-herd add Steers --species cattle --category steer --head 100 \\
                --weight 300 --gain 0.8
              cst-herd price add --level saleyard --place Roma --species cattle \\
                --category steer --price 4.00/kg
              cst-herd value --steps
            """,
        version: Program.version,
        subcommands: [
            ShowValue.self, ListHerds.self, ShowHerd.self, NewHerd.self, AddHerd.self, EditHerd.self, DeleteHerd.self,
            Buy.self,
            Die.self, Ration.self, Birth.self, Wean.self, MoveHead.self, TakeMuster.self, Weigh.self, SetGain.self,
            Join.self, TestPregnancy.self, ListEvents.self, EventGroup.self, ShowReconciliation.self, AppraiseFile.self,
            ImportHerds.self, ExportHerds.self,
            HoldingGroup.self, PriceGroup.self, PremiumGroup.self, SaleyardGroup.self, ShowReference.self,
            DemoHerds.self, Backup.self, Restore.self, StoreGroup.self, ShowHistory<AnySubject>.self, Undo.self,
            Doctor.self,
            ConfigGroup.self,
        ],
        defaultSubcommand: ShowValue.self)

    static func main() async {
        let program = Program(name: "cst-herd", features: .household(), clock: { Date() })
        await program.run(CSTHerd.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
