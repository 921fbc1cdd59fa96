import ArgumentParser
import Presentation

/// How pictures are shown.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the pictures into this file as SVG; - for standard output.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var svg: String?

    @Flag(help: "Draw with ASCII characters alone.")
    var ascii = false

    var characters: ChartCharacters { ascii ? .ascii : .unicode }
}
