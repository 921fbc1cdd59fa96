import Foundation
import HTTPNetworking
import Synchronization

/// One run: collects what is written, and is over when the program has ended and closed both outputs, or is ended.
final class ProgramRun: Sendable {
    private struct State {
        var output = Data()
        var errors = Data()
        /// The outputs that are open.
        var open = 2
        /// How the program itself ended; nil while it runs.
        var status: Int?
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
        process.terminationHandler = { [weak self] process in self?.noteEnd(status: Int(process.terminationStatus)) }
        do {
            try process.run()
            let number = process.processIdentifier
            Thread.detachNewThread { self.waitForTheEnd(of: number) }
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
                    noteClosedOutput()
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

    /// Waits until the program itself has ended. Foundation notices it only when everybody has closed what the program
    /// inherited, and a helper that goes on in the background never does. The entry of the ended process is left for
    /// Foundation; when that was faster, its handler tells.
    private func waitForTheEnd(of number: Int32) {
        var report = siginfo_t()
        while waitid(P_PID, id_t(number), &report, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return }
        }
        #if canImport(Darwin)
            noteEnd(status: Int(report.si_status))
        #else
            noteEnd(status: Int(report._sifields._sigchld.si_status))
        #endif
    }

    private func noteEnd(status: Int) {
        let (isFirst, isOver) = state.withLock { state in
            guard state.status == nil else { return (false, false) }
            state.status = status
            return (true, state.open == 0)
        }
        guard isFirst else { return }
        if isOver { return endWithWhatCame() }
        // Whoever inherited an output may hold it open for long: what the program wrote is there by then.
        Task {
            try? await Task.sleep(for: Self.patience)
            endWithWhatCame()
        }
    }

    private func noteClosedOutput() {
        let isOver = state.withLock { state in
            state.open -= 1
            return state.open == 0 && state.status != nil
        }
        if isOver { endWithWhatCame() }
    }

    private func endWithWhatCame() {
        let (output, errors, ended) = state.withLock { ($0.output, $0.errors, $0.status) }
        // How it ended is known wherever this is called; unknown is no success.
        guard let status = ended else { return }
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
        // After its end the number may be another one's, and what it left in the background is meant to go on.
        guard process.isRunning, state.withLock({ $0.status == nil }) else { return }
        // Its children too, where it leads a group of processes.
        kill(-process.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
    }
}
