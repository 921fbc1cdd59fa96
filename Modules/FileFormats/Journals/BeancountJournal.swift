import Values

/// A journal of beancount, line by line. What would need more than the line to be understood is refused.
struct BeancountJournal {
    typealias Refusal = JournalScanner.Refusal

    /// What indented lines belong to.
    private enum Block { case none, transaction, skipped }

    /// Directives and options that change no balance.
    private static let ignored: Set<String> = [
        "open", "close", "commodity", "note", "document", "event", "query", "price", "custom",
    ]
    private static let refusedOptions: Set<String> = [
        "plugin", "plugin_processing_mode", "inferred_tolerance_default", "inferred_tolerance_multiplier",
        "infer_tolerance_from_cost", "tolerance_multiplier", "account_rounding", "booking_method", "documents",
        "allow_deprecated_none_for_tags_and_links", "use_legacy_fixed_tolerances", "experimental_explicit_tolerances",
    ]

    /// The tolerance that journals of ours give amounts without decimals, which are exact here.
    private static let ownTolerance = ("inferred_tolerance_default", "*:0.000001")

    private var commodities = JournalCommodities(.beancount)
    private var block = Block.none
    private var transaction = JournalDraft(.beancount)

    init() {}

    /// Reads a line.
    ///
    /// - Throws: What `body` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, line: Int, _ body: (JournalItem) throws -> Void) throws {
        var scanner = JournalScanner(bytes, line: line)
        let isIndented = scanner.skipSpaces()
        if scanner.isAtEnd || !isIndented { try finish(body) }
        guard let first = scanner.peek, first != UInt8(ascii: ";") else { return }
        do {
            if isIndented { try readIndented(&scanner) } else { try readTop(&scanner, body) }
        } catch let refused as Refusal {
            let row = UnreadableRow(line: line, reason: refused.reason)
            guard block == .transaction else { return try body(.refused(row)) }
            transaction.refuse(row)
        }
    }

    /// Ends what is under way.
    ///
    /// - Throws: What `body` throws.
    mutating func finish(_ body: (JournalItem) throws -> Void) throws {
        defer { block = .none }
        if block == .transaction { try transaction.end(commodities, body) }
    }

    // MARK: - Lines that are not indented

    private mutating func readTop(_ scanner: inout JournalScanner, _ body: (JournalItem) throws -> Void) throws {
        block = .skipped
        guard let first = scanner.peek else { return }
        guard first.isDigit else { return try readUndated(&scanner) }
        let day = try scanner.takeDay()
        guard scanner.skipSpaces() else { throw Refusal("what follows the date is not understood") }
        let word = scanner.takeWord()
        scanner.skipSpaces()
        // A flag may be any of these letters.
        if word == "txn" || (word.count == 1 && "*!&#?%PSTCURM".contains(word)) {
            block = .transaction
            transaction.begin()
            var texts: [String] = []
            while scanner.peek == UInt8(ascii: "\"") {
                texts.append(try takeString(&scanner))
                scanner.skipSpaces()
            }
            guard texts.count < 3, scanner.peek.map({ "#^;".utf8.contains($0) }) ?? true else {
                throw Refusal("what follows the date is not understood")
            }
            transaction.head = (scanner.line, day, texts, word == "*" || word == "txn")
        } else if word == "balance" {
            try body(.balance(try readBalance(&scanner, day)))
        } else if word == "custom" {
            if let tag = try readCustom(&scanner) { try body(.tag(tag)) }
        } else if !Self.ignored.contains(word) {
            throw Refusal("'\(word.printable)' is not read")
        } else if scanner.bytes.count(where: { $0 == UInt8(ascii: "\"") }) % 2 != 0 {
            throw Refusal("a text over several lines is not read")
        }
    }

    private mutating func readUndated(_ scanner: inout JournalScanner) throws(Refusal) {
        if let first = scanner.peek, "*:#!&%?".utf8.contains(first) { return }
        let word = scanner.takeWord()
        scanner.skipSpaces()
        switch word {
        case "option":
            let name = try takeString(&scanner)
            scanner.skipSpaces()
            let value = try takeString(&scanner)
            if Self.refusedOptions.contains(name), (name, value) != Self.ownTolerance {
                throw Refusal("the option '\(name)' is not followed")
            }
        case "pushtag", "poptag", "pushmeta", "popmeta": break
        default: throw Refusal("'\(word.printable)' is not read")
        }
    }

    private mutating func readBalance(
        _ scanner: inout JournalScanner, _ day: CalendarDay
    ) throws(Refusal) -> JournalBalance {
        let account = scanner.takeWord()
        scanner.skipSpaces()
        let (number, places, isNegative) = try takeNumber(&scanner)
        scanner.skipSpaces()
        var stated: ArraySlice<UInt8>?
        if scanner.take("~") {
            scanner.skipSpaces()
            (stated, _, _) = try takeNumber(&scanner)
            scanner.skipSpaces()
        }
        let symbol = try takeCurrency(&scanner)
        try expectEnd(&scanner)
        let amount = try commodities.amount(number, isNegative: isNegative, symbol: symbol, isKept: false)
        // As exact as the amount is written.
        let unit = places == 0 ? "0" : "0." + String(repeating: "0", count: places - 1) + "1"
        let bytes = stated ?? Array(unit.utf8)[...]
        let tolerance = try commodities.amount(bytes, isNegative: false, symbol: symbol, isKept: false)
        return JournalBalance(
            line: scanner.line, day: day, account: account, amount: amount, tolerance: tolerance)
    }

    /// Something of ours: `custom "cst-goal" "{…}"`.
    private mutating func readCustom(_ scanner: inout JournalScanner) throws(Refusal) -> JournalTag? {
        let name = try takeString(&scanner)
        guard name.hasPrefix(JournalTag.prefix) else { return nil }
        scanner.skipSpaces()
        let value = try takeString(&scanner)
        return JournalTag(line: scanner.line, name: String(name.dropFirst(JournalTag.prefix.count)), value: value)
    }

    // MARK: - Lines that are indented

    private mutating func readIndented(_ scanner: inout JournalScanner) throws(Refusal) {
        guard block == .transaction else {
            if block == .none { throw Refusal("an indented line belongs to nothing") }
            return
        }
        guard let first = scanner.peek else { return }
        if (0x61...0x7A).contains(first) { return try readMetadata(&scanner) }
        if first == UInt8(ascii: "#") && scanner.second != 0x20 || first == UInt8(ascii: "^") { return }
        // A posting may have a flag.
        var isCleared: Bool?
        if scanner.second == 0x20, "*!&#?%PSTCURM".utf8.contains(first) {
            isCleared = first == UInt8(ascii: "*")
            scanner.position += 1
            scanner.skipSpaces()
        }
        let account = scanner.takeWord()
        guard account.contains(":") else { throw Refusal("'\(account.printable)' is not an account") }
        var draft = JournalBalancing.Draft(line: scanner.line, account: account)
        draft.isCleared = isCleared
        scanner.skipSpaces()
        if let next = scanner.peek, next != UInt8(ascii: ";") {
            let (number, places, isNegative) = try takeNumber(&scanner)
            scanner.skipSpaces()
            let symbol = try takeCurrency(&scanner)
            let amount = try commodities.amount(number, isNegative: isNegative, symbol: symbol, isKept: false)
            (draft.amount, draft.places) = (amount, places)
            try readPrices(&scanner, &draft, amount)
            try expectEnd(&scanner)
        }
        transaction.balancing.append(draft)
    }

    private mutating func readMetadata(_ scanner: inout JournalScanner) throws(Refusal) {
        guard let name = scanner.take(upTo: ":"), !name.contains(" ") else {
            throw Refusal("the line is not understood")
        }
        scanner.skipSpaces()
        guard name.hasPrefix(JournalTag.prefix) else {
            guard scanner.bytes[scanner.position...].count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else {
                throw Refusal("a text over several lines is not read")
            }
            return
        }
        let value = try takeString(&scanner)
        transaction.tags.append(
            JournalTag(line: scanner.line, name: String(name.dropFirst(JournalTag.prefix.count)), value: value))
    }

    /// Reads what was paid: `{5.00 USD}`, `{{50.00 USD}}`, `@ 5.00 USD`, `@@ 50.00 USD`.
    private mutating func readPrices(
        _ scanner: inout JournalScanner, _ draft: inout JournalBalancing.Draft, _ amount: Money
    ) throws(Refusal) {
        scanner.skipSpaces()
        if scanner.take("{") {
            let isTotal = scanner.take("{")
            draft.hasLot = true
            guard let spec = scanner.take(upTo: "}"), !isTotal || scanner.take("}") else {
                throw Refusal("a brace is not closed")
            }
            // Only a plain price is needed; what else a lot may say is for finding it.
            var inner = JournalScanner(Array(spec.utf8)[...], line: scanner.line)
            inner.skipSpaces()
            if let price = try? takePrice(&inner) {
                inner.skipSpaces()
                if inner.isAtEnd || inner.peek == UInt8(ascii: ",") {
                    draft.weight = try weight(amount, price, isTotal: isTotal)
                }
            }
            scanner.skipSpaces()
        }
        guard scanner.take("@") else { return }
        let isTotal = scanner.take("@")
        scanner.skipSpaces()
        let price = try takePrice(&scanner)
        // What was paid for a lot counts before its price.
        if !draft.hasLot { draft.weight = try weight(amount, price, isTotal: isTotal) }
    }

    private func weight(_ amount: Money, _ price: Money, isTotal: Bool) throws(Refusal) -> Money {
        isTotal ? (amount.isNegative ? price.negated : price) : try amount.times(price)
    }

    private mutating func takePrice(_ scanner: inout JournalScanner) throws(Refusal) -> Money {
        let (number, _, isNegative) = try takeNumber(&scanner)
        scanner.skipSpaces()
        let symbol = try takeCurrency(&scanner)
        return try commodities.amount(number, isNegative: isNegative, symbol: symbol, isKept: false)
    }

    // MARK: - Words

    private func takeNumber(
        _ scanner: inout JournalScanner
    ) throws(Refusal) -> (digits: ArraySlice<UInt8>, places: Int, isNegative: Bool) {
        let start = scanner.position
        let isNegative = scanner.take("-")
        if !isNegative { _ = scanner.take("+") }
        scanner.skipSpaces()
        let digits = scanner.takeNumber()
        // Behind a number stands its currency; sums and products are for beancount.
        guard digits.first?.isDigit == true, scanner.peek == 0x20 || scanner.peek == 0x09 || !scanner.isAtEnd else {
            scanner.position = start
            throw Refusal("'\(scanner.takeRest().printable)' is not an amount that is read")
        }
        let point = digits.lastIndex(of: UInt8(ascii: "."))
        return (digits, point.map { digits.endIndex - $0 - 1 } ?? 0, isNegative)
    }

    private func takeCurrency(_ scanner: inout JournalScanner) throws(Refusal) -> String {
        let start = scanner.position
        while let byte = scanner.peek,
            (0x41...0x5A).contains(byte) || byte.isDigit || "'._-/".utf8.contains(byte)
        { scanner.position += 1 }
        let symbol = scanner.text(start..<scanner.position)
        guard symbol.first?.isLetter == true || symbol.first == "/" else {
            scanner.position = start
            throw Refusal("'\(scanner.takeRest().printable)' is not a currency: an amount has to be a number and one")
        }
        return symbol
    }

    private func expectEnd(_ scanner: inout JournalScanner) throws(Refusal) {
        scanner.skipSpaces()
        guard scanner.isAtEnd || scanner.peek == UInt8(ascii: ";") else {
            throw Refusal("'\(scanner.takeRest().printable)' is not understood")
        }
    }

    /// Takes a text in quotes.
    private func takeString(_ scanner: inout JournalScanner) throws(Refusal) -> String {
        guard scanner.take("\"") else { throw Refusal("a text in quotes is missing") }
        var bytes: [UInt8] = []
        while let byte = scanner.peek, byte != UInt8(ascii: "\"") {
            scanner.position += 1
            guard byte == UInt8(ascii: "\\"), let escaped = scanner.peek else {
                bytes.append(byte)
                continue
            }
            scanner.position += 1
            switch Unicode.Scalar(escaped) {
            case "n": bytes.append(0x0A)
            case "t": bytes.append(0x09)
            default: bytes.append(escaped)
            }
        }
        guard scanner.take("\"") else { throw Refusal("a text over several lines is not read") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
