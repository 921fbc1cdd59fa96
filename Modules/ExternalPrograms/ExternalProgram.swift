package import Foundation
import HTTPNetworking
import Values

/// A program that is given one text on standard input and gives one on standard output. No shell is involved.
package struct ExternalProgram: Sendable {
    /// The most bytes taken from it.
    package static let sizeLimit = 8 << 20

    /// Its name or path, as it was given.
    package let name: String
    private let file: URL
    private var arguments: [String]
    private let hidden: Set<String>

    /// The passphrase of backups is no setting.
    private static let passphrase: Set<String> = ["CST_PASSPHRASE", "CST_PASSPHRASE_FILE"]

    /// A program by its path, or by its name in one of the folders of `PATH`, and its arguments.
    ///
    /// - Parameter hidden: variables that it does not inherit, because it has no business with other services' secrets.
    /// - Throws: ``ExternalProgramError/notStarted(program:)`` when there is none.
    package init(_ program: String, arguments: [String], hiding hidden: Set<String>) throws(ExternalProgramError) {
        let folders =
            program.contains("/") ? [""] : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let places = folders.map { $0.isEmpty ? program : "\($0)/\(program)" }
        var isFolder: ObjCBool = false
        let path = places.first {
            FileManager.default.isExecutableFile(atPath: $0)
                && FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
        guard let path else { throw .notStarted(program: program.printable) }
        name = program.printable
        file = URL(fileURLWithPath: path)
        self.arguments = arguments
        self.hidden = hidden.union(Self.passphrase)
    }

    /// What the program writes when it is given `input`. When the time is up or the task is cancelled it is killed.
    ///
    /// - Throws: ``ExternalProgramError``, or `CancellationError`.
    package func run(_ input: Data, within limit: Duration) async throws -> Data {
        // A file cannot fill up while nobody reads it, as a pipe would.
        let draft = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: draft.path, contents: input, attributes: [.posixPermissions: 0o600]),
            let question = try? FileHandle(forReadingFrom: draft)
        else { throw ExternalProgramError.notStarted(program: name) }
        try? FileManager.default.removeItem(at: draft)
        defer { try? question.close() }

        let process = Process()
        process.executableURL = file
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.filter { !hidden.contains($0.key) }
        process.standardInput = question
        let run = ProgramRun(process, name: name)
        return try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Data.self) { group in
                defer {
                    group.cancelAll()
                    run.end(.failure(CancellationError()))
                }
                group.addTask { try await run.result() }
                group.addTask {
                    try await ContinuousClock().sleep(for: limit)
                    throw ExternalProgramError.timedOut(program: name)
                }
                guard let output = try await group.next() else { throw CancellationError() }
                return output
            }
        } onCancel: {
            run.end(.failure(CancellationError()))
        }
    }
}

extension ExternalProgram {
    /// The program with more arguments.
    package func adding(_ more: [String]) -> ExternalProgram {
        var program = self
        program.arguments += more
        return program
    }
}
