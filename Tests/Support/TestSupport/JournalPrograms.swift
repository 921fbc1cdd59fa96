import Foundation

/// The programs that journals are written for, as they are installed.
package enum JournalPrograms {
    private static let folders = [
        "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin",
        URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appending(path: ".build/python/bin").path,
    ]

    /// The path of a program; nil where it is not installed.
    package static func path(_ name: String) -> String? {
        folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// The output of a program for a journal, and its exit status.
    package static func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data.isEmpty ? text : data, as: UTF8.self), process.terminationStatus)
    }

    /// Hands the path of a file with a text to `body`.
    package static func with<Result>(
        _ text: String, _ ending: String, _ body: (String) throws -> Result
    ) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(ending)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }
}
