extension NumberFormat {
    /// A text that somebody typed where a number is wanted.
    public enum Reading: Sendable, Equatable {
        /// The text in canonical form: digits with a point before the decimals. A text that is no number stays as it is, for the use
        /// case to refuse.
        case text(String)
        /// The text has a sign that may separate thousands; how else it can be written, each once.
        case grouped([String])
    }

    /// A canonical number as a field shows it: with the decimal sign of the reader, and without any sign between thousands. Any
    /// other text stays as it is.
    public func plain(_ text: String) -> String {
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        let digits = number.hasPrefix("-") ? number.dropFirst() : number
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return text }
        return text.replacing(".", with: String(decimal))
    }

    /// Reads a number as a field shows it, and as other readers write it where that has one meaning: with the other decimal sign, or with
    /// signs between thousands that differ from it. A share keeps its percent sign.
    public func read(_ text: String) -> Reading {
        let isShare = text.hasSuffix("%")
        let end = isShare ? "%" : ""
        var number = isShare ? text.dropLast() : text[...]
        while isShare, number.last?.isWhitespace == true { number.removeLast() }
        let minus = number.hasPrefix("-") ? "-" : ""
        let body = number.dropFirst(minus.count)
        let groups = body.split(omittingEmptySubsequences: false, whereSeparator: Self.signs.contains)
        let signs = body.filter(Self.signs.contains)
        guard let first = groups.first, let last = groups.last, let sign = signs.last,
            groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) })
        else { return .text(text) }
        let whole = groups.joined()
        let isThousands = (1...3).contains(first.count) && first.first != "0" && last.count == 3
        func canonical(_ whole: some StringProtocol, _ decimals: some StringProtocol) -> String {
            "\(minus)\(whole).\(decimals)\(end)"
        }
        let isMark = sign == "." || sign == ","
        // Keyboards have the decimal sign of their own region, which pages may not know: a sign that cannot separate thousands is one.
        if groups.count == 2, sign == decimal || isMark && (isShare || !isThousands) {
            return .text(canonical(first, last))
        }
        if let own = ownGrouping(of: String(body), groups, signs) { return .text("\(minus)\(own)\(end)") }
        var readings: [String] = []
        if groups.count == 2, isMark {
            readings = [minus + whole + end, shortened(canonical(first, last))]
        } else if isMark, Self.areThousands(groups.dropLast(), signs.dropLast(), before: sign) {
            return .text(canonical(groups.dropLast().joined(), last))
        } else if isMark, signs.dropLast().allSatisfy({ $0 != sign }) {
            readings = [plain(canonical(groups.dropLast().joined(), last))]
            if groups.count == 3, let other = signs.first, other == "." || other == "," {
                readings.append(shortened(canonical(first, groups.dropFirst().joined())))
            }
        } else {
            readings = [minus + whole + end]
        }
        return .grouped(readings)
    }

    /// The number without signs between thousands, where it is written as pages write it and in no other way it could be read: with a sign
    /// that nobody takes for the decimals, or with two of them. Nil for every other text.
    private func ownGrouping(of text: String, _ groups: [Substring], _ signs: String) -> String? {
        guard let group, signs.count > 1 || (group != "." && group != ",") else { return nil }
        let hasDecimals = signs.last == decimal
        let whole = groups.dropLast(hasDecimals ? 1 : 0).joined()
        let number = hasDecimals ? "\(whole).\(groups.last ?? "")" : whole
        // Keyboards have one space and one apostrophe.
        func plainSigns(_ text: String) -> String {
            String(text.map { Self.spaces.contains($0) ? " " : $0 == "’" ? "'" : $0 })
        }
        return plainSigns(digits(number)) == plainSigns(text) ? number : nil
    }

    /// Whether digits are in groups of three with one sign between them that is not the one before the decimals: only one reading is left then.
    private static func areThousands(_ groups: ArraySlice<Substring>, _ signs: Substring, before decimal: Character)
        -> Bool
    {
        guard let first = groups.first, let sign = signs.first else { return false }
        return (1...3).contains(first.count) && first.first != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
            && sign != decimal && signs.allSatisfy { $0 == sign }
    }

    private static let spaces: Set<Character> = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]

    /// Why a text is no number here, with how to write it.
    ///
    /// - Parameter isFiat: whether three decimals are none of the currency, so that they are taken for thousands.
    public func refusal(of text: String, isFiat: Bool = false) -> String {
        switch read(text) {
        case .grouped(let readings):
            let shown = readings.map { "'\($0)'" }.joined(separator: " or ")
            return
                "'\(text.shownInMessage)' \(readings.count == 1 ? "has a sign" : "may have a sign") between thousands. "
                + "Write \(shown), without one."
        case .text(let read) where isFiat:
            let whole = plain(read.filter { $0 != "." })
            return
                "'\(text.shownInMessage)' may have a sign between thousands. Write '\(whole)' or '\(shortened(read))', "
                + "without one."
        case .text:
            return
                "'\(text.shownInMessage)' is not a number. Write digits, with a \(decimal == "," ? "comma" : "point") "
                + "before the decimals, as in \(plain("1234.50")): no spaces, signs between thousands, currency signs or exponents."
        }
    }

    /// Characters that separate thousands or decimals somewhere.
    private static let signs: Set<Character> = [
        ".", ",", "'", "’", "_", " ", "\u{A0}", "\u{2009}", "\u{202F}", "\u{66C}", "\u{66B}",
    ]

    /// A number without zeros at the end of its decimals, which would again be taken for thousands.
    private func shortened(_ number: String) -> String {
        let end = number.hasSuffix("%") ? "%" : ""
        var text = String(number.dropLast(end.count))
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return plain(text + end)
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
    /// The text safe to show in one line of a message.
    fileprivate var shownInMessage: String { TextWidth.printable(String(prefix(60))) }
}
