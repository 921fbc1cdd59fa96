import Allocation
import Models

import struct Foundation.UUID

// Where a balance moves without payments, by prices or growth, a goal's start is what it would get of the present balance without
// the month's own payments. The month keeps by how much the start differs from that: what was paid before the month was started,
// and what allocations changed since (MO2).

extension [GoalFunding.Part] {
    /// The offsets with which nothing is contributed yet.
    var startOffsets: [RecordedFunding] {
        get throws(MoneyError) {
            var offsets: [RecordedFunding] = []
            for part in self {
                guard let rest = part.withoutPayments else { continue }
                offsets.append(part.recorded(try part.amount.subtracting(rest)))
            }
            return offsets
        }
    }
}

extension MonthExecution.GoalPayment {
    /// The offsets. A month of an older version has none: what had been paid until its start is what it would have kept.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func offsets(in funding: GoalFunding) throws(MoneyError) -> [RecordedFunding] {
        let kept = Set(startOffsets.map(\.assetID))
        let started = Set(self.funding.filter(\.isComplete).map(\.assetID))
        var offsets = startOffsets
        for part in funding.parts where part.withoutPayments != nil && !kept.contains(part.assetID) {
            guard started.contains(part.assetID) else { continue }
            offsets.append(part.recorded(try funding.paidAtStart(part)))
        }
        return offsets
    }

    /// The offsets after a change.
    ///
    /// - Parameter settles: whether what the change gives to the goal counts as contributed, as a changed allocation does.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func startOffsets(
        from had: GoalFunding, to has: GoalFunding, settles: Bool
    ) throws(MoneyError) -> [RecordedFunding] {
        let before = Dictionary(had.parts.map { ($0.assetID, $0) }) { first, _ in first }
        let after = Dictionary(has.parts.map { ($0.assetID, $0) }) { first, _ in first }
        let starts = Dictionary(funding.map { ($0.assetID, $0.amount) }) { first, _ in first }
        var offsets = Dictionary(try self.offsets(in: had).map { ($0.assetID, $0) }) { first, _ in first }
        var seen: Set<UUID> = []
        for part in had.parts + has.parts where part.withoutPayments != nil && seen.insert(part.assetID).inserted {
            let id = part.assetID
            let nothing = Money.zero(part.amount.currency)
            let (old, new) = (before[id], after[id])
            let (rest, newRest) = (old?.withoutPayments ?? nothing, new?.withoutPayments ?? nothing)
            // Of a balance that moves from now on, what is counted stays what it is.
            let unmoved = try (starts[id] ?? nothing).subtracting(rest)
            var offset = try (offsets[id]?.amount ?? unmoved).subtracting(newRest.subtracting(rest))
            if !settles {
                offset = try offset.adding((new?.amount ?? nothing).subtracting(old?.amount ?? nothing))
            }
            offsets[id] = part.recorded(offset)
        }
        // In an order of their own, so that the same change always writes the same.
        return offsets.values.sorted { ($0.asset, $0.assetID.uuidString) < ($1.asset, $1.assetID.uuidString) }
    }
}

extension GoalFunding.Part {
    fileprivate func recorded(_ amount: Money) -> RecordedFunding {
        RecordedFunding(assetID: assetID, asset: asset, amount: amount, isComplete: true)
    }
}
