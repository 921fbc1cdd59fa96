import Persistence
import Values

/// The one row of a household that every write locks: how often it was written to, which kinds it has things of and in which
/// versions, and the totals of all its tables.
struct PostgresHead: Equatable {
    /// A kind in one of the versions that the household has seen.
    struct Kind: Equatable {
        let name: String
        let version: Int
    }

    var kinds: [Kind] = []
    var totals: [String: TableTotal] = [:]

    /// How often the household was written to.
    var revision: Int { totals["revision"]?.rows ?? 0 }

    static let selection = "SELECT revision, kinds, totals, checksum FROM cst._heads WHERE _household = ?"

    init() {}

    /// Reads the row of ``selection``; nil where there is none.
    init?(_ result: PostgresResult) throws {
        guard result.count > 0 else { return nil }
        guard let revision = result.number(0, 0), let kindsText = result.text(0, 1), let totalsText = result.text(0, 2),
            let checksum = result.number(0, 3),
            Int64(bitPattern: Self.checksum(revision, kindsText, totalsText)) == Int64(checksum),
            let kinds = try? CellText.decode(rows: kindsText), let totals = try? CellText.decode(rows: totalsText)
        else { throw CorruptRow(detail: "the head of the household does not match its checksum") }
        for row in kinds {
            guard row.count == 2, case .text(let name) = row[0], case .integer(let version) = row[1] else { continue }
            self.kinds.append(Kind(name: name, version: version))
        }
        for row in totals {
            guard row.count == 3, case .text(let name) = row[0], case .integer(let count) = row[1],
                case .integer(let sum) = row[2]
            else { continue }
            self.totals[name] = TableTotal(rows: count, sum: UInt64(bitPattern: Int64(sum)))
        }
        guard self.revision == revision else {
            throw CorruptRow(detail: "the head of the household does not match its revision")
        }
    }

    /// The cells of the row: revision, kinds, totals, checksum.
    var cells: [Cell] {
        let kindsText = CellText.encode(rows: kinds.map { [.text($0.name), .integer($0.version)] })
        let totalsText = CellText.encode(
            rows: totals.sorted { $0.key < $1.key }.map {
                [.text($0.key), .integer($0.value.rows), .integer(Int(Int64(bitPattern: $0.value.sum)))]
            })
        let checksum = Int(Int64(bitPattern: Self.checksum(revision, kindsText, totalsText)))
        return [.integer(revision), .text(kindsText), .text(totalsText), .integer(checksum)]
    }

    private static func checksum(_ revision: Int, _ kinds: String, _ totals: String) -> UInt64 {
        Checksum.of([.integer(revision), .text(kinds), .text(totals)])
    }
}
