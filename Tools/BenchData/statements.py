"""Writes one account's transactions in every format that is imported: statements.py FOLDER COUNT.

bank.csv, bank.ofx, bank.qif, bank.xml (CAMT.053), bank.sta (MT940), bank.ledger and bank.journal (the same text)."""

import datetime
import pathlib
import random
import sys

folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
random.seed(1)
FIRST, DAYS = datetime.date(2020, 1, 1), 2000
rows = [
    (FIRST + datetime.timedelta(days=number * DAYS // count), f"Shop {number % 400}", random.randint(1, 90_000) - 40_000 or 1)
    for number in range(count)
]


def amount(cents, mark="."):
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}{mark}{abs(cents) % 100:02}"


def write(name, lines):
    (folder / name).write_text("\n".join(lines) + "\n")


last = rows[-1][0]
total = sum(cents for _, _, cents in rows)
write("bank.csv", ["Date,Amount,Description"] + [f"{day},{amount(cents)},{payee}" for day, payee, cents in rows])
write("bank.qif", ["!Type:Bank"] + [line for day, payee, cents in rows
                                    for line in (f"D{day:%m/%d/%Y}", f"T{amount(cents)}", f"P{payee}", "^")])
write("bank.ofx", [
    "OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:UTF-8", "CHARSET:NONE", "COMPRESSION:NONE",
    "OLDFILEUID:NONE", "NEWFILEUID:NONE", "", "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD",
    "<BANKACCTFROM><BANKID>1<ACCTID>1<ACCTTYPE>CHECKING</BANKACCTFROM>",
    f"<BANKTRANLIST><DTSTART>{FIRST:%Y%m%d}<DTEND>{last:%Y%m%d}",
    *(f"<STMTTRN><TRNTYPE>OTHER<DTPOSTED>{day:%Y%m%d}<TRNAMT>{amount(cents)}<FITID>{number}<NAME>{payee}</STMTTRN>"
      for number, (day, payee, cents) in enumerate(rows)),
    f"</BANKTRANLIST><LEDGERBAL><BALAMT>{amount(total)}<DTASOF>{last:%Y%m%d}</LEDGERBAL>",
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"])


def balance(code, cents, day):
    return (f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"USD\">{amount(abs(cents))}</Amt>"
            f"<CdtDbtInd>{'DBIT' if cents < 0 else 'CRDT'}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>")


write("bank.xml", [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>',
    "<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>USD</Ccy></Acct>",
    balance("OPBD", 0, FIRST), balance("CLBD", total, last),
    *(f"<Ntry><Amt Ccy=\"USD\">{amount(abs(cents))}</Amt><CdtDbtInd>{'DBIT' if cents < 0 else 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>"
      f"<BookgDt><Dt>{day}</Dt></BookgDt><AcctSvcrRef>{number}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>{payee}</Ustrd></RmtInf>"
      "</TxDtls></NtryDtls></Ntry>" for number, (day, payee, cents) in enumerate(rows)),
    "</Stmt></BkToCstmrStmt></Document>"])
write("bank.sta", [
    ":20:STARTUMS", ":25:12030000/1", ":28C:1/1", f":60F:C{FIRST:%y%m%d}USD0,",
    *(line for number, (day, payee, cents) in enumerate(rows)
      for line in (f":61:{day:%y%m%d}{day:%m%d}{'D' if cents < 0 else 'C'}{amount(abs(cents), ',')}NMSC{number}", f":86:{payee}")),
    f":62F:{'D' if total < 0 else 'C'}{last:%y%m%d}USD{amount(abs(total), ',')}", "-"])
for ending in ("ledger", "journal"):
    write(f"bank.{ending}", [
        line for day, payee, cents in rows
        for line in (f"{day} * {payee}", f"    assets:bank  {amount(cents)} USD", "    equity:other", "")])
