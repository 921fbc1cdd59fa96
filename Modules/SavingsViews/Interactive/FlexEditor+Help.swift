import Presentation
import TerminalUI

extension FlexEditor {
    /// What every key does.
    static let helpLines = [
        "KEYS (any other key goes back)",
        "← →  1 % less or more; a round sum for a budget",
        "PgDn PgUp, Shift ← →  ten times as much",
        "↑ ↓ Home End  choose a goal",
        "p s f  protect it, skip it, let it be flexible",
        "t, Tab  another strategy: whom the next cent goes to",
        "m  a budget instead of a factor, and back",
        "g  give what skipped goals would have asked for to the others",
        "n  nothing this month: skip every flexible goal",
        "h  pay half",
        "e  pay exactly what is required",
        "r  reset to how it began",
        "Enter  save the payments for this month",
        "Esc, q  leave without saving",
        "States are tried out; 'cst-plan protect' and 'skip' keep them.",
    ]

    /// The help, from one of its lines on.
    static func help(from first: Int, _ size: ScreenSize, _ style: TextStyle) -> [String] {
        let lines = helpLines.enumerated().dropFirst(first).flatMap { index, text in
            TextWidth.wrapped(text, to: size.columns).map { part in
                style.apply(index == 0 ? .strong : .plain, to: TextWidth.truncated(part, to: size.columns))
            }
        }
        return Array((lines + Array(repeating: "", count: size.rows)).prefix(size.rows))
    }
}
