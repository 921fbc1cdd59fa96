import Foundation
import Models

@testable import FileFormats
@testable import Interchange

/// What the reader of journals makes of a file.
struct JournalReading {
    private(set) var sums: [JournalProgram.Place: Money] = [:]
    private(set) var refused: [String] = []
    private(set) var skipped: [Int] = []
    private(set) var days: Set<String> = []

    init(_ path: String, _ dialect: JournalDialect) throws {
        try JournalReader(file: TextFile(path: path, encoding: .utf8), dialect: dialect).read { item in
            switch item {
            case .transaction(let transaction):
                for posting in transaction.postings {
                    let place = JournalProgram.Place(
                        account: posting.account, symbol: JournalCommodities.symbol(posting.amount.currency))
                    sums[place] = try (sums[place] ?? .zero(posting.amount.currency)).adding(posting.amount)
                    days.insert("\(posting.day ?? transaction.day)")
                }
            case .refused(let row): refused.append("\(row.line): \(row.reason)")
            case .skipped(let line, _): skipped.append(line)
            case .balance, .tag: break
            }
        }
    }

    init(text: String, _ dialect: JournalDialect) throws {
        let path = try Self.write(text, dialect)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try self.init(path, dialect)
    }

    /// A file with a text, named as those of a dialect are.
    static func write(_ text: String, _ dialect: JournalDialect) throws -> String {
        let suffix = dialect == .hledger ? "journal" : dialect.rawValue
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Where a program says something else: the place, what we say, what it says.
    func differences(from other: [JournalProgram.Place: String]) -> [String] {
        let own = sums.filter { !$0.value.isZero }.mapValues { JournalProgram.plain($0.amountText) }
        return Set(own.keys).union(other.keys).filter { own[$0] != other[$0] }
            .map { "\($0.account) \($0.symbol): \(own[$0] ?? "nothing"), \(other[$0] ?? "nothing")" }.sorted()
    }
}
