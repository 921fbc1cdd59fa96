import Values

/// A journal of hledger or ledger, line by line. What would need more than the line to be understood is refused.
struct PlainJournal {
    typealias Refusal = JournalScanner.Refusal

    /// What indented lines belong to.
    private enum Block {
        case none
        /// A transaction, until an empty line or one that is not indented.
        case transaction
        /// A declaration of a commodity or of something else, whose lines are read or not.
        case commodity(String)
        case declaration(String)
        /// What is not read.
        case skipped
    }

    let dialect: JournalDialect
    var commodities: JournalCommodities
    private var block = Block.none
    /// What ends lines that are all comments; nil outside of them.
    private var commentEnd: String?
    /// The year of dates without one.
    private var year: Int?
    /// What amounts without a symbol are counted in.
    var standard: String?
    var transaction: JournalDraft

    init(_ dialect: JournalDialect) {
        self.dialect = dialect
        commodities = JournalCommodities(dialect)
        transaction = JournalDraft(dialect)
    }

    /// Reads a line.
    ///
    /// - Throws: What `body` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, line: Int, _ body: (JournalItem) throws -> Void) throws {
        var scanner = JournalScanner(bytes, line: line)
        if let end = commentEnd {
            if scanner.takeRest() == end { commentEnd = nil }
            return
        }
        let isIndented = scanner.skipSpaces()
        if scanner.isAtEnd || !isIndented { try finish(body) }
        guard !scanner.isAtEnd else { return }
        do {
            if isIndented { try readIndented(&scanner) } else { try readTop(&scanner, body) }
        } catch let refused as Refusal {
            let row = UnreadableRow(line: line, reason: refused.reason)
            guard case .transaction = block else { return try body(.refused(row)) }
            transaction.refuse(row)
        }
    }

    /// Ends what is under way.
    ///
    /// - Throws: What `body` throws.
    mutating func finish(_ body: (JournalItem) throws -> Void) throws {
        defer { block = .none }
        if case .transaction = block { try transaction.end(commodities, body) }
    }

    // MARK: - Lines that are not indented

    private mutating func readTop(_ scanner: inout JournalScanner, _ body: (JournalItem) throws -> Void) throws {
        guard let first = scanner.peek else { return }
        switch Unicode.Scalar(first) {
        case "0"..."9":
            block = .transaction
            transaction.begin()
            try readHead(&scanner)
        case "%" where dialect == .hledger, "|" where dialect == .hledger: throw Refusal("the line is not understood")
        case ";", "#", "*", "%", "|":
            scanner.position += 1
            if first == UInt8(ascii: ";"), let tag = tag(&scanner) { try body(.tag(tag)) }
            block = .skipped
        case "~":
            block = .skipped
            try body(.skipped(line: scanner.line, what: "a periodic transaction"))
        case "=":
            block = .skipped
            throw Refusal("automated transactions change balances, and are not read")
        case "P" where scanner.second == 0x20 || scanner.second == 0x09: block = .skipped
        default: try readDirective(&scanner)
        }
    }

    private mutating func readDirective(_ scanner: inout JournalScanner) throws(Refusal) {
        block = .skipped
        let word = scanner.takeWord()
        if word.first == "Y", word.count > 1 { return try setYear(String(word.dropFirst())) }
        switch word {
        case "comment": commentEnd = "end comment"
        case "test" where dialect == .ledger: commentEnd = "end test"
        case "N": block = .skipped
        case "Y", "year": try setYear(scanner.takeRest())
        case "apply":
            scanner.skipSpaces()
            guard scanner.takeWord() == "year" else { throw Refusal("'apply' other than of a year is not read") }
            try setYear(scanner.takeRest())
        case "D":
            scanner.skipSpaces()
            let symbol = try readFormat(&scanner)
            // In ledger it is the form only; amounts without a symbol stay without one.
            if dialect == .hledger { standard = symbol }
        case "decimal-mark" where dialect == .hledger:
            switch scanner.takeRest().prefix(1) {
            case ",": commodities.mark = .comma
            case ".": commodities.mark = .point
            default: throw Refusal("the decimal mark is neither . nor ,")
            }
        case "commodity": try readCommodity(&scanner)
        case "account", "payee", "tag": block = .declaration(word)
        default: throw Refusal("'\(word.printable)' is not read")
        }
    }

    private mutating func setYear(_ text: String) throws(Refusal) {
        guard let number = Int(text), (1000...9999).contains(number) else {
            throw Refusal("'\(text.printable)' is not a year")
        }
        year = number
    }

    private mutating func readCommodity(_ scanner: inout JournalScanner) throws(Refusal) {
        scanner.skipSpaces()
        let start = scanner.position
        if let symbol = try scanner.takeSymbol() {
            scanner.skipSpaces()
            if scanner.isAtEnd || scanner.peek == UInt8(ascii: ";") { return block = .commodity(symbol) }
        }
        guard dialect == .hledger else { throw Refusal("the commodity's name is not understood") }
        scanner.position = start
        _ = try readFormat(&scanner)
    }

    /// Reads an amount that shows how numbers of its commodity are written.
    private mutating func readFormat(_ scanner: inout JournalScanner) throws(Refusal) -> String {
        var symbol = try scanner.takeSymbol()
        scanner.skipSpaces()
        let number = scanner.takeNumber()
        guard number.contains(where: \.isDigit) else { throw Refusal("the form of the commodity is not understood") }
        if symbol == nil {
            scanner.skipSpaces()
            symbol = try scanner.takeSymbol()
        }
        scanner.skipSpaces()
        guard scanner.isAtEnd || scanner.peek == UInt8(ascii: ";") else {
            throw Refusal("the form of the commodity is not understood")
        }
        let marks = number.filter { !$0.isDigit }
        var places = 0
        defer { commodities.setPlaces(places, of: symbol ?? "") }
        // The last is that of decimals, unless it stands twice.
        if let last = marks.last {
            let isDecimal = marks.count { $0 == last } == 1
            let isComma = isDecimal == (last == UInt8(ascii: ","))
            if dialect == .ledger, marks.count == 1, number.last?.isDigit == true,
                last == UInt8(ascii: ","), number.reversed().prefix(while: \.isDigit).count % 3 == 0
            {
                // To ledger, 1,000 is a thousand.
                commodities.setMark(.point, of: symbol ?? "")
            } else {
                commodities.setMark(isComma ? .comma : .point, of: symbol ?? "")
                if isDecimal { places = number.reversed().prefix(while: \.isDigit).count }
            }
        }
        return symbol ?? ""
    }

    private mutating func readHead(_ scanner: inout JournalScanner) throws(Refusal) {
        let line = scanner.line
        let day = try scanner.takeDay(year: year)
        // The second date is that of reports which ask for it.
        if scanner.take("=") { _ = try scanner.takeDay(year: day.parts.year) }
        guard scanner.isAtEnd || scanner.skipSpaces() else {
            throw Refusal("what follows the date is not understood")
        }
        let isCleared = scanner.takeStatus() ?? false
        if scanner.take("(") {
            guard scanner.take(upTo: ")") != nil else { throw Refusal("the code is not closed") }
            scanner.skipSpaces()
        }
        let start = scanner.position
        var end = start
        while let byte = scanner.peek, byte != UInt8(ascii: ";") {
            scanner.position += 1
            if byte != 0x20, byte != 0x09 { end = scanner.position }
        }
        transaction.head = (line, day, [scanner.text(start..<end)], isCleared)
        try readComment(&scanner, isOfPosting: false)
    }

    // MARK: - Lines that are indented

    private mutating func readIndented(_ scanner: inout JournalScanner) throws(Refusal) {
        switch block {
        case .skipped: return
        case .none: throw Refusal("an indented line belongs to nothing")
        case .declaration(let word):
            guard word == "account" || word == "payee", scanner.peek != UInt8(ascii: ";") else { return }
            let name = scanner.takeWord()
            if name == "alias" || name == "default" || name == "payee" {
                throw Refusal("'\(name)' of \(word == "account" ? "an account" : "a payee") is not read")
            }
        case .commodity(let symbol):
            let word = scanner.takeWord()
            scanner.skipSpaces()
            switch word {
            case "format":
                guard try readFormat(&scanner) == symbol else {
                    throw Refusal("the form is that of another commodity")
                }
            case "alias", "default": throw Refusal("'\(word)' of a commodity is not read")
            default: return
            }
        case .transaction:
            if scanner.peek == UInt8(ascii: ";") {
                return try readComment(&scanner, isOfPosting: !transaction.balancing.drafts.isEmpty)
            }
            try readPosting(&scanner)
        }
    }
}
