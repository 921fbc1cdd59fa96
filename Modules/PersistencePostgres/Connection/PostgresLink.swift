import CPostgres
import Foundation
import Persistence
import Values

/// A connection to a server, used by one thread at a time. Every wait ends at a deadline, whatever the server or the network
/// does.
///
/// Statements are queued and go out together when an answer is needed, so that a transaction takes few round trips. None has a
/// name, and nothing is left in the server's session, so that a pooler may stand in between.
final class PostgresLink {
    private struct Queued {
        var isBinary = false
        var take: ((PostgresResult) throws -> Void)?
    }

    private let connection: OpaquePointer
    /// When whoever waits has waited long enough.
    var deadline: ContinuousClock.Instant
    /// The statements queued since the last answer.
    private var queued: [Queued] = []
    /// Statements sent without waiting, whose answers are ignored.
    private var unread: [Int] = []
    private var statements: [String: String] = [:]
    /// Whether it cannot be used any more.
    private(set) var isBroken = false
    /// How often an answer was waited for.
    private(set) var roundTrips = 0
    let currencies = KnownCurrencies()

    /// Connects.
    ///
    /// - Throws: ``ServerFailure``.
    init(_ address: PostgresAddress, password: String?, deadline: ContinuousClock.Instant) throws(ServerFailure) {
        guard cpq_is_available() != 0 else {
            throw ServerFailure(sort: .unreachable("the library libpq is missing, in version 14 or later"))
        }
        self.deadline = deadline
        let left = ContinuousClock.now.duration(to: deadline)
        let words = address.words(password: password, seconds: Int(left.components.seconds))
        var (keys, values) = (words.map { strdup($0.0) }, words.map { strdup($0.1) })
        defer { for text in keys + values { free(text) } }
        keys.append(nil)
        values.append(nil)
        let started = keys.withUnsafeBufferPointer { keys in
            values.withUnsafeBufferPointer { values in
                keys.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keys in
                    values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
                        cpq_connect_start(keys.baseAddress, values.baseAddress)
                    }
                }
            }
        }
        guard let started else { throw ServerFailure.lost }
        connection = started
        do { try connect() } catch {
            // The object is whole by now, so that its end closes the connection.
            isBroken = true
            throw error
        }
    }

    deinit { cpq_finish(connection) }

    private func connect() throws(ServerFailure) {
        guard cpq_status(connection) != 1 else { throw connectionFailure }
        var state = cpq_polling_writing
        while state != cpq_polling_ok {
            guard state != cpq_polling_failed else { throw connectionFailure }
            try wait(reading: state == cpq_polling_reading, writing: state == cpq_polling_writing)
            state = numericCast(cpq_connect_poll(connection))
        }
        guard cpq_begin_pipeline(connection) != 0 else { throw ServerFailure.lost }
    }

    /// Why there is no connection, from the code in libpq's message; the rest of it may be anything.
    private var connectionFailure: ServerFailure {
        let message = cpq_error_message(connection).map { String(cString: $0) } ?? ""
        let codes = message.split { !$0.isASCII || !($0.isUppercase || $0.isNumber) }.filter { $0.utf8.count == 5 }
        let code = codes.last { $0.contains { $0.isNumber } && !$0.allSatisfy { $0 == "5" } && $0 != "FATAL" }
        if let code, ["08", "28", "3D", "42", "53", "57", "25"].contains(code.prefix(2)) {
            return ServerFailure(code: String(code))
        }
        if message.contains("root certificate") {
            let detail = "the certificates to check its own against are missing: name their file with sslrootcert"
            return ServerFailure(sort: .unreachable(detail))
        }
        if message.contains("certificate") || message.contains("SSL") {
            return ServerFailure(sort: .unreachable("its certificate is not that of the host, or it has none"))
        }
        if message.contains("could not translate host name") {
            return ServerFailure(sort: .unreachable("there is no host of that name"))
        }
        if message.contains("read-only") || message.contains("read-write") { return ServerFailure(code: "25006") }
        return .lost
    }

    var serverVersion: Int { Int(cpq_server_version(connection)) }

    func parameter(_ name: String) -> String? { cpq_parameter_status(connection, name).map { String(cString: $0) } }

    // MARK: - Sending

    /// Puts a statement behind those that wait to be sent.
    ///
    /// - Parameters:
    ///   - sql: with a question mark for each value.
    ///   - isBinary: whether the answer's rows come as the server keeps them.
    ///   - take: gets the answer when it comes.
    func queue(
        _ sql: String, _ cells: [Cell] = [], isBinary: Bool = false, take: ((PostgresResult) throws -> Void)? = nil
    ) throws {
        var bytes: [UInt8] = []
        var starts: [Int?] = []
        for cell in cells {
            starts.append(cell == .null ? nil : bytes.count)
            switch cell {
            case .null: continue
            case .integer(let number): bytes += "\(number)".utf8
            case .text(let text): EscapedText.append(text, to: &bytes)
            case .list(let rows): EscapedText.append(CellText.encode(rows: rows), to: &bytes)
            }
            bytes.append(0)
        }
        try queue(sql, bytes, starts, Queued(isBinary: isBinary, take: take))
    }

    /// Puts a statement behind those that wait to be sent, with an array for each question mark: its text, zero at the end.
    func queue(_ sql: String, _ arrays: [[UInt8]]) throws {
        var starts: [Int?] = []
        var end = 0
        for array in arrays {
            starts.append(end)
            end += array.count
        }
        try queue(sql, Array(arrays.joined()), starts, Queued())
    }

    /// - Parameters:
    ///   - bytes: the texts of all values, each with a zero at its end.
    ///   - starts: where each begins; nil for an empty one.
    private func queue(_ sql: String, _ bytes: [UInt8], _ starts: [Int?], _ next: Queued) throws {
        guard !isBroken else { throw ServerFailure.lost }
        let isSent = bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = starts.map { offset in offset.flatMap { offset in start.map { $0 + offset } } }
            return cpq_send(connection, numbered(sql), CInt(starts.count), values, next.isBinary ? 1 : 0) != 0
        }
        guard isSent else { throw broken() }
        queued.append(next)
    }

    /// The statement with `$1` for its first question mark.
    private func numbered(_ sql: String) -> String {
        if let known = statements[sql] { return known }
        var (text, number) = ("", 0)
        for character in sql {
            if character == "?" {
                number += 1
                text += "$\(number)"
            } else {
                text.append(character)
            }
        }
        if statements.count > 1000 { statements.removeAll() }
        statements[sql] = text
        return text
    }

    /// Sends a statement and waits for its answer, and for those of all that were queued before.
    func run(_ sql: String, _ cells: [Cell] = [], isBinary: Bool = false) throws -> PostgresResult {
        var found: PostgresResult?
        try queue(sql, cells, isBinary: isBinary) { found = $0 }
        try exchange()
        guard let found else { throw broken() }
        return found
    }

    /// Sends what is queued without waiting; what comes of it is of no interest.
    func send() {
        guard !isBroken, !queued.isEmpty, cpq_pipeline_sync(connection) != 0, cpq_flush(connection) >= 0 else { return }
        unread.append(queued.count)
        queued = []
    }

    /// Sends what is queued and waits for all answers.
    ///
    /// - Throws: The first failure; what was sent behind it was not carried out.
    func exchange() throws {
        guard !isBroken else { throw ServerFailure.lost }
        guard !queued.isEmpty else { return }
        roundTrips += 1
        let flight = queued
        queued = []
        guard cpq_pipeline_sync(connection) != 0 else { throw broken() }
        while true {
            let rest = cpq_flush(connection)
            if rest == 0 { break }
            guard rest > 0 else { throw broken() }
            try wait(reading: true, writing: true)
            guard cpq_consume_input(connection) != 0 else { throw broken() }
        }
        for count in unread { _ = try results(of: Array(repeating: Queued(), count: count)) }
        unread = []
        if let failure = try results(of: flight) { throw failure }
    }

    /// Reads the answers of one flight.
    ///
    /// - Returns: the first failure among them.
    private func results(of flight: [Queued]) throws -> (any Error)? {
        var failure: (any Error)?
        for queued in flight {
            while let result = try next() {
                let status = Int(cpq_result_status(result))
                let owned = PostgresResult(result, isBinary: queued.isBinary)
                if status == cpq_fatal_error {
                    let code = cpq_result_code(result).map { String(cString: $0) }
                    failure = failure ?? code.map(ServerFailure.init(code:)) ?? broken()
                } else if status == cpq_command_ok || status == cpq_tuples_ok, failure == nil {
                    do { try queued.take?(owned) } catch { failure = error }
                }
            }
        }
        guard let end = try next() else { throw broken() }
        defer { cpq_clear(end) }
        guard Int(cpq_result_status(end)) == cpq_pipeline_synced else { throw broken() }
        return failure
    }

    private func next() throws -> OpaquePointer? {
        while cpq_is_busy(connection) != 0 {
            try wait(reading: true, writing: false)
            guard cpq_consume_input(connection) != 0 else { throw broken() }
        }
        return cpq_get_result(connection)
    }

    /// Waits for something that was listened for, but not longer than some milliseconds.
    ///
    /// - Throws: ``ServerFailure`` when the connection is lost.
    func hasNotice(within milliseconds: Int) throws -> Bool {
        var place = pollfd(fd: cpq_socket(connection), events: Int16(POLLIN), revents: 0)
        guard place.fd >= 0, poll(&place, 1, CInt(milliseconds)) >= 0 || errno == EINTR,
            place.revents == 0 || cpq_consume_input(connection) != 0
        else { throw broken() }
        return cpq_take_notices(connection) > 0
    }

    private func broken() -> ServerFailure {
        isBroken = true
        return .lost
    }

    /// Waits until the socket can be read or written.
    private func wait(reading: Bool, writing: Bool) throws(ServerFailure) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else {
                isBroken = true
                throw ServerFailure.late
            }
            var place = pollfd(
                fd: cpq_socket(connection),
                events: Int16((reading ? Int32(POLLIN) : 0) | (writing ? Int32(POLLOUT) : 0)), revents: 0)
            guard place.fd >= 0 else { throw broken() }
            let ready = poll(&place, 1, CInt(min(milliseconds, 60_000)))
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else { throw broken() }
        }
    }
}
