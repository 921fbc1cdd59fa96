public import ExchangeRates
import Foundation
import Models
import PluginKit

/// Makes rates of the table file that the user names.
enum FixedRatesFile {
    static let name = "fixed"

    static let file = SettingDefinition(
        "exchangeRates.fixed.file", .path,
        "A table of rates: CSV with the header from,to,rate,date. The date may be empty. Without a file there are none."
    )

    static let settings = [file]

    /// Rates of the configured file as they are known on `today`; none when no file is configured.
    ///
    /// - Throws: ``FixedRatesFileError``, ``FixedRateTableError`` with every line at fault, or `SettingsError`.
    static func rates(_ settings: any SettingsReader, today: CalendarDay) throws -> FixedRates {
        guard let path = try settings.optionalString(file) else {
            return FixedRates(
                try FixedRateTable(csv: "from,to,rate,date", fileTime: .distantPast), today: today, name: name)
        }
        let address = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        let data: Data
        let time: Date
        do {
            data = try Data(contentsOf: address)
            guard
                let changed = try address.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            else { throw CocoaError(.fileReadUnknown) }
            time = changed
        } catch {
            throw FixedRatesFileError.unreadable(path: path, reason: Self.reason(of: error))
        }
        guard let text = String(data: data, encoding: .utf8) else { throw FixedRatesFileError.notText(path: path) }
        do {
            return FixedRates(try FixedRateTable(csv: text, fileTime: time), today: today, name: name)
        } catch {
            throw FixedRatesFileError.malformed(path: path, faults: error)
        }
    }

    private static func reason(of error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "it may not be read"
        default: "it cannot be read"
        }
    }
}

/// Why a table file of rates cannot be used.
public enum FixedRatesFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is not UTF-8.
    case notText(path: String)
    /// Lines of the file say nothing that can be understood.
    case malformed(path: String, faults: FixedRateTableError)

    /// What is wrong and what to do; a line for every line at fault.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The table of rates '\(path.printable)' cannot be used: \(reason). Check the setting exchangeRates.fixed.file."
        case .notText(let path):
            "The table of rates '\(path.printable)' is not UTF-8 text. Save it as UTF-8."
        case .malformed(let path, let faults):
            "The table of rates '\(path.printable)' has lines that cannot be read:\n\(faults)"
        }
    }
}
