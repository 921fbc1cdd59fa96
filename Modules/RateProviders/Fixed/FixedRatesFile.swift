public import ExchangeRates
import Foundation
import PluginKit
public import Values

/// Rates from the table file that the user names, which is read again when it has changed.
actor FixedRatesFile: ExchangeRateProvider {
    static let providerName = "fixed"
    static let file = SettingDefinition(
        "exchangeRates.fixed.file", .path,
        "A table of rates: CSV with the header from,to,rate,date. The date may be empty. Without a file there are none."
    )
    static let settings = [file]

    /// What tells one state of the file from another.
    private struct Stamp: Equatable {
        let changed: Date
        let size: Int
        let inode: UInt64
    }

    nonisolated let name = FixedRatesFile.providerName
    private let path: String
    private let address: URL
    /// What was read last; nil when that failed.
    private var read: (stamp: Stamp, rates: FixedRates)?

    /// Reads the file for the first time.
    ///
    /// - Throws: ``FixedRatesFileError`` with every line that cannot be read.
    private init(path: String) throws {
        self.path = path
        address = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        read = try Self.read(path, address)
    }

    /// Rates of the configured file; none when no file is configured.
    ///
    /// - Throws: ``FixedRatesFileError`` with every line that cannot be read, or `SettingsError`.
    static func rates(_ settings: any SettingsReader) throws -> any ExchangeRateProvider {
        guard let path = try settings.optionalString(file) else {
            return FixedRates(
                try FixedRateTable(csv: "from,to,rate,date", fileTime: .distantPast), name: providerName)
        }
        return try FixedRatesFile(path: path)
    }

    /// The rates of the file as it is now.
    ///
    /// - Throws: ``FixedRatesFileError`` while it cannot be read.
    func rates(_ request: RateRequest) throws -> RateAnswer {
        if let read, (try? Self.stamp(path, address)) == read.stamp { return read.rates.rates(request) }
        // What the file said before does not count any more, also while it cannot be read.
        read = nil
        let now = try Self.read(path, address)
        read = now
        return now.rates.rates(request)
    }

    private static func read(_ path: String, _ address: URL) throws -> (stamp: Stamp, rates: FixedRates) {
        // Before the content: what changes meanwhile is read the next time.
        let stamp = try stamp(path, address)
        let data: Data
        do {
            data = try Data(contentsOf: address)
        } catch {
            throw FixedRatesFileError.unreadable(path: path, reason: reason(of: error))
        }
        guard let text = String(data: data, encoding: .utf8) else { throw FixedRatesFileError.notText(path: path) }
        do {
            return (stamp, FixedRates(try FixedRateTable(csv: text, fileTime: stamp.changed), name: providerName))
        } catch {
            throw FixedRatesFileError.malformed(path: path, issues: error)
        }
    }

    private static func stamp(_ path: String, _ address: URL) throws -> Stamp {
        // Attributes would name the owner too, and read the lists of users and groups for that.
        var info = stat()
        guard stat(address.path, &info) == 0 else {
            throw FixedRatesFileError.unreadable(path: path, reason: reason(of: errno))
        }
        #if canImport(Darwin)
            let time = info.st_mtimespec
        #else
            let time = info.st_mtim
        #endif
        return Stamp(
            changed: Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9),
            size: Int(info.st_size), inode: UInt64(info.st_ino))
    }

    private static func reason(of error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: reason(of: ENOENT)
        case .fileReadNoPermission: reason(of: EACCES)
        default: reason(of: EIO)
        }
    }

    private static func reason(of code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file"
        case EACCES, EPERM: "it may not be read"
        default: "it cannot be read"
        }
    }
}

/// Why a table file of rates cannot be used.
public enum FixedRatesFileError: Problem, Equatable {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is not UTF-8.
    case notText(path: String)
    /// Lines of the file say nothing that can be understood.
    case malformed(path: String, issues: FixedRateTableError)

    /// What is wrong and what to do; a line for every wrong line.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The rates table '\(path.printable)' cannot be read: \(reason). Check the setting exchangeRates.fixed.file."
        case .notText(let path):
            "The rates table '\(path.printable)' is not UTF-8 text. Save it as UTF-8."
        case .malformed(let path, let issues):
            "The rates table '\(path.printable)' has lines that cannot be read:\n\(issues)"
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .unreadable: "ratesTable.unreadable"
        case .notText: "ratesTable.notText"
        case .malformed: "ratesTable.malformed"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [FixedRatesFileError] {
        [
            .unreadable(path: "rates.csv", reason: "there is no such file"), .notText(path: "rates.csv"),
            .malformed(path: "rates.csv", issues: FixedRateTableError(lines: ["Line 3: no rate."])),
        ]
    }
}
