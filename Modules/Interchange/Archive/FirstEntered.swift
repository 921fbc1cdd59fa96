import ExchangeRates
import FileFormats
import Models
import Persistence

/// The goal and the thing with a currency that were entered first. A household that keeps no currency for totals has theirs, so they come first in a
/// file that is read back (R8).
struct FirstEntered {
    private let keys: Set<EntityKey>

    /// - Throws: ``StoreError``.
    init(_ reader: any StoreReader) throws {
        guard try reader.all(Household.self).isEmpty else {
            keys = []
            return
        }
        keys = Set(
            try [reader.firstEntered(deciding: true), reader.firstEntered(deciding: false)].compactMap { $0?.key })
    }

    /// The elements in their order, but for those of the things that come first.
    func leading<Element>(_ elements: [Element], _ key: (Element) -> EntityKey) -> [Element] {
        guard !keys.isEmpty else { return elements }
        return elements.filter { keys.contains(key($0)) } + elements.filter { !keys.contains(key($0)) }
    }
}
