@testable import FileFormats
@testable import Interchange

/// Layouts of banks in countries with the euro.
extension StatementLayout {
    static let euro: [StatementLayout] = [
        StatementLayout(
            name: "German direct bank",
            heading:
                "Umsatzanzeige;Datei erstellt am: 01.04.2026 10:00\n\nIBAN;DE00 0000\nKontoname;Girokonto\nKunde;Ana\n",
            titles: "Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung",
            row: "{day};{day};{text};Lastschrift;Kauf;{balance};EUR;{amount};EUR", day: "d.m.y", numbers: .german,
            isNewestFirst: true),
        StatementLayout(
            name: "German bank with states",
            heading: "\"Girokonto\";\"DE00\"\n\"Kontostand vom 01.04.2026:\";\"1.000,00 €\"\n\"\"",
            titles:
                #""Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID""#,
            row:
                #""{day}";"{day}";"Gebucht";"Ana";"{text}";"Kauf";"{word}";"DE11";"{amount}";"""#,
            day: "d.m.s", numbers: .german, words: ("Ausgang", "Eingang"), isNewestFirst: true),
        StatementLayout(
            name: "German savings bank",
            titles:
                #""Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info""#,
            row:
                #""DE00";"{day}";"{day}";"KARTENZAHLUNG";"Kauf";"{text}";"DE11";"BANKDEFF";"{amount}";"EUR";"Umsatz gebucht""#,
            day: "d.m.s", numbers: .comma, isNewestFirst: true),
        StatementLayout(
            name: "German cooperative bank",
            titles:
                "Bezeichnung Auftragskonto;IBAN Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung",
            row: "Giro;DE00;{day};{day};{text};Basislastschrift;Kauf;{amount};EUR;{balance};", day: "d.m.y",
            numbers: .comma, isNewestFirst: true),
        StatementLayout(
            name: "German broker with an old balance below",
            heading: "\"Umsätze Girokonto\";\"Zeitraum: 30 Tage\"\n\"Neuer Kontostand\";\"2.000,00 EUR\"\n",
            titles: #""Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR""#,
            row: #""{day}";"{day}";"{word}";"{text}";"{amount}""#,
            ending: "\n\"Alter Kontostand\";\"1.000,00 EUR\"", day: "d.m.y", numbers: .german,
            words: ("Lastschrift", "Gutschrift"), isNewestFirst: true),
        StatementLayout(
            name: "German bank with debits that have a minus",
            titles: "Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;Soll;Haben;Währung",
            row: "{day};{day};Kartenzahlung;{text};Kauf;{-out};{in};EUR", day: "d.m.y", numbers: .german),
        StatementLayout(
            name: "German bank, categories",
            titles: "Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie",
            row: "{day};{day};{word};{text};{amount};EUR;DE00;Unkategorisiert", day: "d.m.y", numbers: .comma,
            words: ("Lastschrift", "Gutschrift")),
        StatementLayout(
            name: "app of a German bank",
            titles:
                #""Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate""#,
            row: #"{day},{day},"{text}",,Presentment,,"Main Account",{amount},{amount},EUR,1"#),
        StatementLayout(
            name: "German bank with a balance in euros",
            titles:
                #""Buchungstag";"Wertstellung";"Umsatzart";"Buchungsdetails";"Auftraggeber";"Empfänger";"Betrag (€)";"Saldo (€)""#,
            row: #""{day}";"{day}";"{word}";"Kauf";"Ana";"{text}";"{amount} €";"{balance} €""#, day: "d.m.y",
            numbers: .german, words: ("Lastschrift", "Gutschrift"), isNewestFirst: true),
        StatementLayout(
            name: "Austrian bank",
            titles: "Buchungsdatum,Partnername,Partner IBAN,BIC/SWIFT,Betrag,Währung,Buchungs-Details,Valutadatum",
            row: #"{day},{text},AT00,BIC,"{amount}",EUR,Kauf,{day}"#, day: "d.m.y", numbers: .german),
        StatementLayout(
            name: "Austrian bank without titles", titles: "",
            row: #"{day};"{text}";{day};{amount};EUR;{day} 08:00:00:000"#, day: "d.m.y", numbers: .comma,
            answers: {
                $0.columns.titles = [.date: ["1"], .note: ["2"], .amount: ["4"], .currency: ["5"]]
            }, asks: "import.columnNeeded"),
        StatementLayout(
            name: "Dutch bank with signs and a balance",
            titles:
                #""IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1""#,
            row: #""NL00","EUR","BANKNL2U","0001","{day}","{day}","{plus}","+{balance}","NL11","{text}","Kauf""#,
            numbers: .comma),
        StatementLayout(
            name: "Dutch bank with tabs",
            titles: "accountNumber\tmutationcode\ttransactiondate\tvaluedate\tendsaldo\tamount\tdescription",
            row: "123\tEUR\t{day}\t{day}\t{balance}\t{amount}\t{text}", day: "ymd", numbers: .comma),
        StatementLayout(
            name: "Dutch app",
            titles: #""Date","Interest Date","Amount","Account","Counterparty","Name","Description""#,
            row: #""{day}","{day}","{amount}","NL00","NL11","{text}","{text}""#, numbers: .german),
        StatementLayout(
            name: "Dutch bank with Af and Bij",
            titles:
                #""Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag""#,
            row: #""{day}";"{text}";"NL1";"NL2";"BA";"{word}";"{size}";"Betaalautomaat";"Pas 1";"{balance}";"""#,
            day: "ymd", numbers: .comma, words: ("Af", "Bij"), isNewestFirst: true),
        StatementLayout(
            name: "Belgian bank",
            titles:
                "Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet",
            row: "BE00;Zicht;ANA;EUR; 01;{day};{text};{day};{amount};{balance};{in};{-out}", day: "d/m/y",
            numbers: .comma),
        StatementLayout(
            name: "French bank with two columns", titles: "Date;Libellé;Débit euros;Crédit euros;Solde",
            row: "{day};{text};{-out};{in};{balance}", day: "d/m/y", numbers: .french, isNewestFirst: true),
        StatementLayout(
            name: "French bank with one column", titles: "Date operation;Libelle operation;Montant operation en euro",
            row: "{day};{text};{amount}", day: "d/m/y", numbers: .comma),
        StatementLayout(
            name: "French direct bank",
            titles: "dateOp;dateVal;label;category;supplierFound;amount;comment;accountNum;accountLabel",
            row: #"{day};{day};"CARTE {text}";"Vie";"shop";{amount};;"001";"BoursoBank""#, numbers: .french),
        StatementLayout(
            name: "French broker", titles: "Date opération;Date valeur;libellé;Débit;Crédit;",
            row: "{day};{day};{text};{-out};{in};", day: "d/m/y", numbers: .comma),
        StatementLayout(
            name: "Spanish bank", titles: "FECHA OPERACIÓN;FECHA VALOR;CONCEPTO;IMPORTE EUR;SALDO",
            row: "{day};{day};{text};{amount};{balance}", day: "d/m/y", numbers: .german, isNewestFirst: true),
        StatementLayout(
            name: "Spanish bank, available balance",
            titles: "F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones",
            row: "{day};{day};{text};Pago;{amount};EUR;1000,00;EUR;", day: "d/m/y", numbers: .comma,
            isNewestFirst: true),
        StatementLayout(
            name: "Italian bank",
            titles: "Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa",
            row: "{day};{day};{text};{in};{-out};", day: "d/m/y", numbers: .german),
        StatementLayout(
            name: "Italian broker", titles: "Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Stato",
            row: "{day};{day};{in};{-out};{text};Contabilizzato", day: "d/m/y", numbers: .german),
        StatementLayout(
            name: "Portuguese bank",
            titles:
                "Data mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ",
            row: "{day};{day};{text};{out};{in};{balance};{balance};Outros ", day: "d-m-y", numbers: .german),
        StatementLayout(
            name: "Finnish bank",
            titles: "Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Valuutta",
            row: "{day};{amount};Ana;;{text};Osto;;EUR", day: "y/m/d", numbers: .comma),
        StatementLayout(
            name: "Baltic bank",
            titles: #""Kliendi konto";"Kuupäev";"Saaja/maksja nimi";"Deebet/Kreedit";"Summa";"Valuuta";"Selgitus""#,
            row: #""EE1";"{day}";"{text}";"{word}";"{size}";"EUR";"Ost""#, day: "d.m.y", numbers: .comma,
            words: ("D", "K")),
        StatementLayout(
            name: "Irish bank",
            titles: "Posted Account, Posted Transactions Date, Description, Debit Amount, Credit Amount,Balance",
            row: #""1","{day}","{text}","{out}","{in}","{balance}""#, day: "d/m/y", numbers: .american),
    ]
}
