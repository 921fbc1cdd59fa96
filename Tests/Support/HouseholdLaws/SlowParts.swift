package import Foundation
package import Models

/// A goal as the reference model keeps it.
package struct SlowGoal: Sendable, Hashable, Identifiable {
    /// How the goal stands.
    package enum Lifecycle: Sendable, Hashable {
        /// Saved for.
        case active
        /// Keeps its allocations, needs no payments.
        case paused
        /// Keeps its allocations, needs no payments.
        case archived
        /// Ended; its allocations are released.
        case finished
        /// Ended; its allocations are released.
        case cancelled
    }

    /// Identity.
    package let id: UUID
    /// Breaks ties after the deadline.
    package var name: String
    /// What is wanted.
    package var target: Money
    /// The day saving begins.
    package var start: CalendarDay
    /// The day the amount has to be there.
    package var deadline: CalendarDay
    /// How the goal stands.
    package var lifecycle: Lifecycle = .active

    /// The currency of the target.
    package var currency: Currency { target.currency }

    /// Whether this goal comes before another where a tie is broken (M3).
    package func precedes(_ other: SlowGoal) -> Bool {
        if deadline != other.deadline { return deadline < other.deadline }
        let (left, right) = (name.unicodeScalars.map(\.value), other.name.unicodeScalars.map(\.value))
        if left != right { return left.lexicographicallyPrecedes(right) }
        return id.uuidString < other.id.uuidString
    }
}

/// An asset as the reference model keeps it.
package struct SlowAsset: Sendable, Hashable, Identifiable {
    /// Identity.
    package let id: UUID
    /// What the asset is counted in.
    package let currency: Currency
    /// Plays no part in any figure.
    package var name: String
}

/// A transaction as the reference model keeps it.
package struct SlowTransaction: Sendable, Hashable, Identifiable {
    /// Why the balance changes.
    package enum Kind: Sendable, Hashable {
        /// What the asset held when it was entered.
        case opening
        /// What was spent for an ended goal.
        case spending
        /// Anything else.
        case manual
    }

    /// Identity.
    package let id: UUID
    /// The asset whose balance changes.
    package let asset: UUID
    /// The change, in the asset's currency.
    package var amount: Money
    /// The day it counts from.
    package var day: CalendarDay
    /// Why the balance changes.
    package let kind: Kind
    /// When it was entered first; a correction keeps it.
    package let entered: Date
}

/// How much of an asset a goal has.
package enum SlowAllocation: Sendable, Hashable {
    /// A share of the balance, up to 1.
    case share(Ratio)
    /// A fixed amount in the asset's currency.
    case amount(Money)
    /// What shares and amounts leave.
    case rest
}

/// An asset and a goal.
package struct AssetAndGoal: Sendable, Hashable {
    /// The asset.
    package let asset: UUID
    /// The goal.
    package let goal: UUID

    /// The pair.
    package init(_ asset: UUID, _ goal: UUID) {
        self.asset = asset
        self.goal = goal
    }
}
