import Allocation
import FlexAdjustment
import Models
import Planning
import Presentation
public import TerminalUI

extension FlexEditor {
    /// The lines of a screen, as many as it has, none wider than it. What is needed most stays when there is little room.
    public func frame(_ size: ScreenSize) -> [String] {
        if let help { return FlexEditor.help(from: help, size, style) }
        let table = FlexEditorTable(plan, selection: selection, width: size.columns, style: style)
        let goals = plan.rows.count
        // The title and one goal are there in any case.
        var room = size.rows - 2
        /// The lines if so many goals can be seen beside them.
        func take(_ lines: [String], leaving visible: Int) -> [String] {
            guard lines.count + min(visible, goals) - 1 <= room else { return [] }
            room -= lines.count
            return lines
        }
        let settings = take([line(fitting(settings, size), size)], leaving: 1)
        let keys = take([line(keys(size), size, .weak)], leaving: 1)
        let header = take([""], leaving: 2)
        let remarks = take(
            wrapped((notice.map { [$0] } ?? []) + plan.remarks(style) + gaps, size, .attention), leaving: 2)
        let details = take([""] + wrapped([details], size), leaving: 4)
        let gap = take([""], leaving: goals)
        let visible = min(goals, max(0, room + 1))
        let first = min(max(0, selection - visible / 2), goals - visible)
        let rows = table.lines(of: first..<first + visible).dropFirst(header.isEmpty ? 1 : 0)
        let above = [line(fitting(titles, size), size, .strong)] + settings + remarks + gap + rows + details
        let filling = max(0, size.rows - above.count - keys.count)
        return Array((above + Array(repeating: "", count: filling) + keys).prefix(size.rows))
    }

    /// The payments, in more and in fewer words.
    private var titles: [String] {
        let required = style.amount(plan.totalRequired, plan.totalBound)
        // What is missing in one is missing in the other; the mark stays however narrow it gets.
        let adjusted = style.amount(plan.totalAdjusted, plan.totalBound)
        let mark = plan.totalBound == nil ? "" : adjusted.prefix { $0 != " " } + " "
        return [
            "Payments: \(adjusted) of \(required) required", "\(adjusted) of \(required)",
            "\(mark)\(style.digits(plan.totalAdjusted)) of \(required)", adjusted,
            "\(mark)\(style.digits(plan.totalAdjusted))",
        ]
    }

    /// What the payments follow from, in more and in fewer words.
    private var settings: [String] {
        let strategy = plan.request.strategy.rawValue
        switch plan.request.target {
        case .factor(let factor, let redistributes):
            let bounds = plan.request.bounds
            let (lower, upper) = (percent(bounds.lower), percent(bounds.upper))
            let head = "Factor \(percent(factor))" + (redistributes ? " and what is skipped" : "")
            return [
                "\(head)   \(lower) \(bar(factor, bounds)) \(upper)   \(strategy)",
                "\(head) (\(lower) to \(upper)), \(strategy)", "\(head), \(strategy)", head,
                "Factor \(percent(factor))", percent(factor),
            ]
        case .budget(let budget):
            let part = budget.ratio.divided(by: plan.totalRequired.ratio).map { ", \(percent($0)) of what is required" }
            let amount = style.amount(budget)
            return [
                "Budget \(amount)\(part ?? "")   \(strategy)", "Budget \(amount)   \(strategy)", "Budget \(amount)",
                amount, style.digits(budget),
            ]
        }
    }

    private func percent(_ ratio: Ratio) -> String {
        (ratio * Ratio(100)).decimalString(places: 2, rounding: .halfEven) + " %"
    }

    private func bar(_ factor: Ratio, _ bounds: FlexBounds) -> String {
        let length: Int128 = 20
        let part = (factor - bounds.lower).divided(by: bounds.upper - bounds.lower) ?? .zero
        let place = Int((part * Ratio(length)).rounded(.halfEven) ?? 0)
        return String(repeating: "─", count: place) + "●" + String(repeating: "─", count: Int(length) - place)
    }

    private var gaps: [String] {
        guard let first = plan.unavailable.first else { return [] }
        let others = plan.unavailable.count - 1
        return ["Not counted: \(first.item): \(first.reason)" + (others > 0 ? " And \(others) more." : "")]
    }

    /// Everything about the selected goal.
    private var details: String {
        let row = plan.rows[selection]
        let required = style.amount(row.required, row.plan.requiredBound)
        var parts = ["\(row.state.rawValue), required \(required)"]
        if !row.change.isZero { parts.append("change \(row.changeText(style)) (\(row.changePercentText))") }
        if row.payment.currency != row.adjusted.currency { parts.append("gets \(style.amount(row.payment))") }
        if let next = row.nextRequired { parts.append("next due \(style.amount(next))") }
        parts.append("reached \(row.projectedFinish)" + (row.lateText.map { ", \($0) late" } ?? ""))
        parts.append("risk \(row.risk.rawValue)")
        return "\(GoalRow.title(of: row.plan.goal)): \(parts.joined(separator: "; "))"
    }

    private func keys(_ size: ScreenSize) -> String {
        let mode = if case .budget = plan.request.target { "m factor" } else { "m budget" }
        let hints = [
            "Enter save", "? keys", "Esc leave", "←→ less, more", "↑↓ goal", "p s f state", "t strategy", mode,
            "n h e r quick",
        ]
        var text = ""
        for hint in hints {
            let longer = text.isEmpty ? hint : text + "  " + hint
            guard TextWidth.of(longer) <= size.columns else { break }
            text = longer
        }
        return text
    }

    private func fitting(_ texts: [String], _ size: ScreenSize) -> String {
        texts.first { TextWidth.of($0) <= size.columns } ?? "…"
    }

    private func line(_ text: String, _ size: ScreenSize, _ emphasis: TextStyle.Emphasis = .plain) -> String {
        style.apply(emphasis, to: TextWidth.truncated(TextWidth.printable(text), to: size.columns))
    }

    private func wrapped(
        _ texts: [String], _ size: ScreenSize, _ emphasis: TextStyle.Emphasis = .plain
    ) -> [String] {
        texts.flatMap { TextWidth.wrapped(TextWidth.printable($0), to: size.columns) }.map { line($0, size, emphasis) }
    }
}
