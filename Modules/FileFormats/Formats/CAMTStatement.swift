import Values

/// Bank statements of ISO 20022: `camt.053`, and reports of the day, `camt.052`, in any of their versions.
package struct CAMTStatement {
    package let file: TextFile
    /// Whether entries that are not booked yet are entered.
    package let countsPending: Bool

    package init(file: TextFile, countsPending: Bool) {
        self.file = file
        self.countsPending = countsPending
    }

    /// Whether a file is one, by how it begins.
    package static func matches(_ head: String) -> Bool {
        head.contains("<") && (head.contains("BkToCstmr") || head.contains("xsd:camt.05"))
    }

    /// The elements above an element, from the outermost, with what was read on the way.
    private struct State {
        var path: [String] = []
        var account: StatementAccount?
        var iban: String?
        var other: String?
        var bank: String?
        var currency: String?
        var balance = Balance()
        var entry: Entry?
        var totals = StatementTotals()
        var closing: StatedBalance?

        func isIn(_ name: String) -> Bool { path.contains(name) }
    }

    private struct Balance {
        var line = 0
        var type = ""
        var amount = ""
        var currency: String?
        var isDebit = false
        var day: CalendarDay?

        var signed: String { isDebit && amount.contains { ("1"..."9").contains($0) } ? "-" + amount : amount }
    }

    private struct Entry {
        let line: Int
        var amount = ""
        var currency: String?
        var isDebit: Bool?
        var state = "BOOK"
        var booked: String?
        var valued: String?
        var number: String?
        var detailNumbers: [String] = []
        var names: [String] = []
        var purposes: [String] = []
        var information: String?
    }

    /// Hands on each entry, and takes what statements state.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(
        balance take: (StatedBalance) throws -> Void = { _ in },
        question ask: (ImportQuestion) throws -> Void = { _ in },
        _ body: (ReadRow) throws -> Void
    ) throws {
        var state = State()
        var hasStatement = false
        try MarkupReader(file: file, format: .camt).forEachElement { element in
            if element.name.utf8.first == UInt8(ascii: "/") {
                let name = String(element.name.dropFirst())
                if let index = state.path.lastIndex(of: name) { state.path.removeSubrange(index...) }
                try close(name, &state, take, ask, body)
                return
            }
            switch element.name {
            case "Stmt", "Rpt":
                hasStatement = true
                state = State(path: state.path)
            case "Ntfctn":
                throw ImportError.malformed(.camt, line: element.line, reason: "notifications are not read")
            case "Ntry": state.entry = Entry(line: element.line)
            case "Bal" where state.entry == nil: state.balance = Balance(line: element.line)
            default: break
            }
            state.path.append(element.name)
            if let value = element.value { Self.note(element, value, &state) }
        }
        guard hasStatement else {
            throw ImportError.malformed(.camt, line: 1, reason: "there is no statement of an account")
        }
    }

    private static func note(_ element: MarkupReader.Element, _ value: String, _ state: inout State) {
        let parent = state.path.dropLast().last ?? ""
        if state.entry != nil { return note(element.name, value, element.attribute("Ccy"), parent, &state) }
        if state.isIn("Bal") {
            switch (element.name, parent) {
            case ("Cd", _), ("Prtry", _): if state.balance.type.isEmpty { state.balance.type = value }
            case ("Amt", _):
                state.balance.amount = value
                state.balance.currency = element.attribute("Ccy")
            case ("CdtDbtInd", "Bal"): state.balance.isDebit = value == "DBIT"
            case ("Dt", "Dt"), ("DtTm", "Dt"): state.balance.day = day(value)
            default: break
            }
            return
        }
        guard state.path.dropLast().contains("Acct") else { return }
        switch element.name {
        case "IBAN": state.iban = state.iban ?? value
        case "Id" where parent == "Othr" && !state.isIn("Svcr") && !state.isIn("Ownr"):
            state.other = state.other ?? value
        case "Ccy": state.currency = value
        case "BIC", "BICFI": state.bank = value
        default: break
        }
    }

    private static func note(
        _ name: String, _ value: String, _ currency: String?, _ parent: String, _ state: inout State
    ) {
        let isDetail = state.isIn("TxDtls")
        switch (name, parent) {
        case ("Amt", "Ntry"):
            state.entry?.amount = value
            state.entry?.currency = currency
        case ("CdtDbtInd", "Ntry"): state.entry?.isDebit = value == "DBIT"
        case ("Sts", "Ntry"), ("Cd", "Sts"), ("Prtry", "Sts"): state.entry?.state = value
        case ("Dt", "BookgDt"), ("DtTm", "BookgDt"): state.entry?.booked = value
        case ("Dt", "ValDt"), ("DtTm", "ValDt"): state.entry?.valued = value
        case ("AcctSvcrRef", "Ntry"): state.entry?.number = value
        case ("AcctSvcrRef", "Refs"): state.entry?.detailNumbers.append(value)
        case ("Nm", _) where isDetail && (state.isIn("Cdtr") || state.isIn("Dbtr")): state.entry?.names.append(value)
        case ("Ustrd", _): state.entry?.purposes.append(value)
        case ("AddtlNtryInf", _): state.entry?.information = value
        default: break
        }
    }

    private func close(
        _ name: String, _ state: inout State, _ take: (StatedBalance) throws -> Void,
        _ ask: (ImportQuestion) throws -> Void, _ body: (ReadRow) throws -> Void
    ) throws {
        switch name {
        case "Ntry":
            guard let entry = state.entry else { return }
            state.entry = nil
            let row = row(entry, state)
            if case .success(let row) = row, row.leftOut == nil { state.totals.add(row.amount.description) }
            try body(row)
        case "Bal" where state.entry == nil: closeBalance(&state)
        case "Acct" where state.entry == nil:
            guard let number = state.iban ?? state.other else { return }
            state.account = StatementAccount(bank: state.iban == nil ? state.bank : nil, number: number)
        case "Stmt", "Rpt":
            if var closing = state.closing {
                closing.opening = (state.totals.opening?.amount.plainText).map { .exact($0) }
                try take(closing)
            }
            if let question = state.totals.question { try ask(question) }
        default: break
        }
    }

    private func closeBalance(_ state: inout State) {
        let balance = state.balance
        switch balance.type {
        case "OPBD", "PRCD": state.totals.open(balance.signed, line: balance.line)
        case "CLBD":
            state.totals.close(balance.signed, line: balance.line)
            guard let day = balance.day else { return }
            state.closing = StatedBalance(
                line: balance.line, account: state.account?.number, place: state.account,
                currency: balance.currency ?? state.currency, day: day, amount: .exact(balance.signed))
        default: break
        }
    }

    private func row(_ entry: Entry, _ state: State) -> ReadRow {
        func refused(_ reason: String) -> ReadRow { .failure(UnreadableRow(line: entry.line, reason: reason)) }
        guard let text = entry.booked ?? entry.valued, let day = Self.day(text) else {
            return refused("'\((entry.booked ?? entry.valued ?? "").printable)' is not a date.")
        }
        guard let isDebit = entry.isDebit else { return refused("nothing says whether it is a credit or a debit.") }
        guard (try? Money(entry.amount, .usd)) != nil else {
            return refused("'\(entry.amount.printable)' is not an amount.")
        }
        var notes: [String] = []
        let texts = Array(entry.names.prefix(1)) + entry.purposes.prefix(4)
        for text in texts.isEmpty ? [entry.information].compactMap(\.self) : texts where !notes.contains(text) {
            notes.append(text)
        }
        var row = ImportedRow(
            line: entry.line, account: state.account?.number, currency: entry.currency ?? state.currency, day: day,
            amount: .exact(isDebit ? "-" + entry.amount : entry.amount),
            note: notes.isEmpty ? nil : String(notes.joined(separator: ", ").prefix(1000)))
        row.place = state.account
        row.number = Self.number(entry.number ?? (entry.detailNumbers.count == 1 ? entry.detailNumbers[0] : nil))
        switch entry.state {
        case "PDNG" where !countsPending: row.leftOut = "It is pending, so it is not booked yet."
        case "INFO": row.leftOut = "It is for information only, and moved nothing."
        default: break
        }
        return .success(row)
    }

    /// A reference that names the entry, and does not say that there is none.
    private static func number(_ text: String?) -> String? {
        guard let text, text.count > 3, !["NONREF", "NOTPROVIDED", "NOTAVAILABLE"].contains(text.uppercased()) else {
            return nil
        }
        return text
    }

    /// The bank's own day, also of an instant in the bank's zone.
    private static func day(_ text: String) -> CalendarDay? { try? CalendarDay(String(text.prefix(10))) }
}
