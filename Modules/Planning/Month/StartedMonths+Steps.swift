import Models

/// Which step is possible, whatever day an answer is asked for: months are led in order, one at a time.
extension StartedMonths {
    /// Refuses to start a month beside or before another one. One that is over makes room: it is closed by the start.
    func checkStart(of month: CalendarMonth) throws(MonthError) {
        if let started = all.first(where: { $0.month == month }) {
            throw started.closeDay.map { .alreadyClosed(month, on: $0) } ?? .alreadyStarted(month, on: started.startDay)
        }
        if let later = all.last, later.month > month { throw .laterStarted(month, later: later.month) }
        if let current { throw .otherExecuting(current.month, wanted: month) }
    }

    /// The month that can be closed, the one that is meant if it was named.
    func closable(_ month: CalendarMonth?) throws(MonthError) -> MonthExecution {
        if let month {
            guard let named = all.first(where: { $0.month == month }) else { throw .notStarted(month) }
            if let closeDay = named.closeDay { throw .alreadyClosed(month, on: closeDay) }
        }
        guard let open = all.last(where: { !$0.isClosed }) else { throw .noneExecuting }
        guard open.startDay <= today else { throw .startsLater(open.month, on: open.startDay) }
        return open
    }

    /// The month whose latest step can be undone: the newest, which has to be the one that is meant if it was named.
    func undoable(_ month: CalendarMonth?) throws(MonthError) -> MonthExecution {
        guard let newest = all.last else { throw .nothingToUndo }
        guard let month, month != newest.month else { return newest }
        throw all.contains { $0.month == month } ? .notNewest(month, newest: newest.month) : .notStarted(month)
    }
}
