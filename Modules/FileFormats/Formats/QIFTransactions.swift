import Values

/// Transactions in Quicken's format: records of lines that begin with a letter, each ended by `^`.
package struct QIFTransactions {
    /// Kinds of lists whose records are movements of one account.
    private static let types = ["bank", "cash", "ccard", "oth a", "oth l"]
    /// Lists that hold no movement of an account.
    private static let others = [
        "cat", "class", "memorized", "prices", "security", "tag", "budget", "payee", "template", "invitem", "customer",
        "vendor",
    ]

    package let file: TextFile
    package let choices: ColumnChoices
    package var context = DateContext()

    package init(file: TextFile, choices: ColumnChoices, context: DateContext = DateContext()) {
        self.file = file
        self.choices = choices
        self.context = context
    }

    /// A part of a movement that is not read.
    package enum Part {
        /// The division among several categories.
        case splits
        /// The other account of a transfer.
        case otherAccount
    }

    /// The role of categories, where a target has it.
    package static let category = ColumnRole("category", titles: [])

    private struct Record {
        var line = 0
        var fields: [(name: Character, text: String)] = []

        func text(_ name: Character) -> String? {
            let text = fields.first { $0.name == name }?.text.trimming(while: \.isWhitespace)
            return text.flatMap { $0.isEmpty ? nil : String($0) }
        }

        /// The account in brackets that the money comes from or goes to; nil where a category stands in its place.
        var otherAccount: String? {
            guard let text = text("L"), text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
            return String(text[text.index(after: text.startIndex)..<end])
        }

        /// The category, without the class behind it; nil for none, and for several.
        var category: String? {
            guard text("S") == nil, otherAccount == nil, let text = text("L") else { return nil }
            return String(text.prefix { $0 != "/" }.trimming(while: \.isWhitespace))
        }

        /// Whether it tells what the account held before: Quicken begins each account with such a record.
        var isOpening: Bool { text("P").map(BalanceWords.isOpening) == true }
    }

    /// Hands on each record of a bank's, a card's or a cash account.
    ///
    /// - Parameters:
    ///   - balance: takes the balances that the file states of its accounts.
    ///   - list: takes lists that hold no movements, by their type and first line.
    ///   - part: takes parts of movements that are not read, by their line.
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(
        balance take: (StatedBalance) throws -> Void = { _ in }, list note: (String, Int) -> Void = { _, _ in },
        part: (Part, Int) -> Void = { _, _ in }, _ body: (ReadRow) throws -> Void
    ) throws {
        let (mark, order) = try readings()
        // Where the file gives the account no name, the record of what it held before does.
        let ownName = try nameOfOwnAccount()
        try forEachRecord(list: note) { record, account, isAccount in
            if isAccount {
                if let stated = balance(record, mark, order) { try take(stated) }
                return
            }
            func refused(_ reason: String) throws {
                try body(.failure(UnreadableRow(line: record.line, reason: reason)))
            }
            guard let date = record.text("D") else { return try refused("it has no date.") }
            guard let day = Self.date(date)?.day(order, context) else {
                return try refused("'\(date.printable)' is not a date.")
            }
            let text = record.text("T") ?? record.text("U") ?? ""
            guard let amount = NumberText(text)?.plain(mark) else {
                return try refused("'\(text.printable)' is not an amount.")
            }
            let note = [record.text("P"), record.text("M")].compactMap(\.self).joined(separator: ", ")
            var row = ImportedRow(
                line: record.line, account: account ?? ownName, currency: nil, day: day, amount: .entered(amount),
                note: note.isEmpty ? nil : note)
            row.isOpening = record.isOpening
            row.fields[Self.category] = record.category
            if record.text("S") != nil {
                part(.splits, record.line)
            } else if record.otherAccount != nil, !record.isOpening {
                part(.otherAccount, record.line)
            }
            try body(.success(row))
        }
    }

    /// The balance and day of an account's own record, `$` and `/`.
    private func balance(_ record: Record, _ mark: DecimalMark, _ order: DateOrder) -> StatedBalance? {
        guard let name = record.text("N"), let amount = record.text("$").flatMap({ NumberText($0)?.plain(mark) }),
            let day = record.text("/").flatMap({ Self.date($0)?.day(order, context) })
        else { return nil }
        return StatedBalance(line: record.line, account: name, day: day, amount: .entered(amount))
    }

    /// The name in brackets of a record "Opening Balance": that of the account itself.
    private func nameOfOwnAccount() throws -> String? {
        var name: String?
        try forEachRecord { record, account, isAccount in
            guard name == nil, !isAccount, account == nil, record.isOpening else { return }
            name = record.otherAccount
        }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Quicken writes `12/31'26`, or `1/ 5' 6`, for a year after 1999.
    private static func date(_ text: String) -> DateText? {
        // The name of a month stands between spaces.
        guard text.contains("'") || text.contains(" "), !text.contains(where: \.isLetter) else { return DateText(text) }
        let plain = text.replacing(" ", with: "")
        guard let mark = plain.firstIndex(of: "'") else { return DateText(plain) }
        let year = plain[plain.index(after: mark)...]
        return DateText("\(plain[..<mark])/\(year.count == 1 ? "200" : year.count == 2 ? "20" : "")\(year)")
    }

    private func readings() throws -> (DecimalMark, DateOrder) {
        var (numbers, dates) = (NumberReadings(), DateReadings(context))
        try forEachRecord { record, _, isAccount in
            guard !isAccount else { return }
            if let text = record.text("T") { numbers.note(text, line: record.line) }
            if let text = record.text("D") { dates.note(Self.date(text), text: text, line: record.line) }
        }
        return (
            try choices.decimalMark ?? numbers.mark() ?? .point, try choices.dateOrder ?? dates.order() ?? .monthFirst
        )
    }

    private func forEachRecord(
        list note: (String, Int) -> Void = { _, _ in },
        _ body: (Record, _ account: String?, _ isAccount: Bool) throws -> Void
    ) throws {
        var type: String?
        var account: String?
        var record = Record()
        func finish() throws {
            defer { record = Record() }
            guard !record.fields.isEmpty else { return }
            switch type {
            case "account":
                account = record.text("N")
                try body(record, account, true)
            case let type? where Self.types.contains(type): try body(record, account, false)
            case let type? where Self.others.contains(type): note(type, record.line)
            case let type?:
                throw ImportError.malformed(
                    .qif, line: record.line, reason: "lists of the type '\(type.printable)' are not read")
            case nil: throw ImportError.malformed(.qif, line: record.line, reason: "no type stands before it")
            }
        }
        try file.forEachLine { number, text in
            guard let first = text.first else { return }
            switch first {
            case "!":
                try finish()
                let header = text.dropFirst().lowercased().trimming(while: \.isWhitespace)
                if header.hasPrefix("type:") {
                    type = String(header.dropFirst(5))
                } else if header == "account" {
                    type = "account"
                } else if !header.hasPrefix("option:"), !header.hasPrefix("clear:") {
                    throw ImportError.malformed(.qif, line: number, reason: "'\(text.printable)' is not known")
                }
            case "^": try finish()
            default:
                if record.fields.isEmpty { record.line = number }
                record.fields.append((first, String(text.dropFirst())))
            }
        }
        try finish()
    }
}
