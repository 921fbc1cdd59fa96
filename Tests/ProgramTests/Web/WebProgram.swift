import Foundation
import ProgramSupport
import Testing

/// A dashboard that runs as a program, with connections to it byte by byte: for tests of what in-process answers do not show, as
/// limits, signals, files and other programs. The others use ``LocalDashboard``.
final class WebProgram: Dashboard {
    let port: Int
    let start: String
    let process: Process
    private let errors: URL
    private let output: FileHandle
    /// Goes with the program that works in it.
    private let folder: ProgramFolder

    /// Starts it and waits for its line.
    init(_ folder: ProgramFolder, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        self.folder = folder
        process = Process()
        process.executableURL = try ProgramFolder.path(of: "cst-web")
        process.arguments = ["--no-open"] + arguments
        process.currentDirectoryURL = folder.url
        process.environment = folder.environment.merging(environment) { _, own in own }
        let pipe = Pipe()
        process.standardOutput = pipe
        output = pipe.fileHandleForReading
        errors = folder.url.appending(path: "web-errors-\(UUID().uuidString)")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.start()
        var line = Data()
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        start = String(decoding: line, as: UTF8.self)
        let errors = try Self.text(errors)
        // Where others find it is told instead where it is found by others, and the port was chosen.
        let chosen = arguments.firstIndex(of: "--port").flatMap { Int(arguments[$0 + 1]) }
        let found = start.firstMatch(of: #/:(\d+)\/open\?token=/#).flatMap { Int($0.output.1) }
        let isSocket = arguments.contains { $0.hasPrefix("unix:") }
        port = try #require(start.isEmpty ? nil : found ?? chosen ?? (isSocket ? 0 : nil), "\(line) \(errors)")
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// What it writes to standard output after its first line, up to a text.
    func output(upTo end: String) throws -> String {
        var text = Data()
        while !text.hasSuffix(end), let byte = try output.read(upToCount: 1), !byte.isEmpty { text += byte }
        return String(decoding: text, as: UTF8.self)
    }

    /// What it wrote to standard error so far.
    var told: String { get throws { try Self.text(errors) } }

    /// Ends it as a terminal does, and gives its status.
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// Sends bytes and reads what comes until the connection is closed.
    func raw(_ text: String) throws -> String { try Self.raw(text, port: port) }

    /// The same while the test goes on: waiting for bytes keeps a thread, of which tests have few.
    func listen(_ text: String) -> Task<String, any Error> {
        let port = port
        return Task {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try WebProgram.raw(text, port: port) })
                }
            }
        }
    }

    private static func connection(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        return descriptor
    }

    private static func say(_ text: String, _ descriptor: Int32) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
    }

    private static func raw(_ text: String, port: Int) throws -> String {
        let descriptor = try connection(port)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 40, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        say(text, descriptor)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Sends bytes, and closes the connection without an answer when something holds.
    func leave(_ text: String, when holds: () -> Bool) throws {
        let descriptor = try Self.connection(port)
        defer { close(descriptor) }
        Self.say(text, descriptor)
        let end = ContinuousClock.now + .seconds(60)
        while !holds(), ContinuousClock.now < end { usleep(20_000) }
        try #require(holds())
    }

    /// What it wrote to standard error, when something holds for it.
    func waitFor(_ holds: (String) -> Bool) throws -> String {
        let end = ContinuousClock.now + .seconds(60)
        while try !holds(told), ContinuousClock.now < end { usleep(20_000) }
        return try told
    }

    /// One request on a connection of its own.
    func ask(
        _ method: String = "GET", _ path: String, _ headers: [(String, String)] = [], host: String? = nil,
        body: String? = nil
    ) throws -> DashboardAnswer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
        lines += headers.map { "\($0.0): \($0.1)" }
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        return try Self.parse(try raw(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")))
    }

    static func parse(_ text: String) throws -> DashboardAnswer {
        // A text with CRLF has them as one character.
        let end = try #require(text.range(of: "\r\n\r\n"), "no answer: \(text.prefix(200))")
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            let pair = line.split(separator: ":", maxSplits: 1)
            return pair.count == 2 ? (String(pair[0]), pair[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        return DashboardAnswer(status: status, headers: headers, body: String(text[end.upperBound...]))
    }

    /// A port that nobody listens on.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        try #require(status == 0)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

extension Data {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
