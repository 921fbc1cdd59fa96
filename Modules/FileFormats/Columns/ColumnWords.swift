/// Words of banks and exchanges that say which way an amount goes.
enum DirectionWords {
    /// Words for outgoing amounts in English, German, Dutch, French, Spanish, Italian, Portuguese, Baltic, Nordic and Slavic languages.
    private static let out: Set<String> = [
        "af", "debit", "debet", "dbit", "d", "dr", "s", "soll", "-", "ausgang", "ausgabe", "uscita", "out", "outgoing",
        "sent", "send", "withdrawal", "withdraw", "withdrawals", "expense", "spend", "spent", "cargo", "débit", "debe",
        "sortie", "dare", "ut", "uttak", "uttag", "paid out", "money out", "wypłata", "obciążenie", "výdaj", "kiadás",
        "расход", "списание", "transfer out", "outflow", "lastschrift", "belastung", "débito", "debito", "deebet",
        "dépense", "gasto", "egreso", "saída", "saida", "uscite", "auszahlung", "abgang", "negative", "minus",
        "debited", "出金",
        "terhelés", "odchozí", "debits", "dépenses", "opname", "afschrijving", "betaling",
    ]
    /// Words for incoming amounts.
    private static let into: Set<String> = [
        "bij", "credit", "kredit", "crdt", "c", "k", "cr", "h", "haben", "+", "eingang", "einnahme", "entrata", "in",
        "incoming", "received", "receive", "recv", "deposit", "deposits", "income", "abono", "crédit", "haber",
        "entrée",
        "avere", "inn", "innskudd", "insättning", "paid in", "money in", "wpłata", "uznanie", "příjem", "bevétel",
        "приход", "зачисление", "transfer in", "inflow", "gutschrift", "crédito", "credito", "kreedit", "revenu",
        "ingreso", "entrada", "entrate", "einzahlung", "zugang", "positive", "plus", "credited", "jóváírás", "příchozí",
        "credits", "received with", "recettes", "storting", "bijschrijving", "ontvangst", "入金",
    ]

    /// Whether a word says that an amount goes out; nil for a word that is not known.
    static func isOut(_ word: String) -> Bool? {
        let word = word.lowercased()
        if out.contains(word) { return true }
        return into.contains(word) ? false : nil
    }
}

/// Words of banks and exchanges that say whether a row has moved anything.
enum StateWords {
    /// The meaning of a row's state.
    enum Meaning {
        /// It is booked.
        case done
        /// It may still be booked.
        case pending
        /// It never will be.
        case failed
    }

    private static let done: Set<String> = [
        "completed", "complete", "confirmed", "booked", "gebucht", "posted", "settled", "success", "successful",
        "succeeded", "ok", "done", "executed", "true", "yes", "ja", "cleared", "finalized", "finalised", "processed",
        "paid", "erledigt", "ausgeführt", "abgeschlossen", "comptabilisé", "effectué", "terminé", "completado",
        "realizado", "liquidado", "verwerkt", "geboekt", "eseguito", "contabilizzato", "filled", "closed", "credited",
        "zaúčtováno", "zaksięgowano", "zrealizowano", "concluído", "efetivado", "bokförd", "bokført", "1", "approved",
        "reconciled", "book", "bestätigt", "udført", "完了", "umsatz gebucht",
    ]
    private static let pending: Set<String> = [
        "pending", "vorgemerkt", "offen", "in progress", "processing", "scheduled", "upcoming", "authorised",
        "authorized", "hold", "on hold", "unconfirmed", "false", "no", "nein", "ausstehend", "in bearbeitung",
        "en attente", "pendiente", "in behandeling", "in attesa", "pendente", "reserved", "reserviert", "unbooked",
        "vormerkung", "waiting", "awaiting", "not posted", "0", "gereserveerd", "oczekująca", "reservation", "pdng",
        "nicht gebucht", "open", "väntande", "initiated", "submitted", "new", "created", "venter", "処理中",
        "umsatz vorgemerkt",
    ]
    private static let failed: Set<String> = [
        "reverted", "failed", "declined", "cancelled", "canceled", "rejected", "expired", "refused", "storniert",
        "abgelehnt", "fehlgeschlagen", "annulé", "refusé", "rechazado", "cancelado", "fallido", "geannuleerd",
        "annullato", "void", "voided", "denied", "error", "aborted", "odrzucona", "anulowana", "mislukt", "rifiutato",
        "recusado", "dropped", "blocked", "unsuccessful", "echec", "échoué", "abgebrochen",
    ]

    /// Returns the meaning of a word; nil if it is unknown.
    static func meaning(_ word: String) -> Meaning? {
        let word = word.lowercased()
        if done.contains(word) { return .done }
        if pending.contains(word) { return .pending }
        return failed.contains(word) ? .failed : nil
    }
}

/// Words by which rows of a statement tell what was there, and no movement.
enum BalanceWords {
    private static let opening: Set<String> = [
        "saldoanterior", "openingbalance", "balancebroughtforward", "broughtforward", "anfangssaldo", "anfangsbestand",
        "beginningbalance", "startingbalance", "saldoinicial", "saldoiniziale", "soldeinitial", "anciensolde",
        "alterkontostand", "altersaldo", "beginsaldo", "vorigsaldo", "openingssaldo", "previousbalance",
        "balanceforward", "eröffnungsbuchung", "eröffnungssaldo", "saldovortrag", "reportànouveau", "ingåendesaldo",
        "initialbalance", "soldeprécédent", "soldeprecedent", "saldoprecedente", "saldopoczątkowe", "počátečnízůstatek",
        "anfangsstand", "balancebf", "saldoinic", "openingssaldi", "inngåendesaldo", "startsaldo", "kezdőegyenleg",
        "saldodeapertura", "saldod'apertura", "alterstand",
    ]
    private static let closing: Set<String> = [
        "saldo", "balance", "total", "totals", "summe", "gesamt", "gesamtsumme", "kontostand", "endsaldo",
        "closingbalance", "endingbalance", "neuerkontostand", "neuersaldo", "saldofinal", "saldofinale", "nouveausolde",
        "soldefinal", "eindsaldo", "saldoactual", "saldoatual", "saldododia", "letzterkontostand", "schlusssaldo",
        "balancecarriedforward", "carriedforward", "endbestand", "totale", "sum", "somme", "totaal", "zůstatek",
        "sldo", "grandtotal", "utgåendesaldo", "finalbalance", "saldoparziale", "subtotal", "zwischensumme",
        "currentbalance", "合計", "solde", "abschlusssaldo", "saldokońcowe", "totalbalance",
    ]

    private static let beforeDays: Set<Substring> = ["vom", "zum", "per", "am", "au", "op", "al", "on"]

    /// Without spaces, punctuation and what follows "as of": `S A L D O`, `Beginning balance as of 03/01/2026`.
    private static func plain(_ text: String) -> String {
        let text = text.lowercased()
        // Words are looked at where a day may follow them: files have very many texts.
        guard text.contains(where: \.isNumber) else { return letters(text[...]) }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        for (index, word) in words.enumerated().dropFirst() {
            let next = beforeDays.contains(word) ? 1 : word == "as" && words.dropFirst(index + 1).first == "of" ? 2 : 0
            guard next > 0, words.dropFirst(index + next).contains(where: { $0.contains(where: \.isNumber) }) else {
                continue
            }
            return letters(text[..<word.startIndex])
        }
        return letters(text[...])
    }

    private static func letters(_ text: Substring) -> String { text.filter { $0.isLetter || $0 == "'" } }

    /// Whether a text is the name of what was there before the first movement.
    static func isOpening(_ text: String) -> Bool { text.utf8.count <= 80 && opening.contains(plain(text)) }

    private static let totals: Set<String> = [
        "total", "totals", "summe", "gesamt", "gesamtsumme", "totale", "sum", "somme", "totaal", "grandtotal",
        "subtotal",
        "zwischensumme", "合計",
    ]

    /// Whether a text is the name of a balance, and not of a sum of rows, which may also be somebody's name.
    static func isBalance(_ text: String) -> Bool { isClosing(text) && !totals.contains(plain(text)) }

    /// Whether a text is the name of a balance or a total.
    static func isClosing(_ text: String) -> Bool { text.utf8.count <= 80 && closing.contains(plain(text)) }
}
