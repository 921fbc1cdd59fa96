public import Values

package import struct Foundation.UUID

/// One row of a statement, with everything that its file says of it.
public struct ImportedRow: Sendable {
    /// How much, before the currency of its asset is known.
    public enum Amount: Sendable, CustomStringConvertible {
        /// `-1234.50`, as a person may have written it.
        case entered(String)
        /// `-1234.50`, where the file's own rules leave no doubt how it is read.
        case exact(String)
        /// A number that is read already.
        case number(Money)

        /// The number in digits, with a point.
        public var description: String {
            switch self {
            case .entered(let text), .exact(let text): text
            case .number(let money): money.amountText
            }
        }

        /// The same with the opposite sign.
        var negated: Amount {
            func negated(_ text: String) -> String {
                if text.hasPrefix("-") { return String(text.dropFirst()) }
                return "-" + (text.hasPrefix("+") ? String(text.dropFirst()) : text)
            }
            return switch self {
            case .entered(let text): .entered(negated(text))
            case .exact(let text): .exact(negated(text))
            case .number(let money): .number(money.negated)
            }
        }

        /// The amount in the currency of its asset.
        ///
        /// - Throws: ``NumberError``.
        public func money(_ currency: Currency) throws(NumberError) -> Money {
            switch self {
            case .entered(let text): try Money(entered: text, currency)
            case .exact(let text): try Money(text, currency)
            case .number(let money): money.counted(in: currency)
            }
        }
    }

    /// The line of the file, from 1.
    public let line: Int
    /// The account that the file names; nil when it names none.
    public var account: String?
    /// The asset, where the file was written from it.
    package var assetID: UUID?
    /// The currency that the row names, as a code or a sign; nil when it names none.
    public var currency: String?
    /// The day of the movement.
    public var day: CalendarDay
    /// The time of day beside the date, as `hh:mm:ss`; nil where none is written.
    package var time: String?
    /// The amount, with a minus for what goes out; 0 where the target has no amounts.
    public var amount: Amount
    /// The code or sign of a currency that stands beside the amount; nil for none.
    package var sign: String?
    /// The purpose, with the payee; nil where the file tells none.
    public var note: String?
    /// The texts that tell the movement from others, such as payee and purpose; nil where that is the note.
    package var texts: [String]?
    /// The number by which the bank knows the movement; nil where it gives none.
    public var number: String?
    /// The movement of an earlier statement that it corrects; nil for none.
    package var correction: StatementCorrection?
    /// The account of a bank's statement, where the file tells it.
    package var place: StatementAccount?
    /// Whether it is what the account held before, and no payment.
    public var isOpening = false
    /// The cells of the target's own roles: texts, numbers in digits with a point, days as in 2026-04-13.
    package var fields: [ColumnRole: String] = [:]
    /// The currencies that the titles of the target's own columns of numbers name, as in `Price (USD)`.
    package var fieldCurrencies: [ColumnRole: String] = [:]
    /// Why it moved nothing and is left out; nil where it moved something.
    public var leftOut: String?
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

extension ImportedRow {
    /// A movement of an account.
    ///
    /// - Parameters:
    ///   - line: the line of the file, from 1.
    ///   - amount: what goes in, or with a minus what goes out, in digits with a point.
    ///   - currency: its currency's code; nil if the file names none.
    ///   - account: the account's name; nil if the file names none.
    ///   - number: the number by which the bank knows the movement; nil if it gives none.
    public init(
        line: Int, day: CalendarDay, amount: String, currency: String? = nil, account: String? = nil,
        note: String? = nil, number: String? = nil
    ) {
        self.init(
            line: line, account: account, assetID: nil, currency: currency, day: day, amount: .exact(amount),
            note: note, number: number)
    }

    /// The same movement in the other direction.
    var inverted: ImportedRow {
        var row = self
        row.amount = amount.negated
        return row
    }

    /// The cell of a role that the target declares beyond those of movements: a text, a number in digits with a point, or a day as in
    /// 2026-04-13. Nil where it is empty.
    public subscript(role: ColumnRole) -> String? { fields[role] }
}

/// A row that cannot be read.
public struct UnreadableRow: Error, CustomStringConvertible {
    /// Its line, from 1.
    public let line: Int
    /// Why, as a part of a sentence.
    public let reason: String
    /// Why it moved nothing and need not be read; nil where it may have moved something.
    public var leftOut: String?

    /// The line and the reason as a sentence.
    public var description: String { "Line \(line): \(reason)\(reason.hasSuffix(".") ? "" : ".")" }

    package init(line: Int, reason: String, leftOut: String? = nil) {
        self.line = line
        self.reason = reason
        self.leftOut = leftOut
    }
}

/// A row, or why it cannot be read.
public typealias ReadRow = Result<ImportedRow, UnreadableRow>
