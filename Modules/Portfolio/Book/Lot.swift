public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// Units that were acquired together, with their cost (P3).
public struct Lot: Sendable, Hashable {
    /// The id of the transaction that the units came with, kept through corporate actions and transfers.
    public let id: UUID
    /// The day of acquisition; nil for a pool.
    public let acquired: CalendarDay?
    /// The instant of entry of the acquisition, by which lots of one day are ordered.
    let place: Date
    /// The number of the arrival in this position, by which pieces of one lot are ordered.
    let arrival: Int
    /// The units that are left.
    public private(set) var units: Ratio
    /// The cost of the units that are left.
    public private(set) var cost: MoneyPair
    /// The units and the cost that were set last: by the purchase, a corporate action or a transfer.
    private(set) var whole: (units: Ratio, cost: MoneyPair)

    init(id: UUID, acquired: CalendarDay?, place: Date, arrival: Int, units: Ratio, cost: MoneyPair) {
        (self.id, self.acquired, self.place, self.arrival) = (id, acquired, place, arrival)
        (self.units, self.cost, whole) = (units, cost, (units, cost))
    }

    /// The same lot with other units and costs, which the next sales share.
    func with(units: Ratio, cost: MoneyPair, arrival: Int? = nil) -> Lot {
        Lot(
            id: id, acquired: acquired, place: place, arrival: arrival ?? self.arrival, units: units.reduced, cost: cost
        )
    }

    /// Takes units out and returns the cost that goes with them: what is left decides (P3).
    mutating func relieve(_ taken: Ratio) throws(MoneyError) -> MoneyPair {
        let before = cost
        let left = (units - taken).reduced
        units = left
        guard !left.isZero else {
            cost = MoneyPair(
                instrument: cost.instrument.map { .zero($0.currency) }, base: cost.base.map { .zero($0.currency) })
            return before
        }
        cost = try whole.cost.part(left, of: whole.units)
        return try before.subtracting(cost)
    }

    /// The order of lots (P1): by day of acquisition, entry, arrival.
    static func precedes(_ left: Lot, _ right: Lot) -> Bool {
        let (leftDay, rightDay) = (left.acquired?.dayNumber ?? .min, right.acquired?.dayNumber ?? .min)
        if leftDay != rightDay { return leftDay < rightDay }
        if left.place != right.place { return left.place < right.place }
        return left.arrival < right.arrival
    }

    /// Cost ÷ units in the currency of the report; nil where it is not known.
    var costPerUnit: Ratio? { whole.cost.base.flatMap { $0.ratio.divided(by: whole.units) } }

    /// Equal in everything but the units and the cost that were set last.
    public static func == (left: Lot, right: Lot) -> Bool {
        left.id == right.id && left.arrival == right.arrival && left.units == right.units && left.cost == right.cost
    }

    /// Hashes the id and the arrival.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(arrival)
    }
}
