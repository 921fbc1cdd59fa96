import Foundation
import HTTPNetworking
import Models
import Synchronization

/// A program that is given one text on standard input and gives one on standard output. No shell is involved.
struct ExternalProgram: Sendable {
    /// The most bytes taken from it.
    static let sizeLimit = 8 << 20

    let name: String
    private let file: URL
    private let arguments: [String]

    /// A program by its path, or by its name in one of the folders of `PATH`, and its arguments.
    ///
    /// - Throws: ``ExternalProgramError/notStarted(program:)`` when there is none.
    init(_ program: String, arguments: [String]) throws(ExternalProgramError) {
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
    }

    /// What the program writes when it is given `input`. When the time is up or the task is cancelled it is killed.
    ///
    /// - Throws: ``ExternalProgramError``, or `CancellationError`.
    func run(_ input: Data, within limit: Duration) async throws -> Data {
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

/// One run: collects what is written, and is over when the program has ended and closed both outputs, or is ended.
private final class ProgramRun: Sendable {
    private struct State {
        var output = Data()
        var errors = Data()
        /// The program itself and its two outputs.
        var pending = 3
        var status = 0
        var result: Result<Data, any Error>?
        var waiter: CheckedContinuation<Data, any Error>?
    }

    /// How long the outputs may stay open after the end of the program.
    private static let patience: Duration = .milliseconds(500)

    private let name: String
    private let process: Process
    private let output = Pipe()
    private let errors = Pipe()
    private let state = Mutex(State())

    init(_ process: Process, name: String) {
        self.process = process
        self.name = name
    }

    /// Starts the program and waits for the end.
    func result() async throws -> Data {
        process.standardOutput = output
        process.standardError = errors
        output.fileHandleForReading.readabilityHandler = { [weak self] in self?.read($0, into: \.output) }
        errors.fileHandleForReading.readabilityHandler = { [weak self] in self?.read($0, into: \.errors) }
        process.terminationHandler = { [weak self] process in
            self?.finishPart(status: Int(process.terminationStatus))
            // Whoever inherited an output may hold it open for long: what the program wrote is there by then.
            Task {
                try? await Task.sleep(for: Self.patience)
                self?.endWithWhatCame()
            }
        }
        do {
            try process.run()
        } catch {
            end(.failure(ExternalProgramError.notStarted(program: name)))
        }
        return try await withCheckedThrowingContinuation { waiter in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = waiter }
                return state.result
            }
            if let result { waiter.resume(with: result) }
        }
    }

    private func read(_ handle: FileHandle, into part: WritableKeyPath<State, Data>) {
        let data = handle.availableData
        guard !data.isEmpty else {
            handle.readabilityHandler = nil
            finishPart()
            return
        }
        let isTooMuch = state.withLock { state in
            state[keyPath: part] += data
            return state[keyPath: part].count > ExternalProgram.sizeLimit
        }
        if isTooMuch {
            end(.failure(ExternalProgramError.tooMuch(program: name, limit: ExternalProgram.sizeLimit)))
        }
    }

    private func finishPart(status: Int? = nil) {
        let isOver = state.withLock { state in
            state.pending -= 1
            if let status { state.status = status }
            return state.pending == 0
        }
        if isOver { endWithWhatCame() }
    }

    private func endWithWhatCame() {
        let (output, errors, status) = state.withLock { ($0.output, $0.errors, $0.status) }
        guard status != 0 else { return end(.success(output)) }
        let message = Redactor(secrets: []).excerpt(errors)
        end(.failure(ExternalProgramError.failed(program: name, status: status, message: message)))
    }

    /// Ends the run with a result, the first of which counts, and kills the program if it still runs.
    func end(_ result: Result<Data, any Error>) {
        let (isFirst, waiter) = state.withLock { state in
            guard state.result == nil else { return (false, CheckedContinuation<Data, any Error>?.none) }
            state.result = result
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        guard isFirst else { return }
        output.fileHandleForReading.readabilityHandler = nil
        errors.fileHandleForReading.readabilityHandler = nil
        if process.isRunning {
            // Its children too, where it leads a group of processes.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
        }
        waiter?.resume(with: result)
    }
}
