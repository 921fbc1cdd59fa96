extension ColumnRole {
    /// The day.
    public static let date = ColumnRole(
        "date", .day,
        titles: [
            "date", "datum", "booking date", "buchungstag", "buchungsdatum", "buchung", "transaction date",
            "posting date", "posted date", "completed date", "date de l'opération", "date opération",
            "date de comptabilisation", "fecha", "fecha operación", "fecha valor", "data", "data contabile",
            "data operazione", "data operacji", "data transakcji", "day", "tag", "datetime", "date time",
            "operation date", "time",
            "timestamp", "utc_time", "utc time", "created", "created at", "created_at", "valuta",
            "valutadatum", "boekdatum", "boekingsdatum", "wertstellung", "wertstellungsdatum", "value date",
            "effective date", "started date", "dato", "bokföringsdag", "kuupäev", "datum účtování", "päivämäärä",
            "date operation", "dateop", "data mov.", "booked at", "könyvelés dátuma", "kirjauspäivä",
            "posted transactions date", "data_operazione", "run date", "txn date", "tran date", "transactiondate",
            "date/time", "日付", "取引日", "お取引日",
        ])
    /// An amount that comes in, or goes out with a sign.
    public static let amount = ColumnRole(
        "amount", .number,
        titles: [
            "amount", "betrag", "umsatz", "montant", "importe", "bedrag", "importo", "value", "wert", "change",
            "quantity", "menge", "saved", "valor", "kwota", "kwota operacji", "belopp", "beløb", "beløp", "summa",
            "transaction amount", "operation amount", "částka", "monto", "net amount", "összeg", "määrä",
            "montant operation en euro", "montant opération", "credit/debit amount", "objem", "金額",
        ])
    /// An amount that goes out, without a sign.
    public static let debit = ColumnRole(
        "debit", .number,
        titles: [
            "debit", "soll", "withdrawal", "withdrawals", "withdrawn", "paid out", "money out", "ausgang",
            "ausgabe",
            "ausgaben",
            "lastschrift", "belastung", "débit", "debet", "debit amount", "out", "cargo", "cargos", "debe",
            "uscite",
            "uscita", "dare", "addebiti", "af", "outflow", "spent", "dépenses", "withdrawal amt.", "withdrawal amt",
            "debits", "sortie", "débito", "debito", "obciążenia", "uttak", "uttag", "payments", "ut",
            "withdrawal amount", "ut fra konto", "dr", "出金金額", "お引出し", "支払い金額",
        ])
    /// An amount that comes in, in a table that has a column for what goes out.
    public static let credit = ColumnRole(
        "credit", .number,
        titles: [
            "credit", "haben", "deposit", "deposits", "deposited", "paid in", "money in", "eingang", "einnahme",
            "einnahmen",
            "gutschrift", "crédit", "credit amount", "in", "abono", "abonos", "haber", "entrate", "entrata",
            "avere",
            "accrediti", "bij", "inflow", "received", "recettes", "deposit amt.", "deposit amt", "credits",
            "entrée",
            "crédito", "credito", "uznania", "innskudd", "insättning", "receipts", "inn",
            "deposit amount", "inn på konto", "cr", "入金金額", "お預入れ", "預かり金額",
        ])
    /// The direction of an amount, as a word.
    public static let direction = ColumnRole(
        "direction",
        titles: [
            "direction", "af bij", "af/bij", "bij/af", "debit/credit", "credit/debit", "debit or credit",
            "credit debit indicator", "credit/debit indicator", "cdtdbtind", "dr/cr", "d/c", "d/k", "s/h",
            "soll/haben", "deebet/kreedit", "in/out", "sign", "vorzeichen", "debet/credit", "débit/crédit",
            "debe/haber", "operation type", "side", "transaction type", "indicator", "入出金",
        ])
    /// The fee charged besides the amount.
    public static let fee = ColumnRole(
        "fee", .number,
        titles: [
            "fee", "fees", "gebühr", "gebühren", "gebuehr", "commission", "commissions", "provision", "frais",
            "comisión", "comision", "commissie", "commissione", "commissioni", "operation fees", "transaction fee",
            "network fee", "total fees", "fee amount", "trading fee", "opłata", "avgift", "gebyr", "kosten",
            "transaction fees", "fees amount", "taxa", "prowizja", "poplatek", "手数料",
        ])
    /// The currency of the fee.
    public static let feeCurrency = ColumnRole(
        "fee-currency",
        titles: ["fee currency", "fee coin", "fee asset", "fee ccy", "fee unit", "fee_currency", "gebührenwährung"])
    /// The balance after the row.
    public static let balance = ColumnRole(
        "balance", .number,
        titles: [
            "balance", "saldo", "kontostand", "running balance", "running bal.", "running bal", "solde",
            "balance after", "balance after transaction", "account balance", "saldo nach buchung", "kontosaldo",
            "closing balance", "saldo contable", "saldo na mutatie", "saldo po operacji", "saldo actual",
            "saldo disponible", "saldo contabile", "bakiye", "zůstatek",
            "saldo na trn", "endsaldo", "saldo po transakcji", "bokfört saldo", "új könyvelt egyenleg",
            "cash balance", "runningbalance", "bal", "saldo contabilístico", "残高", "差引残高",
        ])
    /// The state of the row, as a word: whether it has moved anything.
    public static let state = ColumnRole(
        "state",
        titles: [
            "state", "status", "zustand", "statut", "estado", "stato", "confirmed", "buchungsstatus", "état",
            "umsatzstatus", "transaction status", "booking status", "stav", "stan", "状態", "info",
        ])
    /// The number by which the bank knows the movement.
    public static let number = ColumnRole(
        "number",
        titles: [
            "transaction id", "transactionid", "txid", "tx id", "tx hash", "hash", "operation hash", "fitid",
            "transaction number", "transaktionsnummer", "transaction hash", "id", "archive id", "arkistointitunnus",
            "arhiivitunnus", "transactiereferentie", "numéro d'opération", "refid", "unique id", "transaction_id",
        ])
    /// The currency's code.
    public static let currency = ColumnRole(
        "currency",
        titles: [
            "currency", "währung", "waehrung", "devise", "moneda", "valuta", "ccy", "coin", "asset",
            "currency ticker", "waluta", "munt", "munteenheid", "divisa", "moeda", "symbol", "valuutta", "valuuta",
            "account currency", "currency code",
            "měna", "devizanem", "currencyprimary", "amount/balance unit", "amount unit",
        ])
    /// The account.
    public static let account = ColumnRole(
        "account",
        titles: [
            "account", "konto", "account name", "kontoname", "compte", "cuenta", "rekening", "conto", "wallet",
            "sparkonto", "savings account", "sparziel", "pot",
        ])
    /// The purpose; several columns may tell it.
    public static let note = ColumnRole(
        "note",
        titles: [
            "note", "notes", "notiz", "description", "beschreibung", "verwendungszweck", "zweck", "buchungstext",
            "memo", "reference", "libellé", "concepto", "omschrijving", "descrizione", "remark", "comment",
            "kommentar", "details", "payee", "empfänger", "name", "text", "narration", "transaction description",
            "historico", "histórico", "descrição", "causale", "mededelingen", "naam / omschrijving", "tytuł",
            "auftraggeber/empfänger", "counter party", "counterparty", "beschreibung1", "avisierungstext",
            "beguenstigter/zahlungspflichtiger", "begünstigter/zahlungspflichtiger", "partner", "partner name",
            "kommentarer", "selgitus", "meddelande", "rubrik", "tekst", "popis", "label", "transaction details",
            "transaction remarks", "particulars", "narrative", "forklaring", "otsikko", "opis operacji",
            "opis transakcji", "partner neve", "transactiondescription", "内容", "摘要", "摘要内容",
        ])
}
