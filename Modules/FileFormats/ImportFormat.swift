/// The formats of files with transactions.
public enum ImportFormat: String, Sendable, CaseIterable {
    /// A table with any delimiter.
    case csv
    /// Open Financial Exchange, versions 1 and 2 (also called QFX).
    case ofx
    /// Quicken Interchange Format.
    case qif
    /// ISO 20022 bank statements, `camt.053` and `camt.052`.
    case camt
    /// SWIFT MT940 bank statements.
    case mt940
    /// A journal of hledger.
    case hledger
    /// A journal of ledger.
    case ledger
    /// A journal of beancount.
    case beancount
    /// Piggy banks of Firefly III.
    case firefly
    /// An export of Ghostfolio.
    case ghostfolio
    /// Events of rotki.
    case rotki
    /// A format that another program reads.
    case other

    package init(_ dialect: JournalDialect) {
        self =
            switch dialect {
            case .hledger: .hledger
            case .ledger: .ledger
            case .beancount: .beancount
            }
    }

    /// The format of a file by how it begins.
    package init(head: [UInt8]) {
        let text = String(decoding: head.prefix(2000), as: UTF8.self)
        let start = text.drop(while: \.isWhitespace)
        if start.hasPrefix("OFXHEADER") || text.contains("<OFX>") || text.contains("<?OFX") {
            self = .ofx
        } else if CAMTStatement.matches(text) {
            self = .camt
        } else if MT940Statement.matches(text) {
            self = .mt940
        } else if start.hasPrefix("!") {
            self = .qif
        } else {
            self = .csv
        }
    }
}
