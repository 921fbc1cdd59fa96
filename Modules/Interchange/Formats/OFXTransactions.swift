import Models

/// Transactions in Open Financial Exchange: SGML in version 1, where elements with a value have no end, XML in version 2.
struct OFXTransactions {
    let file: TextFile

    private struct Statement {
        var account: String?
        var currency: String?
    }

    /// Hands on each transaction of a bank's or a card's statement.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    func read(_ body: (ReadRow) throws -> Void) throws {
        var statement = Statement()
        var transaction: (line: Int, fields: [String: String])?
        // The account at the other end, or the currency before the bank converted: what stands inside is not the statement's.
        var isElsewhere = false
        var depth = 0
        try forEachElement { line, name, value in
            switch (name, value) {
            case ("OFX", _): depth += 1
            case ("STMTRS", _), ("CCSTMTRS", _): statement = Statement()
            case ("INVSTMTRS", _):
                throw ImportError.malformed(.ofx, line: line, reason: "statements of securities are not read")
            case ("BANKACCTTO", _), ("CCACCTTO", _), ("ORIGCURRENCY", _): isElsewhere = true
            case ("/BANKACCTTO", _), ("/CCACCTTO", _), ("/ORIGCURRENCY", _): isElsewhere = false
            case _ where isElsewhere && name != "/STMTTRN": break
            case ("CURDEF", let value?): statement.currency = value
            case ("ACCTID", let value?) where transaction == nil: statement.account = value
            case ("STMTTRN", _):
                // A transaction that was not closed ends where the next begins.
                if let transaction { try body(row(transaction, statement)) }
                transaction = (line, [:])
            case ("/STMTTRN", _):
                if let transaction { try body(row(transaction, statement)) }
                (transaction, isElsewhere) = (nil, false)
            case (_, let value?):
                if transaction?.fields[name] == nil { transaction?.fields[name] = value }
            default: break
            }
        }
        guard depth > 0 else { throw ImportError.malformed(.ofx, line: 1, reason: "there is no element OFX") }
        if let transaction {
            throw ImportError.malformed(.ofx, line: transaction.line, reason: "the transaction does not end")
        }
    }

    private func row(_ transaction: (line: Int, fields: [String: String]), _ statement: Statement) -> ReadRow {
        let fields = transaction.fields
        func refused(_ reason: String) -> ReadRow { .failure(UnreadableRow(line: transaction.line, reason: reason)) }
        guard let posted = fields["DTPOSTED"], let day = DateText(String(posted.prefix(8)))?.day(.dayFirst) else {
            return refused("'\((fields["DTPOSTED"] ?? "").printable)' is not a date.")
        }
        // The mark for decimals may be a point or a comma; marks for thousands are not allowed.
        let text = fields["TRNAMT"] ?? ""
        let mark = text.contains(",") ? DecimalMark.comma : .point
        guard text.filter({ $0 == "." || $0 == "," }).count <= 1, let amount = NumberText(text)?.plain(mark) else {
            return refused("'\(text.printable)' is not an amount.")
        }
        var notes: [String] = []
        for note in [fields["NAME"], fields["MEMO"]].compactMap(\.self) where !notes.contains(note) {
            notes.append(note)
        }
        // An amount in another currency than the statement's says so with its own element.
        let currency = fields["CURSYM"] ?? statement.currency
        return .success(
            ImportedRow(
                line: transaction.line, account: statement.account, currency: currency, day: day,
                amount: .entered(amount), note: notes.isEmpty ? nil : notes.joined(separator: ", ")))
    }

    /// Hands on each tag with its line, in upper case, and the text behind it up to the next tag.
    private func forEachElement(_ body: (_ line: Int, _ name: String, _ value: String?) throws -> Void) throws {
        var open: (line: Int, name: String, text: String)?
        func finish() throws {
            guard let tag = open else { return }
            open = nil
            let text = String(tag.text.trimming(while: \.isWhitespace))
            try body(tag.line, tag.name, text.isEmpty || tag.name.hasPrefix("/") ? nil : Self.plain(text))
        }
        try file.forEachLine { number, line in
            var rest = line[...]
            while let start = rest.firstIndex(of: "<") {
                open?.text += rest[..<start]
                try finish()
                guard let end = rest[start...].firstIndex(of: ">") else {
                    throw ImportError.malformed(.ofx, line: number, reason: "a tag does not end")
                }
                let tag = rest[rest.index(after: start)..<end]
                let name = tag.prefix { !$0.isWhitespace }.uppercased()
                rest = rest[rest.index(after: end)...]
                guard let first = name.first, first != "?", first != "!" else { continue }
                open = (number, name.hasSuffix("/") ? String(name.dropLast()) : name, "")
            }
            open?.text += rest + " "
        }
        try finish()
    }

    private static func plain(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
