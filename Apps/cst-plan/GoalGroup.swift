import ArgumentParser
import CommandSupport

/// Everything about goals.
struct GoalGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Add, list, show and change goals.",
        discussion: """
            The first one is easiest with questions:
              cst-plan goal new
            A goal is named by its name, its id, or the beginning of its id:
              cst-plan goal show Car
              cst-plan goal edit 5f0c --deadline 2030-09-30 --preview
            """,
        subcommands: [
            GoalNew.self, GoalAdd.self, GoalTemplates.self, GoalList.self, GoalShow.self, GoalEdit.self,
            GoalFinish.self, GoalCancel.self,
            GoalPause.self, GoalResume.self, GoalArchive.self, GoalDelete.self,
        ])
}
