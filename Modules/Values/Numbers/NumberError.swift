/// Why a text is not a number that can be reckoned with.
public enum NumberError: Problem, Equatable {
    /// Not of the accepted form; the text as given.
    case notANumber(String)
    /// Of the right form, but with more digits than are kept exactly; the text as given.
    case outOfRange(String)
    /// One to three digits, a point and three digits, in a currency with fewer decimals: the point may separate thousands.
    case ambiguous(String)

    /// What is wrong, as a sentence, with what is accepted.
    public var description: String {
        switch self {
        case .notANumber(let text):
            "'\(text.printable)' is not a number. Write digits 0-9 with an optional point, as in 1234.50: "
                + "no spaces, thousands separators, currency signs or exponents."
        case .outOfRange(let text):
            "'\(text.printable)' has too many digits to be kept exactly. "
                + "At most \(Money.maximumDigits) digits, \(Money.maximumPlaces) of them behind the point, are kept."
        case .ambiguous(let text):
            "'\(text.printable)' could be \(text.replacing(".", with: "")) with a thousands separator. Write "
                + "\(text.replacing(".", with: "")), or \(text)0 if the point is a decimal point."
        }
    }
}

extension String {
    /// The text safe to show in one line of a message: control characters replaced, long text cut.
    package var printable: String {
        if utf8.count <= 60, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let cleaned = String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    // The joiner inside emoji stays; marks that could reorder the message do not.
                    case .format where scalar != "\u{200D}": "\u{FFFD}"
                    default: scalar
                    }
                }))
        return cleaned.count > 60 ? cleaned.prefix(57) + "…" : cleaned
    }
}

extension NumberError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notANumber: "number.notANumber"
        case .outOfRange: "number.outOfRange"
        case .ambiguous: "number.ambiguous"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [NumberError] {
        [.notANumber("1,5"), .outOfRange("1e99"), .ambiguous("3.600")]
    }
}
