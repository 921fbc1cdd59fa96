public import Models
public import Persistence

public import struct Foundation.UUID

/// Amounts of a month that an adjustment came to, kept beside what was chosen by hand (F9).
public enum AdjustedPayments {
    /// Keeps what each goal gets in a month, in the goal's currency. State and custom amount stay as they are; keeping the
    /// same again changes nothing.
    ///
    /// - Throws: ``MonthError/fixed(_:)``, ``StoreError``.
    public static func save(
        _ payments: [UUID: Money], in month: CalendarMonth, writer: any StoreWriter
    ) throws {
        try writer.checkOpen(month)
        let lastStarted = try writer.lastStarted(before: month)
        let plans = Dictionary(grouping: try writer.all(MonthlyPlan.self), by: \.goalID)
        for (goal, payment) in payments.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
            let own = plans[goal] ?? []
            let current = MonthlyPlan.inForce(own, in: month, lastStarted: lastStarted)
            let kept = MonthlyPlan(
                goalID: goal, month: month, state: current?.state ?? .flexible, custom: current?.custom,
                adjusted: payment)
            let old = own.first { $0.scope == .month && $0.month == month }
            if let old {
                if old != kept { try writer.update(old, to: kept) }
            } else {
                try writer.insert(kept)
            }
        }
    }

    /// Refuses when payments of a month can no longer be kept: worth asking before a person works them out.
    ///
    /// - Throws: ``MonthError/fixed(_:)``, ``StoreError``.
    public static func checkOpen(_ month: CalendarMonth, _ reader: any StoreReader) throws {
        try reader.checkOpen(month)
    }

    /// Forgets what was kept for a month, and says for how many goals there was something.
    ///
    /// - Throws: ``MonthError/fixed(_:)``, ``StoreError``.
    public static func reset(in month: CalendarMonth, writer: any StoreWriter) throws -> Int {
        try writer.checkOpen(month)
        let lastStarted = try writer.lastStarted(before: month)
        let plans = try writer.all(MonthlyPlan.self)
        let kept = plans.filter { $0.scope == .month && $0.month == month && $0.adjusted != nil }
        for plan in kept {
            var bare = plan
            bare.adjusted = nil
            let others = plans.filter { $0.goalID == plan.goalID && $0 != plan }
            let standing = MonthlyPlan.inForce(others, in: month, lastStarted: lastStarted)
            // What says nothing of its own would only hide a later standing wish.
            let saysNothing = bare.state == standing?.state ?? .flexible && bare.custom == standing?.custom
            if saysNothing { try writer.delete(plan) } else { try writer.update(plan, to: bare) }
        }
        return kept.count
    }
}
