import FileFormats
import Models

import struct Foundation.UUID

/// Piggy banks of Firefly III: a goal each, and what is in it as a fixed amount of its account.
struct FireflyPiggyBanks {
    private static let titles: Set<String> = [
        "piggy_bank_id", "account_name", "name", "currency_code", "target_amount", "current_amount", "target_date",
    ]

    /// A goal that a file brings, with what is saved for it.
    struct PiggyBank {
        let line: Int
        let goal: Goal
        let account: String
        let saved: Money
    }

    let file: TextFile
    /// The deadline of piggy banks without one; nil to leave them out.
    var deadline: CalendarDay?
    var context = DateContext()

    /// Whether a file is one, by its titles.
    static func matches(_ found: Set<String>) -> Bool { found.isSuperset(of: titles) }

    /// The contents of a file of piggy banks.
    struct Content {
        var banks: [PiggyBank] = []
        /// Why others are none.
        var refused: [ReadRow] = []
        /// Those that are left out, by name, and why.
        var leftOut: [(line: Int, name: String, reason: String)] = []
    }

    /// The piggy banks, and why others are none.
    ///
    /// - Throws: ``ImportError``.
    func read() throws -> Content {
        var banks: [PiggyBank] = []
        var refused: [ReadRow] = []
        var leftOut: [(line: Int, name: String, reason: String)] = []
        try file.forEachNamedRow { row in
            let name = row["name"] ?? ""
            // A date is optional in Firefly III, and nobody can add one to the export.
            if row["target_date"]?.isEmpty != false, deadline == nil, !name.isEmpty {
                return leftOut.append((row.line, name, "has no date by which it is to be reached"))
            }
            if row["active"] == "0" || row["active"] == "false" {
                return leftOut.append((row.line, name, "is not active"))
            }
            do {
                banks.append(try bank(row))
            } catch let problem as any Problem {
                refused.append(row.refused(problem.description))
            } catch let reason as Reason { refused.append(row.refused(reason.text)) }
        }
        return Content(banks: banks, refused: refused, leftOut: leftOut)
    }

    private struct Reason: Error { let text: String }

    private func bank(_ row: NamedRow) throws -> PiggyBank {
        func cell(_ title: String) -> String? { row[title].flatMap { $0.isEmpty ? nil : $0 } }
        let name = cell("name") ?? ""
        guard let end = cell("target_date") ?? deadline?.description else {
            throw Reason(text: "'\(name.printable)' has no date by which it is to be reached.")
        }
        guard let code = cell("currency_code") else { throw Reason(text: "'\(name.printable)' has no currency.") }
        guard let target = cell("target_amount") else { throw Reason(text: "'\(name.printable)' has no target.") }
        guard let account = cell("account_name") else { throw Reason(text: "'\(name.printable)' has no account.") }
        let currency = try Currency(code: code)
        let deadline = try CalendarDay(end)
        let start =
            try cell("start_date").map { try CalendarDay($0) }
            ?? cell("created_at").flatMap { DateText($0)?.day(.dayFirst, context) } ?? deadline
        let goal = Goal(
            id: UUID(), name: name, target: try Money(target, currency), start: min(start, deadline), deadline: deadline
        )
        if let error = ValidationError(goal.issues) { throw error }
        let saved = try Money(cell("current_amount") ?? "0", currency)
        guard !saved.isNegative else { throw Reason(text: "'\(name.printable)' holds less than nothing.") }
        return PiggyBank(line: row.line, goal: goal, account: account, saved: saved)
    }
}
