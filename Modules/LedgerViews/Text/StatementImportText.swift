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
            (result.count(.leftOut), leftOut(result)), (result.count(.refused), "cannot be entered"),
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
            if result.isPaired { lines += joined(result) }
        }
        if result.unlikeCount > 0 {
            let count = result.unlikeCount
            lines += wrapped(
                "\(count) pair\(count == 1 ? "" : "s") of equal amounts with payees that have nothing in common: cst-ledger pair"
            )
        }
        if isPreview, result.isRefused {
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

    /// The words for what is left out, with the reason where all have the same.
    private func leftOut(_ result: StatementImport) -> String {
        let reasons = Set(result.rows.filter { $0.verdict == .leftOut }.map(\.reason))
        guard reasons.count == 1, let reason = reasons.first ?? nil else { return "left out" }
        return "left out: " + (reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }

    /// The transactions that became transfers, the first of many.
    private func joined(_ result: StatementImport) -> [String] {
        let most = 20
        let listed = result.pairs.prefix(most).compactMap { StatementImportService.Pairs.Listed($0, result.paired) }
        let more = result.pairs.count - listed.count
        return [""] + pairTable("TRANSFER", listed).lines(width: width, style: style)
            + (more > 0 ? ["and \(more) more."] : []) + [""]
    }

    /// How a table was read, so that a wrong column is seen.
    private func columns(_ result: StatementImport) -> [String] {
        guard let mapping = result.mapping else { return ["Read as \(result.format.rawValue)."] }
        let roles = ImportTarget.ledger.roles.flatMap { role in
            // The note of a table without payees is the payee of its rows.
            let isPayee = role == .note && mapping.columns[.payee] == nil && mapping.columns[.payer] == nil
            let name = isPayee ? "payee" : role.name
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
}
