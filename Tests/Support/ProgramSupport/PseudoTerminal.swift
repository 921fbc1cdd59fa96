import Foundation

/// What a program shows on a terminal.
package struct TerminalResult: Sendable {
    package let status: Int32
    package let screen: String
    /// Whether what is typed shows on the terminal that the program left behind.
    package let showsTyping: Bool
}

extension ProgramFolder {
    /// Runs a program on a terminal of its own with `columns` columns.
    ///
    /// - Parameters:
    ///   - prompt: the text to wait for before anything is done.
    ///   - reply: what is typed then.
    ///   - signal: the signal that is sent then.
    ///   - last: the text after which a program is ended that would go on.
    package func runOnTerminal(
        _ program: String, _ arguments: [String], columns: UInt16 = 100, environment: [String: String] = [:],
        prompt: String? = nil, reply: String = "", signal: Int32? = nil, last: String? = nil, limit: Double = 60
    ) async throws -> TerminalResult {
        let terminal = try PseudoTerminal(columns: columns)
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: program)
        process.arguments = arguments
        process.currentDirectoryURL = url
        process.environment = self.environment.merging(environment) { _, own in own }.merging(["TERM": "xterm"]) {
            own, _ in own
        }
        process.standardInput = terminal.device
        process.standardOutput = terminal.device
        process.standardError = terminal.device
        defer { try? terminal.device.close() }
        try process.start()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        let deadline = ContinuousClock.now + .seconds(limit)
        var screen: [UInt8] = []
        var (isWaiting, isEnding) = (prompt != nil, false)
        while true {
            guard ContinuousClock.now < deadline else { throw ProgramFailure.tookTooLong([program] + arguments) }
            // Asked before reading, so that nothing written before the end is missed.
            let isOver = !process.isRunning
            let bytes = terminal.read()
            screen += bytes
            if let prompt, isWaiting, String(decoding: screen, as: UTF8.self).contains(prompt) {
                isWaiting = false
                if let signal { kill(process.processIdentifier, signal) }
                terminal.type(reply)
            }
            // Once: a second signal ends a program that is ending gently.
            if let last, !isEnding, String(decoding: screen, as: UTF8.self).contains(last) {
                isEnding = true
                kill(process.processIdentifier, SIGTERM)
            }
            if isOver, bytes.isEmpty { break }
        }
        process.waitUntilExit()
        let text = String(decoding: screen, as: UTF8.self).replacing("\r\n", with: "\n")
        return TerminalResult(status: process.terminationStatus, screen: text, showsTyping: terminal.showsTyping)
    }
}

/// A pair of connected ends: a device that programs take for a terminal, and the side that sees and types.
private struct PseudoTerminal {
    let device: FileHandle
    private let own: FileHandle

    private typealias OpenPair =
        @convention(c) (
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
            UnsafePointer<termios>?, UnsafePointer<winsize>?
        ) -> Int32

    init(columns: UInt16) throws {
        // Every libc has the function, but not every module map names it.
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { throw POSIXError(.ENOSYS) }
        let openPair = unsafeBitCast(symbol, to: OpenPair.self)
        var (own, device): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openPair(&own, &device, nil, nil, &size) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        self.own = FileHandle(fileDescriptor: own, closeOnDealloc: true)
        self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
    }

    /// What has been shown since; waits a moment for something to come.
    func read() -> [UInt8] {
        var descriptor = pollfd(fd: own.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 20) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(own.fileDescriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    var showsTyping: Bool {
        var attributes = termios()
        return tcgetattr(device.fileDescriptor, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return }
        _ = write(own.fileDescriptor, bytes, bytes.count)
    }
}
