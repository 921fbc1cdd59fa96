import Models

/// From the months and plans of each layout to those of the next, cell by cell. Frozen: it tells how released versions wrote
/// them.
enum MonthUpgrade {
    /// Months: the window of own payments, the level and the planned payment, and what was released.
    static func month(_ cells: [Cell]) throws -> [Cell] {
        let row = CellArray(cells)
        let month = try CalendarMonth(row.text(0))
        // Everything since the beginning of the month was one of its payments.
        let window: Cell = .list([[.text(month.day(1).adding(days: -1).description), .null, .null]])
        return Array(cells[0...2]) + [window] + cells[3...4] + [.list(try row.list(5).map(payment))] + cells[6...8]
    }

    /// Months of the second layout: starts were fixed amounts, also of balances that move without payments.
    static func monthWithOffsets(_ cells: [Cell]) throws -> [Cell] {
        var upgraded = cells
        upgraded[6] = .list(try CellArray(cells).list(6).map { $0 + [.list([])] })
        return upgraded
    }

    /// Months of the third layout: what was decided was an adjustment where it differed from the amount chosen by hand.
    static func monthWithoutAdjustments(_ cells: [Cell]) throws -> [Cell] {
        var upgraded = cells
        upgraded[6] = .list(
            try CellArray(cells).list(6).map { payment in
                var payment = payment
                payment[17] = .list(try CellArray(payment).list(17).map(amendment))
                return payment
            })
        return upgraded
    }

    /// Months of the fourth layout: what was planned at the start was an adjustment where it differed from the amount chosen by
    /// hand.
    static func monthWithoutAdjustedStarts(_ cells: [Cell]) throws -> [Cell] {
        var upgraded = cells
        upgraded[6] = .list(
            try CellArray(cells).list(6).map { payment in
                let (planned, custom) = (Array(payment[9...10]), Array(payment[12...13]))
                let isAdjusted = payment[11] != .text(FlexState.skipped.rawValue) && planned != custom
                return payment + (isAdjusted ? planned : [.null, .null])
            })
        return upgraded
    }

    private static func amendment(_ cells: [Cell]) -> [Cell] {
        let (becomes, custom) = (Array(cells[4...5]), Array(cells[6...7]))
        let isAdjusted = cells[1] != .text(FlexState.skipped.rawValue) && becomes != custom
        return cells + (isAdjusted ? becomes : [.null, .null])
    }

    private static func payment(_ cells: [Cell]) throws -> [Cell] {
        let row = CellArray(cells)
        let (required, custom, adjusted) = (Array(cells[4...5]), Array(cells[8...9]), Array(cells[10...11]))
        let planned =
            switch try row.text(7) {
            case FlexState.skipped.rawValue: [.text("0"), required[1]]
            case FlexState.flexible.rawValue: adjusted[0] == .null ? custom : adjusted
            default: custom
            }
        let amendments = Cell.list(try row.list(13).map { $0 + [.null, .null] })
        let result: Cell = row.isNull(14) ? .null : .list(try row.list(14).map { $0 + [.integer(0)] })
        return Array(cells[0...6]) + required + planned + cells[7...9] + [
            cells[12], .list([]), .list([]), amendments, result,
        ]
    }

    /// Plans: an amount chosen by hand is what is planned, and no payment date is known.
    static func plan(_ cells: [Cell]) -> [Cell] {
        Array(cells[0...5]) + cells[4...5] + cells[6...7] + [.null]
    }
}
