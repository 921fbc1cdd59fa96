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

    /// Whether a file is one, by its titles.
    static func matches(_ found: Set<String>) -> Bool { found.isSuperset(of: titles) }

    /// The piggy banks, and why others are none.
    ///
    /// - Throws: ``ImportError``.
    func read() throws -> (banks: [PiggyBank], refused: [ReadRow]) {
        var banks: [PiggyBank] = []
        var refused: [ReadRow] = []
        try file.forEachNamedRow { row in
            do {
                banks.append(try Self.bank(row))
            } catch let problem as any Problem {
                refused.append(row.refused(problem.description))
            } catch let reason as Reason { refused.append(row.refused(reason.text)) }
        }
        return (banks, refused)
    }

    private struct Reason: Error { let text: String }

    private static func bank(_ row: NamedRow) throws -> PiggyBank {
        func cell(_ title: String) -> String? { row[title].flatMap { $0.isEmpty ? nil : $0 } }
        let name = cell("name") ?? ""
        guard let end = cell("target_date") else {
            throw Reason(text: "'\(name.printable)' has no date by which it is to be reached.")
        }
        guard let code = cell("currency_code") else { throw Reason(text: "'\(name.printable)' has no currency.") }
        guard let target = cell("target_amount") else { throw Reason(text: "'\(name.printable)' has no target.") }
        guard let account = cell("account_name") else { throw Reason(text: "'\(name.printable)' has no account.") }
        let currency = try Currency(code: code)
        let deadline = try CalendarDay(end)
        let start =
            try cell("start_date").map { try CalendarDay($0) }
            ?? CalendarDay(String((cell("created_at") ?? end).prefix(10)))
        let goal = Goal(
            id: UUID(), name: name, target: try Money(target, currency), start: min(start, deadline), deadline: deadline
        )
        if let error = ValidationError(goal.issues) { throw error }
        let saved = try Money(cell("current_amount") ?? "0", currency)
        guard !saved.isNegative else { throw Reason(text: "'\(name.printable)' holds less than nothing.") }
        return PiggyBank(line: row.line, goal: goal, account: account, saved: saved)
    }
}
