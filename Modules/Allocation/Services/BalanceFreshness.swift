import Models

import struct Foundation.Date

/// How new the balance of an asset is.
public enum BalanceFreshness: String, Sendable, Hashable {
    /// It was entered by hand, and stays until something is entered.
    case manual
    /// It was asked just now.
    case live
    /// It was read before, and is as good as new.
    case cached
    /// It was read before, and is past its time to live.
    case stale
    /// Part of it is not known.
    case unknown

    init(of balance: AssetBalance, on day: CalendarDay, now: Date?) {
        guard balance.isComplete else {
            self = .unknown
            return
        }
        guard let readAt = balance.readAt else {
            self = balance.asset.source == nil ? .manual : Self(worstOf: balance.parts)
            return
        }
        guard let now, balance.isStale(at: now) else {
            self = .cached
            return
        }
        // The balance of a day before the reading was worked out for that day.
        let isEarlier = balance.readOn.map { day < $0 } ?? false
        self = isEarlier && readAt <= now ? .cached : .stale
    }

    /// The age of the oldest part; live where there are none.
    private init(worstOf parts: [BalancePart]) {
        let states = Set(parts.map(\.state))
        if !states.isDisjoint(with: [.unknown, .fallback]) {
            self = .unknown
        } else if states.contains(.stale) {
            self = .stale
        } else if states.contains(.cached) {
            self = .cached
        } else {
            self = states.isEmpty || states.contains(.live) ? .live : .manual
        }
    }
}
