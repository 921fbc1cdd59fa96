import Persistence
import Values

/// The currency for totals, which old files did not keep: that of the first goal entered, written as if it had been entered
/// with it. An undo of that entry undoes it, and deleting the goal does not.
struct OldHousehold {
    /// The household as it stands after the entries seen so far.
    private var current: Record?
    /// What each entry did to it.
    private var changes: [Int: Change] = [:]

    mutating func changes(beside others: [Change], of head: OldHead, in unit: SQLiteRows) throws -> [Change] {
        let change: Change
        if let undone = head.undoes {
            guard let earlier = changes[undone] else { return [] }
            change = earlier.inverse
        } else {
            let first = others.first { $0.before == nil && $0.key.kind == "goal" }
            guard current == nil, let goal = first?.after,
                let currency = goal.kind.description.position(of: "target").map({ goal.cells[$0 + 1] })
            else { return [] }
            let kind = try unit.catalog.kind(described: OldDescriptions.household)
            if try unit.table(kind.description.kind) == nil { try unit.add(kind) }
            change = .insert(Record(kind, [.text("household"), currency]))
        }
        changes[head.number] = change
        current = change.after
        return [change]
    }

    func write(in unit: SQLiteRows) throws {
        guard let current else { return }
        try unit.table(current.kind.description.kind)?.put(current.cells, over: nil, in: unit)
    }
}
