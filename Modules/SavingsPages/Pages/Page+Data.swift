import Presentation
public import WebPages

extension Page {
    /// Everything in one file: as a backup, and for other programs.
    ///
    /// - Parameters:
    ///   - fields: those of a backup that was refused.
    ///   - canBackUp: whether there is a database; sample data has none.
    public static func data(_ fields: FormFields, canBackUp: Bool, _ style: PageStyle) -> Page {
        let formats = [
            ("json", "Everything, to be imported here again"),
            ("csv", "All transactions as a table (CSV), for spreadsheets"),
            ("journal", "Assets and transactions, for hledger"),
            ("ledger", "Assets and transactions, for Ledger"), ("beancount", "Assets and transactions, for Beancount"),
        ]
        let cards: [HTML] =
            style.hidesAmounts
            ? [.card("Download", id: "backup", [.paragraph("Amounts are hidden in this browser. Show them first.")])]
            : [
                canBackUp
                    ? .card(
                        "Backup", id: "backup",
                        [
                            .paragraph(
                                "A copy of everything in one file, read back and compared before it is sent. "
                                    + "Keep it somewhere else than on the machine of the dashboard."),
                            style.form(
                                "/data/backup",
                                [
                                    fields.input(
                                        "passphrase", "Passphrase", type: "password",
                                        hint:
                                            "Without one the file is not encrypted. Whoever forgets it can never read the file again.",
                                        [.init("autocomplete", "new-password")]),
                                    fields.input(
                                        "again", "The passphrase once more", type: "password",
                                        [.init("autocomplete", "new-password")]),
                                ], save: "Download a backup"),
                        ]) : .nothing,
                .card(
                    "Export", id: "export",
                    [
                        style.form(
                            "/data/export", [fields.choice("format", "What for", otherwise: "json", formats)],
                            save: "Download the export")
                    ]),
                .card(
                    "Bring data in", id: "import",
                    [
                        HTML(
                            "p", [],
                            [
                                .link("Import a file", to: "/assets/import"),
                                .text(
                                    " of a bank, an exchange or another program. The rows are shown before they are entered."
                                ),
                            ])
                    ]),
                canBackUp
                    ? .card(
                        "Restore a backup", id: "restore",
                        [
                            .paragraph(
                                "The backup is read to its last row, and you see what would change before anything does."
                            ),
                            style.fileForm(
                                "/data/restore", [fields.file("file", "Backup")], send: "Look into the backup"),
                        ]) : .nothing,
            ]
        return Page("Your data", in: nil, [HTML("h1", text: "Your data"), fields.summary, .cards(cards)])
    }
}
