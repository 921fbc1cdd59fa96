import Persistence
import Synchronization

/// The descriptions of kinds that the database has, which are never changed, and the kinds that a household had last.
final class KnownDescriptions: Sendable {
    private struct Name: Hashable {
        let kind: String
        let version: Int
    }

    static let selection = "SELECT kind, version, description, checksum FROM cst._kinds"

    private let texts = Mutex<[Name: String]>([:])
    private let newest = Mutex<(household: Int, kinds: [PostgresHead.Kind])?>(nil)

    func text(of kind: String, version: Int) -> String? { texts.withLock { $0[Name(kind: kind, version: version)] } }

    /// The kinds that a household had when its row was last read.
    func kinds(of household: Int) -> [PostgresHead.Kind]? {
        newest.withLock { $0?.household == household ? $0?.kinds : nil }
    }

    func note(_ kinds: [PostgresHead.Kind], of household: Int) { newest.withLock { $0 = (household, kinds) } }

    /// Takes note of the rows of ``selection``.
    func read(_ result: PostgresResult, _ currencies: KnownCurrencies) throws {
        try result.forEachRow(currencies, limit: nil) { row in
            guard row.checksum(3) == Checksum.of(row, columns: 0..<3) else {
                throw CorruptRow(detail: "a row of kinds does not match its checksum")
            }
            let (name, text) = (Name(kind: try row.text(0), version: row.number(1)), try row.text(2))
            texts.withLock { $0[name] = text }
        }
    }
}
