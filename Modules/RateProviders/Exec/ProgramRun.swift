import Foundation
import HTTPNetworking
import Synchronization

/// One run: collects what is written, and is over when the program has ended and closed both outputs, or is ended.
final class ProgramRun: Sendable {
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
    private static let milliseconds: Int32 = 50

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
            // A thread, because the handlers of file handles outlive the descriptors that they watch.
            Thread.detachNewThread { self.readUntilTheEnd() }
            // The run may have been ended while the program was started.
            if state.withLock({ $0.result != nil }) { killProgram() }
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

    // MARK: - Reading

    private func readUntilTheEnd() {
        var open = [output, errors].map {
            pollfd(fd: $0.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        }
        let outputDescriptor = open[0].fd
        while !open.isEmpty, state.withLock({ $0.result == nil }) {
            guard poll(&open, nfds_t(open.count), Self.milliseconds) > 0 else { continue }
            for ready in open where ready.revents != 0 {
                let data = Self.read(ready.fd)
                if data.isEmpty {
                    open.removeAll { $0.fd == ready.fd }
                    finishPart()
                } else {
                    take(data, isOutput: ready.fd == outputDescriptor)
                }
            }
        }
    }

    /// What is there now; nothing at the end.
    private static func read(_ descriptor: Int32) -> Data {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        return Data(buffer.prefix(max(0, count)))
    }

    private func take(_ data: Data, isOutput: Bool) {
        let isTooMuch = state.withLock { state in
            if isOutput { state.output += data } else { state.errors += data }
            return max(state.output.count, state.errors.count) > ExternalProgram.sizeLimit
        }
        if isTooMuch {
            end(.failure(ExternalProgramError.tooMuch(program: name, limit: ExternalProgram.sizeLimit)))
        }
    }

    // MARK: - Ending

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
        killProgram()
        waiter?.resume(with: result)
    }

    private func killProgram() {
        guard process.isRunning else { return }
        // Its children too, where it leads a group of processes.
        kill(-process.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
    }
}
