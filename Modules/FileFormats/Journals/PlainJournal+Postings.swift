import Values

// Postings, and what stands in remarks.
extension PlainJournal {
    mutating func readPosting(_ scanner: inout JournalScanner) throws(Refusal) {
        let isCleared = scanner.takeStatus()
        var draft = try readAccount(&scanner)
        draft.isCleared = isCleared
        scanner.skipSpaces()
        if let next = scanner.peek, next != UInt8(ascii: ";") {
            if next == UInt8(ascii: "=") {
                throw Refusal("a balance that sets the amount is not read: write the amount")
            }
            let amount = try scanner.takeAmount(&commodities, isKept: true, standard: standard)
            draft.amount = amount
            try readPrices(&scanner, &draft, amount)
        }
        scanner.skipSpaces()
        guard scanner.isAtEnd || scanner.peek == UInt8(ascii: ";") else {
            throw Refusal("'\(scanner.takeRest().printable)' is not understood")
        }
        transaction.balancing.append(draft)
        try readComment(&scanner, isOfPosting: true)
    }

    /// Takes an account, which ends at two spaces.
    private func readAccount(_ scanner: inout JournalScanner) throws(Refusal) -> JournalBalancing.Draft {
        let start = scanner.position
        var end = start
        while let byte = scanner.peek {
            if byte == 0x20 || byte == 0x09 {
                let isEnd = scanner.second.map { $0 == 0x20 || $0 == 0x09 } ?? true
                if isEnd || (byte == 0x09 && dialect == .ledger) { break }
                guard byte == 0x20 else { throw Refusal("behind the account stands one tab, not two spaces") }
            } else if byte == UInt8(ascii: ";") {
                throw Refusal("an account has no semicolon in its name: write two spaces before a remark")
            }
            scanner.position += 1
            end = scanner.position
        }
        let first = scanner.bytes[start]
        let brackets: (UInt8, isBalanced: Bool)? =
            switch Unicode.Scalar(first) {
            case "(": (UInt8(ascii: ")"), false)
            case "[": (UInt8(ascii: "]"), true)
            default: nil
            }
        guard let (close, isBalanced) = brackets else {
            return .init(line: scanner.line, account: scanner.text(start..<end))
        }
        guard end - start > 2, scanner.bytes[end - 1] == close else {
            throw Refusal("the parenthesis around the account is not closed")
        }
        return .init(
            line: scanner.line, account: scanner.text((start + 1)..<(end - 1)), isVirtual: true,
            isBalanced: isBalanced)
    }

    /// Reads what stands behind an amount: prices, and the balance that the account has then.
    private mutating func readPrices(
        _ scanner: inout JournalScanner, _ draft: inout JournalBalancing.Draft, _ amount: Money
    ) throws(Refusal) {
        while true {
            scanner.skipSpaces()
            guard let next = scanner.peek else { return }
            switch Unicode.Scalar(next) {
            case "{":
                draft.hasLot = true
                guard scanner.take(upTo: "}") != nil else { throw Refusal("a brace is not closed") }
                _ = scanner.take("}")
            case "[":
                guard scanner.take(upTo: "]") != nil else { throw Refusal("a bracket is not closed") }
            case "@", "(":
                guard scanner.take("@") || (scanner.take("(") && scanner.take("@")) else {
                    throw Refusal("what stands in parentheses behind the amount is not read")
                }
                let isTotal = scanner.take("@")
                _ = scanner.take(")")
                scanner.skipSpaces()
                let price = try scanner.takeAmount(&commodities, standard: standard)
                if isTotal {
                    draft.weight = amount.isNegative != price.isNegative ? price.negated : price
                    if price.isNegative { throw Refusal("a price is negative") }
                } else {
                    draft.weight = try amount.times(price)
                }
            case "=":
                scanner.position += 1
                let isTotal = scanner.take("=")
                let isInclusive = scanner.take("*")
                if isTotal || isInclusive, dialect == .ledger { throw Refusal("the balance is not understood") }
                scanner.skipSpaces()
                let stated = try scanner.takeAmount(&commodities, standard: standard)
                draft.assertion = .init(amount: stated, isTotal: isTotal, isInclusive: isInclusive)
                scanner.skipSpaces()
                guard scanner.isAtEnd || scanner.peek == UInt8(ascii: ";") else {
                    throw Refusal("'\(scanner.takeRest().printable)' behind a balance is not read")
                }
                return
            default: return
            }
        }
    }

    // MARK: - Comments

    /// A tag of ours behind a semicolon.
    func tag(_ scanner: inout JournalScanner) -> JournalTag? {
        scanner.skipSpaces()
        guard scanner.begins(with: JournalTag.prefix) else { return nil }
        scanner.position += JournalTag.prefix.utf8.count
        guard let name = scanner.take(upTo: ":") else { return nil }
        return JournalTag(line: scanner.line, name: name, value: scanner.takeRest())
    }

    /// Reads a comment, where the day of a posting may stand.
    mutating func readComment(_ scanner: inout JournalScanner, isOfPosting: Bool) throws(Refusal) {
        guard scanner.take(";") else { return }
        let start = scanner.position
        if let tag = tag(&scanner) { return transaction.tags.append(tag) }
        scanner.position = start
        while let byte = scanner.peek {
            if byte == UInt8(ascii: "["), let next = scanner.second, next.isDigit || next == UInt8(ascii: "=") {
                // hledger reads a date here beside postings only, and ledger everywhere.
                scanner.position += 1
                try readDay(&scanner, isOfPosting: isOfPosting)
            } else if dialect == .hledger, isOfPosting, byte == UInt8(ascii: "d"), scanner.begins(with: "date:") {
                let isWord = scanner.position == start || " \t,".utf8.contains(scanner.bytes[scanner.position - 1])
                scanner.position += 5
                guard isWord else { continue }
                scanner.skipSpaces()
                let day = try scanner.takeDay(year: transaction.head?.day.parts.year)
                transaction.balancing.changeLast { $0.day = day }
            } else {
                scanner.position += 1
            }
        }
    }

    private mutating func readDay(_ scanner: inout JournalScanner, isOfPosting: Bool) throws(Refusal) {
        guard isOfPosting || dialect == .ledger else { return }
        guard isOfPosting else { throw Refusal("a date in the remark of a transaction is not read") }
        if scanner.peek != UInt8(ascii: "=") {
            let day = try scanner.takeDay(year: transaction.head?.day.parts.year)
            transaction.balancing.changeLast { $0.day = day }
        }
        if scanner.take("=") { _ = try scanner.takeDay(year: transaction.head?.day.parts.year) }
        guard scanner.take("]") else { throw Refusal("the date in brackets is not understood") }
    }
}
