package import Foundation
import Synchronization

/// What a program did.
package struct ProgramResult: Sendable, Equatable {
    package let status: Int32
    package let output: String
    package let errors: String
}

/// Where a program's standard output goes.
package enum ProgramOutput: Sendable {
    /// Into ``ProgramResult/output``.
    case captured
    /// Into a pipe that nobody reads.
    case closedPipe
    /// Into a device.
    case device(String)
}

/// Why a program could not be run to its end.
package enum ProgramFailure: Error, CustomStringConvertible {
    case notBuilt(String)
    case tookTooLong([String])

    package var description: String {
        switch self {
        case .notBuilt(let path): "There is no program at \(path): the test target has to depend on it."
        case .tookTooLong(let command): "\(command.joined(separator: " ")) was killed after its time was over."
        }
    }
}

extension ProgramFolder {
    /// Built programs lie beside the tests that depend on them; others are named by their whole path.
    package static func path(of program: String) throws -> URL {
        if program.hasPrefix("/") { return URL(filePath: program) }
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let path = bundle.deletingLastPathComponent().appending(path: program)
        guard FileManager.default.isExecutableFile(atPath: path.path) else {
            throw ProgramFailure.notBuilt(path.path)
        }
        return path
    }

    /// Runs a program to its end, and kills it when that takes longer than `limit` seconds.
    package func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
        to target: ProgramOutput = .captured, limit: Double = 300
    ) async throws -> ProgramResult {
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: program)
        process.arguments = arguments
        process.currentDirectoryURL = url
        process.environment = self.environment.merging(environment) { _, own in own }
        // Files instead of pipes: a program that writes much never waits for a reader.
        let folder = url.appending(path: ".run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        // Closed here: a process keeps its handles long after its end, and thousands of open files crash Foundation.
        var handles: [FileHandle] = []
        defer { for handle in handles { try? handle.close() } }
        func opened(_ handle: FileHandle) -> FileHandle {
            handles.append(handle)
            return handle
        }
        process.standardError = opened(try FileHandle(forWritingTo: errors))
        switch target {
        case .captured: process.standardOutput = opened(try FileHandle(forWritingTo: output))
        case .device(let path):
            process.standardOutput = opened(try FileHandle(forWritingTo: URL(fileURLWithPath: path)))
        case .closedPipe:
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            process.standardOutput = opened(pipe.fileHandleForWriting)
        }
        if let input {
            let file = folder.appending(path: "input")
            try Data(input.utf8).write(to: file)
            process.standardInput = opened(try FileHandle(forReadingFrom: file))
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        guard try await process.finish(within: limit) else { throw ProgramFailure.tookTooLong([program] + arguments) }
        return ProgramResult(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}

extension Process {
    /// Starts the process and waits for its end; false when it had to be killed.
    func finish(within seconds: Double) async throws -> Bool {
        let state = RunState()
        let failure: (any Error)? = await withCheckedContinuation { continuation in
            terminationHandler = { _ in
                state.end()
                continuation.resume(returning: nil)
            }
            do {
                try start()
            } catch {
                terminationHandler = nil
                continuation.resume(returning: error)
                return
            }
            let pid = processIdentifier
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { state.kill(pid) }
        }
        if let failure { throw failure }
        return !state.wasKilled
    }
}

/// Whether a process still runs: its number may belong to another one afterwards.
private final class RunState: Sendable {
    private let state = Mutex<(isOver: Bool, wasKilled: Bool)>((false, false))

    var wasKilled: Bool { state.withLock { $0.wasKilled } }

    func end() { state.withLock { $0.isOver = true } }

    func kill(_ pid: Int32) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.wasKilled = true
            Foundation.kill(pid, SIGKILL)
        }
    }
}
