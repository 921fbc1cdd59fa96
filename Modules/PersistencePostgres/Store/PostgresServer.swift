import CPostgres
import Foundation
public import Persistence
import Values

/// A server with a household on it, and how it is reached.
public struct PostgresServer: Sendable {
    /// The server, the role and the database.
    public let address: PostgresAddress
    /// The household, by its name.
    public let household: String
    /// The file that holds the password and nothing else; nil where the role needs none.
    public let passwordFile: String?
    /// How long a read or write waits for the server.
    public let patience: Duration
    /// Whether other programs are notified of each write at once, and not only when they look.
    package var sendsHints = true

    /// A server.
    public init(
        _ address: PostgresAddress, household: String, passwordFile: String? = nil, patience: Duration = .seconds(15)
    ) {
        self.address = address
        self.household = household
        self.passwordFile = passwordFile
        self.patience = patience
    }

    /// The place that errors name.
    public var location: StoreLocation { .server("\(address.shown), household '\(household.printable)'") }

    /// When a call that begins now has waited long enough.
    var deadline: ContinuousClock.Instant { .now + patience }

    /// The patience for people.
    var seconds: Int { max(1, Int(patience.components.seconds)) }

    /// The settings of each transaction; none outlasts it, so that a pooler may stand in between.
    var settings: String {
        // Sooner than whoever waits gives up, so that the reason is known.
        let waiting = max(100, Int(patience / .milliseconds(1)) * 4 / 5)
        // Others go on when a program is stopped while it holds the household.
        return """
            , set_config('lock_timeout', '\(waiting)', true),
            set_config('idle_in_transaction_session_timeout', '8000', true)
            """
    }

    func connect(until deadline: ContinuousClock.Instant) throws -> PostgresLink {
        let link = try PostgresLink(address, password: try password(), deadline: deadline)
        guard link.serverVersion >= 140_000 else {
            throw StoreError.unusable(at: location, detail: "the server is older than version 14")
        }
        guard link.parameter("server_encoding") == "UTF8" else {
            throw StoreError.unusable(at: location, detail: "the database does not keep its texts as UTF-8")
        }
        try link.askWhetherDirect()
        return link
    }

    private func password() throws -> String? {
        guard let passwordFile else { return nil }
        let descriptor = open(passwordFile, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw StoreError.unusable(at: location, detail: "the file with its password cannot be read")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_mode & 0o077 == 0 else {
            throw StoreError.unusable(at: location, detail: "others can read the file with its password")
        }
        let text = String(decoding: try handle.read(upToCount: 4096) ?? Data(), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init)
        guard let line, !line.utf8.contains(0) else {
            throw StoreError.unusable(at: location, detail: "the file with its password is empty")
        }
        return line
    }

    /// An error as callers of the store see it.
    func storeError(_ error: any Error) -> any Error {
        switch error {
        case let failure as ServerFailure: storeError(failure)
        case let issue as CorruptRow: StoreError.damaged(at: location, detail: issue.detail, copy: nil)
        case let issue as Unprepared:
            StoreError.unusable(
                at: location, detail: "it is not prepared for things of the kind '\(issue.kind.printable)'")
        case let issue as LongName:
            StoreError.unusable(
                at: location, detail: "the kind '\(issue.kind.printable)' has a name of more than 63 letters")
        default: error
        }
    }

    private func storeError(_ failure: ServerFailure) -> StoreError {
        func unusable(_ detail: String) -> StoreError { .unusable(at: location, detail: detail) }
        switch failure.sort {
        case .late: return unusable("the server did not answer within \(seconds) s")
        case .lost: return unusable("the server cannot be reached, or the connection to it was lost")
        case .unreachable(let detail): return unusable(detail)
        case .refused(let code): return storeError(code: code)
        }
    }

    private func storeError(code: String) -> StoreError {
        func unusable(_ detail: String) -> StoreError { .unusable(at: location, detail: detail) }
        switch code {
        case "55P03", "57014", "40001", "40P01", "53300", "25P03":
            return .busy(at: location, seconds: seconds, holder: nil)
        case "53100", "53200": return .full(at: location)
        case "25006": return .readOnly(at: location)
        case "28P01": return unusable("the role or its password is not accepted")
        case "28000": return unusable("the role may not log in from here, or there is none of that name")
        case "3D000": return unusable("there is no such database")
        case "42501": return unusable("the role may not read or write all that belongs to it")
        case "42P01", "42703", "3F000":
            return unusable("it is not prepared, only in part, or by a version that does not fit")
        case "57P01", "57P02", "57P03": return unusable("the server is being stopped or started")
        case "XX001", "XX002": return .damaged(at: location, detail: "the server found damage", copy: nil)
        // The checks before it uphold this.
        case _ where code.hasPrefix("23"):
            return .damaged(at: location, detail: "its rows do not fit together", copy: nil)
        default: return unusable("the server refused it with the code \(code)")
        }
    }
}
