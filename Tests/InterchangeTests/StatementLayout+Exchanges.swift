@testable import FileFormats
@testable import Interchange

/// Layouts of brokers, exchanges, wallets and money apps.
extension StatementLayout {
    static let exchanges: [StatementLayout] = [
        StatementLayout(
            name: "money app with fees and states",
            titles: "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
            row: "CARD_PAYMENT,Current,{day} 08:00:00,{day} 08:00:01,{text},{amount},{fee},EUR,COMPLETED,{balance}"),
        StatementLayout(
            name: "payment service with gross and net",
            titles:
                #""Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Balance""#,
            row:
                #""{day}","10:00:00","CET","{text}","Payment","Completed","EUR","{amount}","{-fee}","{net}","{id}","{balance}""#,
            day: "d/m/y", numbers: .american,
            answers: { $0.columns.titles = [.amount: ["Gross"]] }, asks: "import.columnNeeded"),
        StatementLayout(
            name: "transfer service with fees within amounts",
            titles:
                #""TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Total fees""#,
            row: "CARD-{id},{day},{amount},EUR,{text},,{balance},,,{fee}", day: "d-m-y", isNewestFirst: true,
            includesFees: true),
        StatementLayout(
            name: "broker with fees and no balance", titles: "Date;Type;Value;Note;Fees",
            row: "{day};Transfer;{amount};{text};{-fee}", numbers: .german,
            answers: { $0.columns.answers.fees = .apart }, asks: "import.questions"),
        StatementLayout(
            name: "broker with untitled columns",
            titles: "Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id",
            row: #"{day},10:00,{day},,,{text},,EUR,"{amount}",EUR,"{balance}","#, day: "d-m-y", numbers: .comma,
            isNewestFirst: true,
            answers: {
                $0.columns.titles = [.amount: ["#9"], .balance: ["#11"], .currency: ["#8"], .note: ["Omschrijving"]]
            }, asks: "import.columnNeeded"),
        StatementLayout(
            name: "broker's cash report",
            titles: "ClientAccountID,CurrencyPrimary,Date/Time,Amount,Type,Description",
            row: "U1,USD,{day},{amount},Deposits/Withdrawals,{text}", day: "ymd", currency: "USD"),
        StatementLayout(
            name: "exchange's ledger",
            titles: #""txid","refid","time","type","subtype","aclass","asset","amount","fee","balance""#,
            row:
                #""L{id}","R{id}","{day} 09:00:00","transfer","","currency","ZEUR",{amount},{fee},{balance}"#),
        StatementLayout(
            name: "exchange's ledger in coins",
            titles: #""txid","refid","time","type","subtype","aclass","asset","amount","fee","balance""#,
            row: #""L{id}","R{id}","{day} 09:00:00","transfer","","currency","XXBT",{amount},{fee},{balance}"#,
            numbers: .coin, currency: "BTC"),
        StatementLayout(
            name: "exchange with quantities and types",
            heading: "\nTransactions\nUser,Ana,1\n",
            titles:
                "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Notes",
            row: "{id},{day} 10:00:00 UTC,{word},BTC,{size},EUR,€50000.00,{text}", numbers: .coin,
            words: ("Send", "Receive"), isNewestFirst: true, currency: "BTC",
            answers: { $0.columns.titles = [.amount: ["Quantity Transacted"]] }, asks: "import.columnNeeded"),
        StatementLayout(
            name: "exchange for professionals",
            titles: "portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id",
            row: "default,deposit,{day}T09:00:00.000Z,{amount},{balance},EUR,{id},,"),
        StatementLayout(
            name: "exchange with short years", titles: "User ID,Time,Account,Operation,Coin,Change,Remark",
            row: "1,{day} 08:00:00,Spot,Transfer,BTC,{amount},", day: "s-m-d", numbers: .coin, currency: "BTC"),
        StatementLayout(
            name: "exchange with units beside amounts",
            titles: "Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type",
            row: "{word},{day} 10:00,Main Account,{size} BTC,,,,", numbers: .coin, words: ("Withdrawal", "Deposit"),
            currency: "BTC"),
        StatementLayout(
            name: "exchange's wallet history", titles: "#,DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET",
            row: "{id},{text},BTC,{amount},{balance},{day} 10:00:00,exchange", day: "d-m-s", numbers: .coin,
            isNewestFirst: true, currency: "BTC"),
        StatementLayout(
            name: "card of an exchange",
            titles: "Timestamp (UTC),Transaction Description,Currency,Amount,Native Currency,Native Amount",
            row: "{day} 10:00:00,{text},BTC,{amount},EUR,1.00", numbers: .coin, isNewestFirst: true, currency: "BTC"),
        StatementLayout(
            name: "wallet's operations",
            titles:
                "Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name",
            row: "{day}T08:00:00.000Z,Confirmed,BTC,{word},{size},0,h{id},Cold 1", numbers: .coin,
            words: ("OUT", "IN"), currency: "BTC"),
        StatementLayout(
            name: "light wallet", titles: "transaction_hash,label,confirmations,value,fiat_value,timestamp",
            row: "h{id},{text},99,{amount},1.00,{day} 10:00", numbers: .coin, currency: "BTC"),
        StatementLayout(
            name: "hardware wallet's program",
            titles: "Timestamp;Date;Time;Type;Transaction ID;Address;Label;Amount;Amount unit;Other",
            row: "1;{day};10:00:00;{word};h{id};bc1q;;{size};BTC;", numbers: .coin, words: ("SENT", "RECV"),
            currency: "BTC"),
        StatementLayout(
            name: "node's wallet", titles: #""Confirmed","Date","Type","Label","Address","Amount (BTC)","ID""#,
            row: #""true","{day}T08:00:00","{word}","","bc1q","{amount}","h{id}""#, numbers: .coin,
            words: ("Sent to", "Received with"), currency: "BTC"),
    ]

    static let all = euro + world + exchanges
}
