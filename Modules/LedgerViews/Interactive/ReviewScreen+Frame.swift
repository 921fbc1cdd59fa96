import Ledger
import Presentation
package import TerminalUI
import Values

extension ReviewScreen {
    /// The lines of a screen, as many as it has, none wider than it.
    package func frame(_ size: ScreenSize) -> [String] {
        var above: [String]
        var keys: [String]
        if let step {
            above = head(step, size)
            keys =
                step.isPossible
                ? ["Enter keep it", "→ skip", "← back", "Esc end"]
                : selection == nil
                    ? ["letters or ↑↓ choose a category", "→ skip", "← back", "Esc end"]
                    : [
                        "Enter accept", "Tab with a rule", "→ skip", "← back", "Esc end", "↑↓ category",
                        "letters find one",
                    ]
            let room = max(0, size.rows - above.count - hints(keys, size).count)
            let first = max(0, min((selection ?? 0) - room / 2, matches.count - room))
            for (index, path) in matches.enumerated().dropFirst(first).prefix(room) {
                let isProposed = index == 0 && path == step.items[0].proposal
                above.append(
                    line(
                        "\(index == selection ? ">" : " ") \(path)\(isProposed ? "  (proposed)" : "")", size,
                        index == selection ? .strong : .plain))
            }
            if !step.isPossible, matches.isEmpty { above.append(line("  No category matches.", size, .attention)) }
        } else {
            let count = choices.reduce(0) { $0 + $1.ids.count }
            let rules = choices.count { $0.rule != nil }
            above = [
                line("\(count) transaction\(count == 1 ? "" : "s") decided", size, .strong),
                line("\(rules) rule\(rules == 1 ? "" : "s") to add", size),
            ]
            keys = ["Enter save", "Esc leave all as it was", "← back"]
        }
        let below = hints(keys, size)
        let filling = max(0, size.rows - above.count - below.count)
        return Array((above + Array(repeating: "", count: filling) + below).prefix(size.rows))
    }

    /// The payee, its transactions, and what is looked for.
    private func head(_ step: Step, _ size: ScreenSize) -> [String] {
        let listed = step.items[0].listed
        let name = listed.transaction.payee ?? listed.transaction.note ?? "(no payee)"
        var lines = [line("\(place + 1) of \(steps.count)  \(name)", size, .strong)]
        // Decisions stay visible in a low terminal.
        let shown = max(1, min(3, size.rows - 6))
        for item in step.items.prefix(shown) {
            let posting = item.listed.lines[0]
            lines.append(
                line(
                    "\(style.day(item.listed.transaction.day))  \(style.amount(posting.posting.amount))  \(posting.account)",
                    size))
        }
        if step.items.count > shown { lines.append(line("and \(step.items.count - shown) more", size, .weak)) }
        if step.isPossible {
            lines.append(
                line("Possibly there twice: a file had it, and something like it was there.", size, .attention))
        } else {
            let decided = step.choice?.category.map { "  decided: \($0)" } ?? ""
            lines.append(line("Category: \(typed)_\(decided)", size))
        }
        return lines
    }

    /// The keys, in up to three lines where a line has no room for all of them.
    private func hints(_ hints: [String], _ size: ScreenSize) -> [String] {
        var lines = [""]
        for hint in hints {
            let longer = lines[lines.count - 1].isEmpty ? hint : lines[lines.count - 1] + "  " + hint
            if TextWidth.of(longer) <= size.columns {
                lines[lines.count - 1] = longer
            } else if !lines[lines.count - 1].isEmpty, lines.count < max(1, min(3, size.rows / 4)) {
                lines.append(hint)
            } else {
                break
            }
        }
        return lines.map { line($0, size, .weak) }
    }

    private func line(_ text: String, _ size: ScreenSize, _ emphasis: TextStyle.Emphasis = .plain) -> String {
        style.apply(emphasis, to: TextWidth.truncated(TextWidth.printable(text), to: size.columns))
    }
}
