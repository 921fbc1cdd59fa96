import Values

/// Transactions in Open Financial Exchange: SGML in version 1, where elements with a value have no end, XML in version 2.
package struct OFXTransactions {
    package let file: TextFile

    package init(file: TextFile) {
        self.file = file
    }

    private struct Statement {
        var account: String?
        var place: StatementAccount?
        var currency: String?
        var bank: String?
        var branch: String?
        var kind: String?
        var number: String?
        /// Whether what follows belongs to the balance of the ledger.
        var isInBalance = false
        var balance: String?

        /// Bank, branch, number and kind, once the element with them ends.
        mutating func finishAccount() {
            guard let number else { return }
            place = StatementAccount(bank: bank, branch: branch, number: number, kind: kind?.lowercased())
            account = number
        }
    }

    /// Facts that all transactions show before one is read.
    package struct Survey {
        /// Whether no amount has a minus though the types of some say that they go out; then the types decide (I2).
        package var goesByTypes = false
        /// The movements that others of the file correct, with the line of the correction.
        fileprivate var corrected: [Movement: Int] = [:]
        /// The movements that corrections replace or delete.
        fileprivate var corrections: [Movement: Movement] = [:]
    }

    /// A movement by the account and the number that the bank gives it.
    fileprivate struct Movement: Hashable {
        let account: String
        let number: String
    }

    /// Reads all transactions once.
    ///
    /// - Throws: ``ImportError``.
    package func survey() throws -> Survey {
        var survey = Survey()
        var (hasMinus, hasDebit) = (false, false)
        var (account, number, line) = ("", "", 0)
        var type: String?
        var isElsewhere = false
        var newest: [Movement: Movement] = [:]
        try forEachElement { at, name, value in
            switch (name, value) {
            case ("BANKACCTTO", _), ("CCACCTTO", _): isElsewhere = true
            case ("/BANKACCTTO", _), ("/CCACCTTO", _), ("/STMTTRN", _): isElsewhere = false
            case ("ACCTID", let value?) where !isElsewhere: account = value
            case ("STMTTRN", _): (type, number, line, isElsewhere) = (nil, "", at, false)
            case ("TRNTYPE", let value?): type = value.uppercased()
            case ("TRNAMT", let value?):
                if value.utf8.first == UInt8(ascii: "-") { hasMinus = true }
                if let type, Self.outgoing.contains(type) { hasDebit = true }
            case ("FITID", let value?): number = value
            case ("CORRECTFITID", let value?):
                let (new, old) = (Movement(account: account, number: number), Movement(account: account, number: value))
                guard new != old else { break }
                // Of two corrections of one movement, the later one counts.
                let before = newest.updateValue(new, forKey: old) ?? old
                survey.corrected[old] = line
                survey.corrected[before] = line
                survey.corrections[new] = before
            default: break
            }
        }
        survey.goesByTypes = hasDebit && !hasMinus
        return survey
    }

    /// Types whose money always goes out.
    private static let outgoing: Set<String> = [
        "DEBIT", "PAYMENT", "CHECK", "FEE", "SRVCHG", "ATM", "POS", "DIRECTDEBIT", "CASH", "REPEATPMT",
    ]

    /// Hands on each transaction of a bank's or a card's statement.
    ///
    /// - Parameters:
    ///   - survey: what all transactions show.
    ///   - balance: takes the balance that a statement states.
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(
        _ survey: Survey = Survey(), balance take: (StatedBalance) throws -> Void = { _ in },
        _ body: (ReadRow) throws -> Void
    ) throws {
        var statement = Statement()
        var transaction: (line: Int, fields: [String: String])?
        // The account at the other end, or the currency before the bank converted: what stands inside is not the statement's.
        var isElsewhere = false
        var depth = 0
        func finish(_ transaction: (line: Int, fields: [String: String])) throws {
            try body(row(transaction, statement, survey))
        }
        try forEachElement { line, name, value in
            switch (name, value) {
            case ("OFX", _): depth += 1
            case ("STMTRS", _), ("CCSTMTRS", _): statement = Statement()
            case ("INVSTMTRS", _):
                throw ImportError.malformed(.ofx, line: line, reason: "statements of securities are not read")
            case ("BANKACCTTO", _), ("CCACCTTO", _), ("ORIGCURRENCY", _): isElsewhere = true
            case ("/BANKACCTTO", _), ("/CCACCTTO", _), ("/ORIGCURRENCY", _): isElsewhere = false
            case _ where isElsewhere && name != "/STMTTRN": break
            case ("CURDEF", let value?): statement.currency = value
            case ("BANKID", let value?) where transaction == nil: statement.bank = value
            case ("BRANCHID", let value?) where transaction == nil: statement.branch = value
            case ("ACCTTYPE", let value?) where transaction == nil:
                statement.kind = value
                statement.finishAccount()
            case ("CCACCTFROM", _): statement.kind = "card"
            case ("ACCTID", let value?) where transaction == nil:
                statement.number = value
                statement.finishAccount()
            case ("LEDGERBAL", _): statement.isInBalance = true
            case ("/LEDGERBAL", _), ("AVAILBAL", _): statement.isInBalance = false
            case ("BALAMT", let value?) where statement.isInBalance: statement.balance = value
            case ("DTASOF", let value?) where statement.isInBalance:
                statement.isInBalance = false
                if let stated = Self.balance(statement, day: value, line: line) { try take(stated) }
            case ("STMTTRN", _):
                // A transaction that was not closed ends where the next begins.
                if let transaction { try finish(transaction) }
                transaction = (line, [:])
            case ("/STMTTRN", _):
                if let transaction { try finish(transaction) }
                (transaction, isElsewhere) = (nil, false)
            case (_, let value?):
                if transaction?.fields[name] == nil { transaction?.fields[name] = value }
            default: break
            }
        }
        guard depth > 0 else { throw ImportError.malformed(.ofx, line: 1, reason: "there is no element OFX") }
        if let transaction {
            throw ImportError.malformed(.ofx, line: transaction.line, reason: "the transaction does not end")
        }
    }

    private static func balance(_ statement: Statement, day: String, line: Int) -> StatedBalance? {
        guard let day = DateText(String(day.prefix(8)))?.day(.dayFirst), let amount = amount(statement.balance ?? "")
        else { return nil }
        return StatedBalance(
            line: line, account: statement.account, place: statement.place, currency: statement.currency, day: day,
            amount: .exact(amount))
    }

    /// The mark for decimals may be a point or a comma; marks for thousands are not allowed.
    private static func amount(_ text: String) -> String? {
        let mark = text.utf8.contains(UInt8(ascii: ",")) ? DecimalMark.comma : .point
        guard text.utf8.count(where: { $0 == 0x2E || $0 == 0x2C }) <= 1 else { return nil }
        return NumberText(text)?.plain(mark)
    }

    private func row(
        _ transaction: (line: Int, fields: [String: String]), _ statement: Statement, _ survey: Survey
    ) -> ReadRow {
        let fields = transaction.fields
        func refused(_ reason: String) -> ReadRow { .failure(UnreadableRow(line: transaction.line, reason: reason)) }
        guard let posted = fields["DTPOSTED"], let day = DateText(String(posted.prefix(8)))?.day(.dayFirst) else {
            return refused("'\((fields["DTPOSTED"] ?? "").printable)' is not a date.")
        }
        let text = fields["TRNAMT"] ?? ""
        guard var amount = Self.amount(text) else { return refused("'\(text.printable)' is not an amount.") }
        if survey.goesByTypes, let type = fields["TRNTYPE"], Self.outgoing.contains(type.uppercased()) {
            amount = "-" + amount
        }
        var notes: [String] = []
        for note in [fields["NAME"], fields["MEMO"]].compactMap(\.self) where !notes.contains(note) {
            notes.append(note)
        }
        // An amount in another currency than the statement's says so with its own element.
        let currency = fields["CURSYM"] ?? statement.currency
        var row = ImportedRow(
            line: transaction.line, account: statement.account, currency: currency, day: day,
            amount: .entered(amount), note: notes.isEmpty ? nil : notes.joined(separator: ", "))
        row.place = statement.place
        row.number = fields["FITID"]
        row.correction = Self.correction(fields, account: statement.account, survey)
        if let number = row.number,
            let line = survey.corrected[Movement(account: statement.account ?? "", number: number)]
        {
            row.leftOut = "Line \(line) corrects it."
        }
        return .success(row)
    }

    /// The correction that a transaction is, with all that was corrected before in the file.
    private static func correction(
        _ fields: [String: String], account: String?, _ survey: Survey
    ) -> StatementCorrection? {
        guard let corrected = fields["CORRECTFITID"] else { return nil }
        var numbers = [corrected]
        if let number = fields["FITID"] {
            var movement = Movement(account: account ?? "", number: number)
            while let before = survey.corrections[movement], numbers.count < 100 {
                if !numbers.contains(before.number) { numbers.append(before.number) }
                movement = before
            }
        }
        return StatementCorrection(
            numbers: numbers, isDeletion: fields["CORRECTACTION"]?.uppercased() == "DELETE")
    }

    /// Hands on each tag with its line, in upper case, and the text behind it up to the next tag.
    private func forEachElement(_ body: (_ line: Int, _ name: String, _ value: String?) throws -> Void) throws {
        try MarkupReader(file: file, format: .ofx).forEachElement { element in
            let isSmall = element.name.utf8.contains { (0x61...0x7A).contains($0) }
            try body(element.line, isSmall ? element.name.uppercased() : element.name, element.value)
        }
    }
}
