package import Values

/// Days from a first to a last one, both included: a month, a quarter, a year, or any.
package struct LedgerPeriod: Sendable, Hashable {
    /// The sort of period, by which the one before is found.
    package enum Kind: Sendable, Hashable {
        /// So many whole months.
        case months(Int)
        /// Any days.
        case days
    }

    /// The first day.
    package let first: CalendarDay
    /// The last day.
    package let last: CalendarDay
    /// The sort.
    package let kind: Kind

    /// Any days; those of whole months are these months.
    ///
    /// - Throws: ``LedgerError/endsBeforeItBegins(_:_:)``.
    package init(from first: CalendarDay, through last: CalendarDay) throws(LedgerError) {
        guard first <= last else { throw .endsBeforeItBegins(first, last) }
        (self.first, self.last) = (first, last)
        let months = (last.parts.year - first.parts.year) * 12 + last.parts.month - first.parts.month + 1
        // Whole months are compared with as many whole months.
        kind = first == first.month.day(1) && last == last.month.lastDay ? .months(months) : .days
    }

    /// A month.
    package init(_ month: CalendarMonth) { self.init(month, months: 1) }

    private init(_ month: CalendarMonth, months: Int) {
        (first, last, kind) = (month.day(1), month.adding(months: months - 1).lastDay, .months(months))
    }

    /// The period that a person names: one of a month as in 2026-03, a quarter as in 2026-Q1, a year as in 2026, or a first and a last
    /// day, of which one may be missing. Nil where nothing is given.
    ///
    /// - Throws: ``LedgerError``, ``Values/CalendarError``.
    package init?(month: String?, quarter: String?, year: String?, from: String?, to: String?, today: CalendarDay)
        throws
    {
        let given = [month, quarter, year, from ?? to].compactMap(\.self)
        guard let text = given.first else { return nil }
        guard given.count == 1 else { throw LedgerError.notAPeriod(given.joined(separator: " ")) }
        if let month {
            self.init(try CalendarMonth(month))
        } else if let quarter {
            guard let match = quarter.wholeMatch(of: /([0-9]{4})-[Qq]([1-4])/), let number = Int(match.2),
                let start = try? CalendarMonth("\(match.1)-01")
            else { throw LedgerError.notAPeriod(quarter) }
            self.init(start.adding(months: 3 * (number - 1)), months: 3)
        } else if let year {
            guard year.utf8.count == 4, let start = try? CalendarMonth("\(year)-01") else {
                throw LedgerError.notAPeriod(text)
            }
            self.init(start, months: 12)
        } else {
            let last = try to.map { try CalendarDay($0) }
            let first = try from.map { try CalendarDay($0) } ?? (last ?? today).month.day(1)
            try self.init(from: first, through: last ?? max(first, today))
        }
    }

    /// The period before of the same kind.
    package var previous: LedgerPeriod {
        switch kind {
        case .months(let count): LedgerPeriod(first.month.adding(months: -count), months: count)
        case .days:
            LedgerPeriod(
                unchecked: first.adding(days: -1 - first.days(until: last)), first.adding(days: -1))
        }
    }

    /// The same a year earlier.
    package var yearBefore: LedgerPeriod {
        switch kind {
        case .months(let count): LedgerPeriod(first.month.adding(months: -12), months: count)
        case .days: LedgerPeriod(unchecked: first.adding(months: -12), last.adding(months: -12))
        }
    }

    /// The first days of it, all at most.
    package func first(days: Int) -> LedgerPeriod {
        LedgerPeriod(unchecked: first, min(last, first.adding(days: max(0, days - 1))))
    }

    private init(unchecked first: CalendarDay, _ last: CalendarDay) {
        (self.first, self.last, kind) = (first, last, .days)
    }
}
