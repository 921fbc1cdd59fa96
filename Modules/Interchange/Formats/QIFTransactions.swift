import Models

/// Transactions in Quicken's format: records of lines that begin with a letter, each ended by `^`.
struct QIFTransactions {
    /// Kinds of lists whose records are movements of one account.
    private static let types = ["bank", "cash", "ccard", "oth a", "oth l"]

    let file: TextFile
    let choices: ImportRequest.Columns

    private struct Record {
        var line = 0
        var fields: [(name: Character, text: String)] = []

        func text(_ name: Character) -> String? {
            let text = fields.first { $0.name == name }?.text.trimming(while: \.isWhitespace)
            return text.flatMap { $0.isEmpty ? nil : String($0) }
        }
    }

    /// Hands on each record of a bank's, a card's or a cash account.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    func read(_ body: (ReadRow) throws -> Void) throws {
        let (mark, order) = try readings()
        try forEachRecord { record, account in
            guard let date = record.text("D") else {
                return try body(.failure(UnreadableRow(line: record.line, reason: "it has no date.")))
            }
            guard let day = Self.date(date)?.day(order) else {
                return try body(
                    .failure(UnreadableRow(line: record.line, reason: "'\(date.printable)' is not a date.")))
            }
            let text = record.text("T") ?? record.text("U") ?? ""
            guard let amount = NumberText(text)?.plain(mark) else {
                return try body(
                    .failure(UnreadableRow(line: record.line, reason: "'\(text.printable)' is not an amount.")))
            }
            let note = [record.text("P"), record.text("M")].compactMap(\.self).joined(separator: ", ")
            try body(
                .success(
                    ImportedRow(
                        line: record.line, account: account, currency: nil, day: day, amount: .entered(amount),
                        note: note.isEmpty ? nil : note)))
        }
    }

    /// Quicken writes `12/31'26` for a year after 1999.
    private static func date(_ text: String) -> DateText? {
        DateText(text.replacing("'", with: "/").replacing(" ", with: ""))
    }

    private func readings() throws -> (DecimalMark, DateOrder) {
        var (numbers, dates) = (NumberReadings(), DateReadings())
        try forEachRecord { record, _ in
            if let text = record.text("T") { numbers.note(text, line: record.line) }
            if let text = record.text("D") { dates.note(Self.date(text), text: text, line: record.line) }
        }
        return (
            try choices.decimalMark ?? numbers.mark() ?? .point, try choices.dateOrder ?? dates.order() ?? .monthFirst
        )
    }

    private func forEachRecord(_ body: (Record, _ account: String?) throws -> Void) throws {
        var type: String?
        var account: String?
        var record = Record()
        func finish() throws {
            defer { record = Record() }
            guard !record.fields.isEmpty else { return }
            switch type {
            case "account": account = record.text("N")
            case let type? where Self.types.contains(type): try body(record, account)
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
