import Values

/// Bank statements of SWIFT, MT940: lines that begin with `:61:` and their kin.
package struct MT940Statement {
    package let file: TextFile
    package let context: DateContext

    package init(file: TextFile, context: DateContext) {
        self.file = file
        self.context = context
    }

    /// Whether a file is one, by how it begins.
    package static func matches(_ head: String) -> Bool {
        guard let start = head.firstRange(of: ":20:") else { return false }
        let before = head[..<start.lowerBound]
        return before.utf8.count < 300 && !before.contains("<") && head.contains(":25:")
            && (head.contains(":60F:") || head.contains(":60M:"))
    }

    /// A field: its tag and its lines.
    private struct Field {
        let line: Int
        let tag: String
        var lines: [String]
    }

    private struct Statement {
        var account: StatementAccount?
        var currency: String?
        var opening: String?
        var totals = StatementTotals()
        var movement: ImportedRow?
    }

    /// Hands on each movement, and takes what statements state.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(
        balance take: (StatedBalance) throws -> Void = { _ in },
        question ask: (ImportQuestion) throws -> Void = { _ in },
        _ body: (ReadRow) throws -> Void
    ) throws {
        var statement = Statement()
        var field: Field?
        func flush() throws {
            guard let row = statement.movement else { return }
            statement.movement = nil
            statement.totals.add(row.amount.description)
            try body(.success(row))
        }
        func finish() throws {
            guard let done = field else { return }
            field = nil
            let text = done.lines.first ?? ""
            switch done.tag {
            case "20":
                try flush()
            // The pages of one statement go on.
            case "25": statement.account = Self.account(text)
            case "60F", "60M":
                let balance = Self.balance(text, context)
                if done.tag == "60F" || statement.opening == nil {
                    statement = Statement(account: statement.account)
                    statement.opening = balance?.amount
                    if let balance { statement.totals.open(balance.amount, line: done.line) }
                }
                statement.currency = balance?.currency ?? statement.currency
            case "61":
                try flush()
                switch Self.movement(done.lines, line: done.line, context) {
                case .success(var row):
                    (row.account, row.place) = (statement.account?.number, statement.account)
                    row.currency = statement.currency
                    statement.movement = row
                case .failure(let row): try body(.failure(row))
                }
            case "86":
                guard statement.movement != nil else { break }
                let notes = MT940Purpose(done.lines).texts
                if !notes.isEmpty { statement.movement?.note = notes.joined(separator: ", ") }
                statement.movement?.texts = nil
                try flush()
            case "62F", "62M":
                try flush()
                guard let balance = Self.balance(text, context) else {
                    try body(.failure(UnreadableRow(line: done.line, reason: "'\(text.printable)' is not a balance.")))
                    break
                }
                guard done.tag == "62F" else { break }
                statement.totals.close(balance.amount, line: done.line)
                if let question = statement.totals.question { try ask(question) }
                try take(
                    StatedBalance(
                        line: done.line, account: statement.account?.number, place: statement.account,
                        currency: balance.currency, day: balance.day, amount: .exact(balance.amount),
                        opening: statement.opening.map { .exact($0) }))
                statement = Statement(account: statement.account)
            default: break
            }
        }
        try file.forEachLine { number, line in
            if let (tag, rest) = Self.tag(line) {
                try finish()
                field = Field(line: number, tag: tag, lines: [rest])
            } else if line.hasPrefix("-}") || line == "-" {
                try finish()
            } else {
                field?.lines.append(line)
            }
        }
        try finish()
        try flush()
    }

    /// The tag at the beginning of a line, also behind the heading of a message.
    private static func tag(_ line: String) -> (String, String)? {
        var rest = line[...]
        if rest.first == "{", let start = rest.firstRange(of: "{4:") { rest = rest[start.upperBound...] }
        guard rest.first == ":" else { return nil }
        let tag = rest.dropFirst().prefix { $0 != ":" }
        guard (2...3).contains(tag.count), tag.first?.isNumber == true, tag.endIndex < rest.endIndex else { return nil }
        return (String(tag), String(rest[rest.index(after: tag.endIndex)...]))
    }

    /// `10010010/123456`, or an IBAN with or without a currency behind it.
    private static func account(_ text: String) -> StatementAccount {
        let parts = text.split(separator: "/", maxSplits: 1).map { String($0.trimming(while: \.isWhitespace)) }
        var number = parts.last ?? text
        if parts.count == 1, number.count > 15, number.prefix(2).allSatisfy(\.isLetter),
            let code = try? Currency(code: String(number.suffix(3))), code.isFiat,
            number.suffix(3).allSatisfy(\.isLetter)
        {
            number = String(number.dropLast(3))
        }
        return StatementAccount(bank: parts.count == 2 ? parts[0] : nil, number: number)
    }

    /// `C260331EUR987,60`.
    private static func balance(
        _ text: String, _ context: DateContext
    ) -> (day: CalendarDay, currency: String, amount: String)? {
        let mark = text.first
        let digits = text.dropFirst().prefix(6)
        let code = text.dropFirst(7).prefix(3)
        guard mark == "C" || mark == "D", let day = day(digits, context),
            let amount = amount(text.dropFirst(10)), code.count == 3
        else { return nil }
        let isZero = !amount.contains { ("1"..."9").contains($0) }
        return (day, String(code), mark == "D" && !isZero ? "-" + amount : amount)
    }

    private static func day(_ digits: Substring, _ context: DateContext) -> CalendarDay? {
        guard digits.count == 6, let number = Int(digits) else { return nil }
        return CalendarDay(year: context.year(number / 10_000), month: number / 100 % 100, day: number % 100)
    }

    /// `12,40`, with a comma always.
    private static func amount(_ text: Substring) -> String? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "," || $0 == ".") }
        guard !digits.isEmpty else { return nil }
        return NumberText(String(digits))?.plain(digits.contains(",") ? .comma : .point)
    }

    /// `2603050305DR12,40NTRFNONREF//X`, and a line with more about it.
    private static func movement(_ lines: [String], line: Int, _ context: DateContext) -> ReadRow {
        let text = lines.first ?? ""
        func refused(_ reason: String) -> ReadRow { .failure(UnreadableRow(line: line, reason: reason)) }
        guard let valued = day(text.prefix(6), context) else {
            return refused("'\(String(text.prefix(6)).printable)' is not a date.")
        }
        var rest = text.dropFirst(6)
        var day = valued
        if rest.prefix(4).count == 4, rest.prefix(4).allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(rest.prefix(4))
        {
            // The day of booking has no year: it is the one near the day of value.
            let years = [0, 1, -1].compactMap {
                CalendarDay(year: valued.parts.year + $0, month: number / 100, day: number % 100)
            }
            day = years.min { abs($0.days(until: valued)) < abs($1.days(until: valued)) } ?? valued
            rest = rest.dropFirst(4)
        }
        let marks = [("RC", true), ("RD", false), ("EC", false), ("ED", true), ("C", false), ("D", true)]
        guard let mark = marks.first(where: { rest.hasPrefix($0.0) }) else {
            return refused("nothing says whether it is a credit or a debit.")
        }
        rest = rest.dropFirst(mark.0.count)
        // The third letter of the currency may stand before the amount.
        if rest.first?.isLetter == true { rest = rest.dropFirst() }
        guard let amount = amount(rest) else { return refused("'\(String(rest).printable)' is not an amount.") }
        let references = rest.drop { !$0.isLetter }.dropFirst(4)
        var texts = references.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        texts += lines.dropFirst()
        texts.removeAll { $0 == "NONREF" || $0.isEmpty }
        let note = texts.joined(separator: ", ")
        return .success(
            ImportedRow(
                line: line, account: nil, currency: nil, day: day, amount: .exact(mark.1 ? "-" + amount : amount),
                note: note.isEmpty ? nil : note))
    }
}
