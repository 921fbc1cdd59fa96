import FileFormats
import Models
import Persistence

/// Goals, assets and allocations that a journal of ours keeps besides its transactions.
struct JournalHousehold: Sendable {
    let records: [Record]

    /// What became of it.
    struct Restored {
        var assets: [Asset] = []
        var goals = 0
        var allocations = 0
        /// Whether something is left out, since the store has goals or assets of its own.
        var isLeftOut = false
    }

    /// Adds what is not there, unless the store has goals or assets of its own: an allocation takes from what others have.
    ///
    /// - Throws: ``StoreError``, ``ValidationError``.
    func restore(in writer: any StoreWriter) throws -> Restored {
        var restored = Restored()
        let missing = try records.filter { try writer.record($0.key) == nil }
        guard !missing.isEmpty else { return restored }
        let named = Set(records.map(\.key))
        let others = try writer.all(Asset.self).map { Record($0).key } + writer.all(Goal.self).map { Record($0).key }
        guard named.isSuperset(of: others) else {
            restored.isLeftOut = true
            return restored
        }
        for record in missing { try writer.apply(.insert(record), isEntered: true) }
        for record in missing {
            if let error = ValidationError(try record.kind.issues(of: record.cells, in: writer) ?? []) { throw error }
            if let asset = try record.value(Asset.self) { restored.assets.append(asset) }
            if try record.value(Goal.self) != nil { restored.goals += 1 }
            if try record.value(AssetAllocation.self) != nil { restored.allocations += 1 }
        }
        return restored
    }
}
