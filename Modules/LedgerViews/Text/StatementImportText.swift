import FileFormats
import Foundation
package import Ledger
package import Presentation
import Values

extension TextLayout {
    /// The result of an import, or of its preview with every row.
    package func lines(statementImport result: StatementImport, isPreview: Bool) -> [String] {
        var lines = result.questions.flatMap { question in
            let places = question.lines.prefix(6).map(String.init).joined(separator: ", ")
            return wrapped("Line \(places): \(question.message)")
        }
        lines += columns(result) + (isPreview ? rows(result) : [])
        let entered = result.enteredCount
        let verb = isPreview ? "Would enter" : "Entered"
        var sentence = "\(verb) \(entered) transaction\(entered == 1 ? "" : "s")."
        let others = [
            (result.count(.duplicate), "there already"),
            (result.count(.linked), "linked with what was entered by hand"),
            (result.count(.possible) - result.skippedCount, "of them possibly there already: cst-ledger review"),
            (result.skippedCount, "possibly there already, and left out"),
            (result.count(.leftOut), "left out"), (result.count(.refused), "cannot be entered"),
        ]
        for (count, what) in others where count > 0 { sentence += " \(count) \(what)." }
        let brought = [
            (result.newAccounts.count, "account", "accounts"), (result.newCategories.count, "category", "categories"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        if !brought.isEmpty {
            sentence += " \(isPreview ? "Would add" : "Added") \(brought.joined(separator: " and "))."
        }
        lines += wrapped(sentence)
        if !result.pairs.isEmpty {
            let count = "\(result.pairs.count) transfer\(result.pairs.count == 1 ? "" : "s") between accounts"
            lines += wrapped(
                result.isPaired
                    ? "\(isPreview ? "Would make" : "Made") \(count) of two transactions each."
                    : "Found \(count): cst-ledger pair")
        }
        if isPreview, result.count(.refused) > 0 {
            lines += wrapped("The import would be refused as a whole.")
        }
        guard !result.accounts.isEmpty else { return lines }
        var table = TextTable([.init("ACCOUNT", isFlexible: true), .init("ENTERED", .right), .init("BALANCE", .right)])
        for touched in result.accounts {
            table.add([
                .init(touched.account.name), .init("\(touched.added)"), .init(style.amount(touched.balance), .strong),
            ])
        }
        return lines + [""] + table.lines(width: width, style: style)
    }

    /// How a table was read, so that a wrong column is seen.
    private func columns(_ result: StatementImport) -> [String] {
        guard let mapping = result.mapping else { return ["Read as \(result.format.rawValue)."] }
        let roles = ImportTarget.ledger.roles.flatMap { role in
            // The note of a table without payees is the payee of its rows.
            let name = role == .note && mapping.columns[.payee] == nil ? "payee" : role.name
            return (mapping.columns[role] ?? []).map { "\(name) from '\($0)'" }
        }
        var text = "Columns: \(roles.joined(separator: ", "))."
        let identifying = result.identifying.map { "'\($0)'" }
        if !identifying.isEmpty { text += " Text of a row also from \(identifying.joined(separator: ", "))." }
        if !result.unread.isEmpty { text += " Not read: \(result.unread.map { "'\($0)'" }.joined(separator: ", "))." }
        return wrapped(text) + [""]
    }

    private func rows(_ result: StatementImport) -> [String] {
        // Where columns would be left out, the verdict stands before the text, and reasons below the table.
        let isNarrow = width.map { $0 < 60 } ?? false
        var table = TextTable([
            .init("LINE", .right, rank: 3), .init("DATE"), .init("AMOUNT", .right), .init("", rank: 1),
            .init("TEXT", isFlexible: true, least: 8), .init("CATEGORY", isFlexible: true, rank: 2),
        ])
        for row in result.rows {
            let tone: TextStyle.Emphasis =
                switch row.verdict {
                case .new: .plain
                case .duplicate, .leftOut: .weak
                case .linked: .good
                case .possible: .attention
                case .refused: .bad
                }
            let verdict = row.verdict == .new ? "" : row.verdict == .leftOut ? "left out" : row.verdict.rawValue
            let text = row.reason ?? row.text ?? ""
            table.add([
                .init("\(row.line)", .weak), .init(row.day.map { style.day($0) } ?? "", tone),
                .init(row.amount.map { style.amount($0) } ?? "", tone), .init(isNarrow ? "" : verdict, tone),
                .init(isNarrow && !verdict.isEmpty ? "\(verdict): \(text)" : text, tone),
                .init((row.category ?? "") + (row.rule.map { " (\($0))" } ?? "")),
            ])
        }
        var lines = table.lines(width: width, style: style) + [""]
        guard isNarrow else { return lines }
        for row in result.rows.filter({ $0.verdict == .refused }).prefix(10) {
            lines += wrapped("Line \(row.line): \(row.reason ?? "")")
        }
        return lines
    }

    /// Transactions that are one transfer.
    package func lines(pairs: StatementImportService.Pairs, verb: String) -> [String] {
        guard !pairs.pairs.isEmpty || !pairs.others.isEmpty else { return ["No transfers were found."] }
        var lines: [String] = []
        for (title, list) in [("TRANSFER", pairs.pairs), ("NOT SURE", pairs.others)] where !list.isEmpty {
            var table = TextTable([
                .init(title), .init("FROM", isFlexible: true), .init("LEFT", .right), .init("DATE"),
                .init("TO", isFlexible: true), .init("ARRIVED", .right),
            ])
            for pair in list {
                guard let from = pairs.transactions[pair.from], let to = pairs.transactions[pair.to] else { continue }
                table.add([
                    .init(style.day(from.transaction.day)), .init(from.lines[0].account),
                    .init(style.amount(from.lines[0].posting.amount)), .init(style.day(to.transaction.day)),
                    .init(to.lines[0].account), .init(style.amount(to.lines[0].posting.amount)),
                ])
            }
            lines += (lines.isEmpty ? [] : [""]) + table.lines(width: width, style: style)
        }
        return lines + [
            "", "\(verb) \(pairs.pairs.count) transfer\(pairs.pairs.count == 1 ? "" : "s") of two transactions each.",
        ]
    }
}
