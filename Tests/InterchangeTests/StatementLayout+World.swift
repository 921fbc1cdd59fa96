@testable import FileFormats
@testable import Interchange

/// Layouts of banks elsewhere.
extension StatementLayout {
    static let world: [StatementLayout] = [
        StatementLayout(
            name: "Swiss bank with a balance",
            titles:
                "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2",
            row: "{day};10:00:00;{day};{day};CHF;{-out};{in};;{balance};{id};\"{text}\";", numbers: .point,
            isNewestFirst: true, currency: "CHF"),
        StatementLayout(
            name: "Swiss cantonal bank",
            titles:
                #""Datum";"Buchungstext";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF""#,
            row: #""{day}";"{text}";"{id}";"";"{out}";"{in}";"{day}";"{balance}""#, day: "d.m.y", numbers: .swiss,
            isNewestFirst: true, currency: "CHF"),
        StatementLayout(
            name: "Swiss post", heading: "Datum von:;01.03.2026\nKonto:;CH00\n",
            titles: "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie",
            row: "{day};Buchung;{text};{in};{-out};;", ending: "\nDisclaimer:\nOhne Gewähr.", day: "d.m.y",
            isNewestFirst: true, currency: "CHF"),
        StatementLayout(
            name: "Swiss cooperative bank", titles: "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date",
            row: "CH00;{day} 00:00:00.0;{text};{amount};{balance};{day} 00:00:00.0", currency: "CHF"),
        StatementLayout(
            name: "Swiss bank in English", heading: "Bookings\nAccount,CH00\n",
            titles: "Booking Date,Text,Debit,Credit,Value Date,Balance",
            row: "{day},{text},{out},{in},{day},{balance}", day: "d.m.y", isNewestFirst: true, currency: "CHF"),
        StatementLayout(
            name: "Polish bank with hashes", heading: "mBank S.A.;\n#Klient;\nANA;\n",
            titles: "#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;#Saldo po operacji;",
            row: #"{day};"{text}";"eKonto";"Inne";{amount} PLN;{balance} PLN;"#, numbers: .french,
            isNewestFirst: true, currency: "PLN"),
        StatementLayout(
            name: "Polish bank",
            titles:
                #""Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji""#,
            row: #""{day}","{day}","Karta","{plus}","PLN","{balance}","{text}""#, isNewestFirst: true,
            currency: "PLN"),
        StatementLayout(
            name: "Czech bank",
            titles: #""Datum";"Částka";"Měna";"Protiúčet";"Popis";"Stav""#,
            row: #""{day}";"{amount}";"CZK";"1/0800";"{text}";"Zaúčtováno""#, day: "d.m.y", numbers: .french,
            currency: "CZK"),
        StatementLayout(
            name: "Hungarian bank",
            titles: "Könyvelés dátuma;Összeg;Devizanem;Új könyvelt egyenleg;Partner neve",
            row: "{day};{amount};HUF;{balance};{text}", day: "y.m.d", numbers: .comma, currency: "HUF"),
        StatementLayout(
            name: "Swedish bank", titles: "Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta",
            row: "{day};{amount};1;;;{text};{balance};SEK", day: "y/m/d", numbers: .comma, isNewestFirst: true,
            currency: "SEK"),
        StatementLayout(
            name: "Swedish savings bank", heading: "* Transaktioner Period 2026-03-01 - 2026-03-31 Skapad 2026-04-01",
            titles:
                "Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo",
            row: #"1,8000,77,"Konto",SEK,{day},{day},{day},"{text}","{text}",{amount},{balance}"#,
            isNewestFirst: true, currency: "SEK"),
        StatementLayout(
            name: "Norwegian bank", titles: #""Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto""#,
            row: #""{day}";"{text}";"{day}";"{out}";"{in}""#, day: "d.m.y", numbers: .comma, currency: "NOK"),
        StatementLayout(
            name: "Danish bank", titles: #""Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt""#,
            row: #""{day}";"{text}";"{amount}";"{balance}";"Udført";"Nej""#, day: "d.m.y", numbers: .german,
            currency: "DKK"),
        StatementLayout(
            name: "British bank", titles: "Number,Date,Account,Amount,Subcategory,Memo",
            row: " ,{day},20-00-00 1234,{amount},Card Purchase,{text}", day: "d/m/y", isNewestFirst: true,
            currency: "GBP"),
        StatementLayout(
            name: "British app",
            titles:
                "Transaction ID,Date,Time,Type,Name,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Description,Money Out,Money In",
            row:
                #"tx_{id},{day},10:00:00,Card payment,{text},Eating out,{amount},GBP,{amount},GBP,,{text},{-out},{in}"#,
            day: "d/m/y", currency: "GBP"),
        StatementLayout(
            name: "British app with a balance",
            titles:
                "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes",
            row: "{day},{text},{text},CARD,{amount},{balance},FOOD,", day: "d/m/y", currency: "GBP"),
        StatementLayout(
            name: "British bank with debits and credits",
            titles:
                "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
            row: "{day},DEB,'00-00-00,12345678,{text},{out},{in},{balance}", day: "d/m/y", isNewestFirst: true,
            currency: "GBP"),
        StatementLayout(
            name: "British building society", heading: "\"Account Name:\",\"Current ****1\"\n",
            titles: #""Date","Transaction type","Description","Paid out","Paid in","Balance""#,
            row: #""{day}","Visa","{text}","{out}","{in}","£{balance}""#, day: "d M y", currency: "GBP"),
        StatementLayout(
            name: "British bank, values",
            titles: "Date, Type, Description, Value, Balance, Account Name, Account Number",
            row: #"{day},D/D,"{text}",{amount},{balance},"'ANA","'00-1""#, day: "d/m/y", currency: "GBP"),
        StatementLayout(
            name: "British bank without titles", titles: "", row: #"{day},"{text}","{amount}""#, day: "d/m/y",
            numbers: .american, currency: "GBP",
            answers: { $0.columns.titles = [.date: ["1"], .note: ["2"], .amount: ["3"]] }, asks: "import.columnNeeded"),
        StatementLayout(
            name: "American bank",
            titles: "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
            row: #"{word},{day},"{text}",{amount},ACH_DEBIT,{balance},,"#, day: "m/d/y", words: ("DEBIT", "CREDIT"),
            isNewestFirst: true, currency: "USD"),
        StatementLayout(
            name: "American bank with a summary",
            heading: "Description,,Summary Amt.\nTotal credits,,\"2,100.00\"\n",
            titles: "Date,Description,Amount,Running Bal.", row: #"{day},"{text}","{amount}","{balance}""#,
            day: "m/d/y", numbers: .american, currency: "USD"),
        StatementLayout(
            name: "American card with two columns",
            titles: "Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit",
            row: "{day},{day},1234,{text},Dining,{out},{in}", isNewestFirst: true, currency: "USD"),
        StatementLayout(
            name: "American online bank", titles: "Date, Time, Amount, Type, Description",
            row: "{day},10:00:00,{amount},{word},{text}", words: ("Withdrawal", "Deposit"), currency: "USD"),
        StatementLayout(
            name: "American broker's bank",
            titles: #""Date","Status","Type","CheckNumber","Description","Withdrawal","Deposit","RunningBalance""#,
            row: #""{day}","Posted","ACH","","{text}","{out}","{in}","${balance}""#, day: "m/d/y",
            numbers: .american, isNewestFirst: true, currency: "USD"),
        StatementLayout(
            name: "American broker",
            titles: "Run Date,Action,Symbol,Description,Type,Amount ($),Cash Balance ($),Settlement Date",
            row: "{day},Transfer,,{text},Cash,{amount},{balance},", day: "m/d/y", isNewestFirst: true,
            currency: "USD"),
        StatementLayout(
            name: "budget service with types",
            titles:
                #""Date","Description","Original Description","Amount","Transaction Type","Category","Account Name""#,
            row: #""{day}","{text}","{text}","{size}","{word}","Food","Checking""#, day: "m/d/y",
            words: ("debit", "credit"), isNewestFirst: true, currency: "USD"),
        StatementLayout(
            name: "Canadian bank",
            titles:
                #""Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$""#,
            row: #"Chequing,1,{day},,"{text}",,{amount},"#, day: "m/d/y", currency: "CAD",
            answers: { $0.columns.titles = [.amount: ["CAD$"], .note: ["Description 1"]] },
            asks: "import.columnNeeded"),
        StatementLayout(
            name: "Australian bank with a balance",
            titles: "Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance",
            row: "{day},{amount},1,,EFTPOS,{text},{balance}", day: "d M y", isNewestFirst: true, currency: "AUD"),
        StatementLayout(
            name: "Australian bank with two columns",
            titles: "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial",
            row: "1,{day},\"{text}\",{out},{in},{balance},DEP,", day: "d/m/y", isNewestFirst: true, currency: "AUD"),
        StatementLayout(
            name: "Indian bank",
            titles: "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
            row: #"{day},{text},0,{day},"{out}","{in}","{balance}""#, day: "d/m/s", numbers: .lakhs, currency: "INR"),
        StatementLayout(
            name: "Indian bank with currencies in titles",
            titles:
                "S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )",
            row: "1,{day},{day},-,{text},{out0},{in0},{balance}", day: "d/m/y", currency: "INR"),
        StatementLayout(
            name: "Indian state bank",
            titles: "Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance",
            row: "{day}\t{day}\t{text}\t \t{out}\t{in}\t{balance}", day: "d M y", numbers: .lakhs, currency: "INR"),
        StatementLayout(
            name: "Indian bank with DR and CR", titles: "Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL",
            row: "{day},-,{text},{out},{in},{balance},1", day: "d-m-y", currency: "INR"),
        StatementLayout(
            name: "Brazilian app", titles: "Data,Valor,Identificador,Descrição", row: "{day},{amount},{id},{text}",
            day: "d/m/y", currency: "BRL"),
        StatementLayout(
            name: "Brazilian bank",
            titles: "Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)",
            row: "{day};{text};1;{in};{out};{balance}", day: "d/m/y", numbers: .german, currency: "BRL"),
        StatementLayout(
            name: "Japanese bank", titles: #""日付","内容","出金金額(円)","入金金額(円)","残高(円)","メモ""#,
            row: #""{day}","{text}","{out}","{in}","{balance}","-""#, day: "y/m/d", numbers: .yen,
            isNewestFirst: true, currency: "JPY"),
        StatementLayout(
            name: "Japanese megabank", titles: #""日付","摘要","摘要内容","支払い金額","預かり金額","差引残高""#,
            row: #""{day}","ﾌﾘｺﾐ","{text}","{out}","{in}","{balance}""#, day: "y/m/d", numbers: .yen, currency: "JPY"),
    ]
}
