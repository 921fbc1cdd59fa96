/// The parts of a number with something beside its digits: a sign, brackets, a currency, an exponent, or DR and CR.
struct NumberParts {
    private(set) var digits: [UInt8] = []
    private(set) var exponent = 0
    /// Nil when nothing says which way the amount goes.
    private(set) var isNegative: Bool?
    /// The code or sign of a currency; nil for none.
    private(set) var currency: String?

    /// Words and letters beside an amount for what goes out.
    private static let out: Set<String> = ["dr", "db", "debit", "debet", "d", "s", "soll", "débit"]
    /// Words and letters beside an amount for what comes in.
    private static let into: Set<String> = ["cr", "credit", "kredit", "c", "h", "haben", "k", "crédit"]

    private var hasSign = false
    private var isOpen = false
    private var wasInBrackets = false
    private var wasOut: Bool?
    private var isEnded = false

    /// Takes a text apart; nil for anything else than one number.
    init?(_ text: String) {
        let characters = Array(text)
        var index = 0
        while index < characters.count {
            guard take(characters, &index) else { return nil }
        }
        guard digits.contains(where: \.isDigit), !isOpen else { return nil }
        if wasInBrackets { isNegative = true }
        if let wasOut {
            // What is called a credit and has a minus contradicts itself.
            guard wasOut || isNegative != true else { return nil }
            isNegative = wasOut
        }
    }

    private mutating func take(_ characters: [Character], _ index: inout Int) -> Bool {
        let character = characters[index]
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        switch character {
        case "0"..."9" where character.isASCII:
            guard !isEnded else { return false }
            digits.append(character.asciiValue ?? 0x30)
        case ".", ",":
            // A full stop ends a word such as "Fr." or "Dr."
            let isAbbreviation =
                character == "." && index > 0 && characters[index - 1].isLetter
                && (next == nil || next?.isWhitespace == true)
            if isAbbreviation { break }
            guard !isEnded, next != nil || !digits.isEmpty else { return false }
            digits.append(character == "." ? 0x2E : 0x2C)
        case "'", "\u{2019}": guard !isEnded, !digits.isEmpty, next?.isNumber == true else { return false }
        case _ where character.isWhitespace:
            // Between digits it divides thousands.
            let following = characters[index...].first { !$0.isWhitespace }
            if !digits.isEmpty, following?.isNumber != true { isEnded = true }
        case "-", "\u{2212}", "+":
            guard !hasSign, !wasInBrackets else { return false }
            hasSign = true
            isNegative = character == "+" ? false : true
            if !digits.isEmpty { isEnded = true }
        case "(":
            guard !isOpen, !hasSign, digits.isEmpty else { return false }
            (isOpen, wasInBrackets) = (true, true)
        case ")":
            guard isOpen, !digits.isEmpty else { return false }
            (isOpen, isEnded) = (false, true)
        case _ where character.isLetter || character.isCurrencySymbol:
            return takeWord(characters, &index)
        default: return false
        }
        index += 1
        return true
    }

    private mutating func takeWord(_ characters: [Character], _ index: inout Int) -> Bool {
        if takeExponent(characters, &index) { return true }
        let word = characters[index...].prefix { $0.isLetter || $0.isCurrencySymbol }
        let text = String(word)
        index += word.count
        if !digits.isEmpty { isEnded = true }
        let lower = text.lowercased()
        // Single letters are capital ones there.
        let mayBeSide = word.count > 1 || text != lower
        let isSide = mayBeSide && (Self.out.contains(lower) || Self.into.contains(lower))
        // "10K" may be ten thousand.
        let isApart = word.count > 1 || lower != "k" || digits.isEmpty || characters[index - 2].isWhitespace
        if isSide, wasOut == nil, isApart {
            wasOut = Self.out.contains(lower)
        } else {
            guard currency == nil else { return false }
            currency = text
        }
        return true
    }

    /// Takes `E-7` behind digits.
    private mutating func takeExponent(_ characters: [Character], _ index: inout Int) -> Bool {
        guard !isEnded, digits.last?.isDigit == true, characters[index] == "E" || characters[index] == "e" else {
            return false
        }
        var rest = characters[(index + 1)...]
        let sign = rest.first
        if sign == "-" || sign == "+" { rest = rest.dropFirst() }
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        guard !number.isEmpty, number.count <= 3, let value = Int(String(number)) else { return false }
        exponent = sign == "-" ? -value : value
        index = number.endIndex
        isEnded = true
        return true
    }
}
