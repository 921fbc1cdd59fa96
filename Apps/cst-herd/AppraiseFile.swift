import ArgumentParser
import CommandSupport
import Foundation
import Livestock
import LivestockViews
import Persistence
import Presentation
import Values

/// Values the herds of a file.
struct AppraiseFile: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "appraise", abstract: "Value the herds of a JSON file, without a database.",
        discussion: """
            The file has a currency, a day (asOf), prices and herds with their events; the
            answer is that of 'value'. An unknown key is refused.
              cst-herd appraise herds.json --format json
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Show each formula with its numbers, their origins and the exact result.")
    var steps = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            let data: Data
            do {
                data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            } catch {
                throw StoreError.unusable(at: .file(file), detail: "it cannot be opened")
            }
            let outcome = try Appraisal(data).value()
            return Answer(
                Document(herdValue: outcome, showsSteps: steps),
                lines: context.layout.lines(herdValue: outcome.value, showsSteps: steps))
        }
    }
}
