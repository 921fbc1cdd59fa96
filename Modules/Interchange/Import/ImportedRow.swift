import Models

/// One row of a statement, with everything that its file says of it.
struct ImportedRow: Sendable {
    /// How much, before the currency of its asset is known.
    enum Amount: Sendable, CustomStringConvertible {
        /// `-1234.50`, as a person may have written it.
        case entered(String)
        /// `-1234.50`, where the file's own rules leave no doubt how it is read.
        case exact(String)
        /// A number that is read already.
        case number(Money)

        /// The number in digits, with a point.
        var description: String {
            switch self {
            case .entered(let text), .exact(let text): text
            case .number(let money): money.amountText
            }
        }

        /// The amount in the currency of its asset.
        ///
        /// - Throws: ``NumberError``.
        func money(_ currency: Currency) throws(NumberError) -> Money {
            switch self {
            case .entered(let text): try Money(entered: text, currency)
            case .exact(let text): try Money(text, currency)
            case .number(let money): money.counted(in: currency)
            }
        }
    }

    let line: Int
    /// The account that the file names; nil when it names none.
    var account: String?
    /// The asset, where the file was written from it.
    var assetID: Asset.ID?
    /// The currency that the row names, as a code or a sign; nil when it names none.
    var currency: String?
    var day: CalendarDay
    var amount: Amount
    /// The code or sign of a currency that stands beside the amount; nil for none.
    var sign: String?
    var note: String?
    /// The texts that tell the movement from others, such as payee and purpose; nil where that is the note.
    var texts: [String]?
    /// The number by which the bank knows the movement; nil where it gives none.
    var number: String?
    /// The movement of an earlier statement that it corrects; nil for none.
    var correction: StatementCorrection?
    /// The account of a bank's statement, where the file tells it.
    var place: StatementAccount?
    /// Whether it is what the account held before, and no payment.
    var isOpening = false
    /// Why it moved nothing and is left out; nil where it moved something.
    var leftOut: String?
    /// The record that the file keeps of a transaction of ours.
    var details: JournalTag.Details?
}

/// A row that cannot be read.
struct UnreadableRow: Error {
    let line: Int
    let reason: String
    /// Why it moved nothing and need not be read; nil where it may have moved something.
    var leftOut: String?
}

typealias ReadRow = Result<ImportedRow, UnreadableRow>
