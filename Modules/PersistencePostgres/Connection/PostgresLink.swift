import CPostgres
import Foundation
import Persistence
import Values

/// A connection to a server, used by one thread at a time. Every wait ends at a deadline, whatever the server or the network
/// does.
///
/// Statements are queued and go out together when an answer is needed, so that a transaction takes few round trips. Nothing is left
/// in the server's session, so that a pooler may stand in between. Where none does, the server keeps those of each write by
/// name: reading and planning them anew took it longer than carrying them out.
final class PostgresLink {
    private struct Queued {
        var isBinary = false
        /// Whether the same will be sent again and again.
        var isKept = false
        /// The statement that gets a name.
        var named: String?
        var take: ((PostgresResult) throws -> Void)?
    }

    /// As many statements are kept at most.
    private static let mostNames = 200

    let connection: OpaquePointer
    /// When whoever waits has waited long enough.
    var deadline: ContinuousClock.Instant
    /// The statements queued since the last answer.
    private var queued: [Queued] = []
    /// Statements sent without waiting, whose answers are ignored.
    private var unread: [[Queued]] = []
    private var statements: [String: String] = [:]
    /// The names of the statements that the server keeps.
    private var names: [String: String] = [:]
    private var newestName = 0
    /// Whether the server itself is at the other end: a pooler gives each transaction another one.
    private(set) var isDirect = false
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

    /// Asks whether there is a pooler in between, which makes up a process of its own; the answer comes with the next one.
    func askWhetherDirect() throws {
        try queue("SELECT pg_backend_pid()") { [weak self] result in
            guard let self else { return }
            isDirect = result.number(0, 0) == Int(cpq_backend_pid(connection))
        }
        send()
    }

    var serverVersion: Int { Int(cpq_server_version(connection)) }

    func parameter(_ name: String) -> String? { cpq_parameter_status(connection, name).map { String(cString: $0) } }

    // MARK: - Sending

    /// Puts a statement behind those that wait to be sent.
    ///
    /// - Parameters:
    ///   - sql: with a question mark for each value.
    ///   - isBinary: whether the answer's rows come as the server keeps them.
    ///   - isKept: whether the same will be sent again and again.
    ///   - take: gets the answer when it comes.
    func queue(
        _ sql: String, _ cells: [Cell] = [], isBinary: Bool = false, isKept: Bool = false,
        take: ((PostgresResult) throws -> Void)? = nil
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
        try queue(sql, bytes, starts, Queued(isBinary: isBinary, isKept: isKept, take: take))
    }

    /// Puts a statement behind those that wait to be sent, with an array for each question mark: its text, zero at the end.
    func queue(_ sql: String, _ arrays: [[UInt8]], isKept: Bool) throws {
        var starts: [Int?] = []
        var end = 0
        for array in arrays {
            starts.append(end)
            end += array.count
        }
        try queue(sql, Array(arrays.joined()), starts, Queued(isKept: isKept))
    }

    /// - Parameters:
    ///   - bytes: the texts of all values, each with a zero at its end.
    ///   - starts: where each begins; nil for an empty one.
    private func queue(_ sql: String, _ bytes: [UInt8], _ starts: [Int?], _ next: Queued) throws {
        guard !isBroken else { throw ServerFailure.lost }
        let name = next.isKept && isDirect ? try name(of: sql) : nil
        let isSent = bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = starts.map { offset in offset.flatMap { offset in start.map { $0 + offset } } }
            let (count, format) = (CInt(starts.count), CInt(next.isBinary ? 1 : 0))
            guard let name else { return cpq_send(connection, numbered(sql), count, values, format) != 0 }
            return cpq_send_prepared(connection, name, count, values, format) != 0
        }
        guard isSent else { throw broken() }
        queued.append(next)
    }

    /// The name of a statement that is kept, which it gets now where it has none; nil where there are too many.
    private func name(of sql: String) throws -> String? {
        if let known = names[sql] { return known }
        guard names.count < Self.mostNames else { return nil }
        newestName += 1
        let name = "s\(newestName)"
        guard cpq_send_prepare(connection, name, numbered(sql)) != 0 else { throw broken() }
        names[sql] = name
        queued.append(Queued(named: sql))
        return name
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
    func run(
        _ sql: String, _ cells: [Cell] = [], isBinary: Bool = false, isKept: Bool = false
    ) throws -> PostgresResult {
        var found: PostgresResult?
        try queue(sql, cells, isBinary: isBinary, isKept: isKept) { found = $0 }
        try exchange()
        guard let found else { throw broken() }
        return found
    }

    /// Sends what is queued without waiting; what comes of it is read with the next answer, and ends nothing.
    func send() {
        guard !isBroken, !queued.isEmpty, cpq_pipeline_sync(connection) != 0, cpq_flush(connection) >= 0 else { return }
        unread.append(queued)
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
        for flight in unread { _ = try results(of: flight) }
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
                // One that was not carried out has not got its name either.
                if let sql = queued.named, status != cpq_command_ok { names[sql] = nil }
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
