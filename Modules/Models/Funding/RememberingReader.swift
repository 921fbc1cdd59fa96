import struct Foundation.UUID

/// A reader that reads each list of a kind once.
final class RememberingReader: EntityReader {
    private let reader: any EntityReader
    private var lists: [ObjectIdentifier: any Sendable] = [:]

    init(_ reader: any EntityReader) { self.reader = reader }

    func all<E: Entity>(_ type: E.Type) throws -> [E] {
        if let known = lists[ObjectIdentifier(type)] as? [E] { return known }
        let list = try reader.all(type)
        lists[ObjectIdentifier(type)] = list
        return list
    }

    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        try reader.all(type, where: column, is: value)
    }

    func all<E: Entity>(_ type: E.Type, _ selection: Selection) throws -> [E] { try reader.all(type, selection) }

    func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? { try reader.find(type, key: key) }

    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]] {
        try reader.sums(type, of: amount, for: owner, among: choices, upTo: days)
    }
}
