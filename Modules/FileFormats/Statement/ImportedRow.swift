package import Values

package import struct Foundation.UUID

/// One row of a statement, with everything that its file says of it.
package struct ImportedRow: Sendable {
    /// How much, before the currency of its asset is known.
    package enum Amount: Sendable, CustomStringConvertible {
        /// `-1234.50`, as a person may have written it.
        case entered(String)
        /// `-1234.50`, where the file's own rules leave no doubt how it is read.
        case exact(String)
        /// A number that is read already.
        case number(Money)

        /// The number in digits, with a point.
        package var description: String {
            switch self {
            case .entered(let text), .exact(let text): text
            case .number(let money): money.amountText
            }
        }

        /// The amount in the currency of its asset.
        ///
        /// - Throws: ``NumberError``.
        package func money(_ currency: Currency) throws(NumberError) -> Money {
            switch self {
            case .entered(let text): try Money(entered: text, currency)
            case .exact(let text): try Money(text, currency)
            case .number(let money): money.counted(in: currency)
            }
        }
    }

    package let line: Int
    /// The account that the file names; nil when it names none.
    package var account: String?
    /// The asset, where the file was written from it.
    package var assetID: UUID?
    /// The currency that the row names, as a code or a sign; nil when it names none.
    package var currency: String?
    package var day: CalendarDay
    package var amount: Amount
    /// The code or sign of a currency that stands beside the amount; nil for none.
    package var sign: String?
    package var note: String?
    /// The texts that tell the movement from others, such as payee and purpose; nil where that is the note.
    package var texts: [String]?
    /// The number by which the bank knows the movement; nil where it gives none.
    package var number: String?
    /// The movement of an earlier statement that it corrects; nil for none.
    package var correction: StatementCorrection?
    /// The account of a bank's statement, where the file tells it.
    package var place: StatementAccount?
    /// Whether it is what the account held before, and no payment.
    package var isOpening = false
    /// Why it moved nothing and is left out; nil where it moved something.
    package var leftOut: String?
    /// The tags that the program that wrote the file keeps beside it.
    package var tags: [JournalTag] = []

    package init(
        line: Int, account: String? = nil, assetID: UUID? = nil, currency: String? = nil, day: CalendarDay,
        amount: Amount, sign: String? = nil, note: String? = nil, texts: [String]? = nil, number: String? = nil,
        correction: StatementCorrection? = nil, place: StatementAccount? = nil, isOpening: Bool = false,
        leftOut: String? = nil, tags: [JournalTag] = []
    ) {
        self.line = line
        self.account = account
        self.assetID = assetID
        self.currency = currency
        self.day = day
        self.amount = amount
        self.sign = sign
        self.note = note
        self.texts = texts
        self.number = number
        self.correction = correction
        self.place = place
        self.isOpening = isOpening
        self.leftOut = leftOut
        self.tags = tags
    }
}

/// A row that cannot be read.
package struct UnreadableRow: Error {
    package let line: Int
    package let reason: String
    /// Why it moved nothing and need not be read; nil where it may have moved something.
    package var leftOut: String?

    package init(line: Int, reason: String, leftOut: String? = nil) {
        self.line = line
        self.reason = reason
        self.leftOut = leftOut
    }
}

package typealias ReadRow = Result<ImportedRow, UnreadableRow>
