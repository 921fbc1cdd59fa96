import FileFormats
public import Interchange
public import Models
import Presentation
import SavingsViews
public import WebPages

extension Page {
    /// A file with transactions, to be chosen.
    ///
    /// - Parameters:
    ///   - assets: the names of assets that are there.
    ///   - most: the most megabytes of a file.
    public static func importFile(_ assets: [String], most: Int, _ fields: FormFields, _ style: PageStyle) -> Page {
        Page(
            "Import transactions", in: "Assets",
            [
                HTML("h1", text: "Import transactions"), HTML("p", [], [.link("All assets", to: "/assets")]),
                fields.summary,
                .card(
                    "A file from your bank", id: "file",
                    [
                        .paragraph(
                            "A table (CSV), OFX, QIF, CAMT, MT940, a journal, or an archive of this program, of at most \(most) MB. "
                                + "You see every row before anything is entered."),
                        style.fileForm(
                            "/assets/import",
                            [
                                fields.file("file", "File"),
                                fields.input(
                                    "asset", "Asset",
                                    hint:
                                        "Which of yours the file is of; a new name makes a new asset. Empty: as its rows name it",
                                    [.init("list", "asset-names"), .init("dir", "auto")]),
                                fields.input(
                                    "currency", "Currency", hint: "Of rows that name none, as in EUR",
                                    [.init("autocapitalize", "characters")]),
                                style.names(assets),
                            ], send: "Show the rows"),
                    ]),
            ])
    }

    /// The rows of a file as they would be entered, with what was found out about it and can be corrected.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - path: the address of the page.
    ///   - report: the rows; nil where the file cannot be read in this way.
    ///   - mappings: the names of mappings that were saved.
    ///   - page: the page of the rows, from 1 on.
    public static func importPreview(
        _ name: String, at path: String, _ report: ImportReport?, warnings: [Warning], assets: [String],
        mappings: [String], page: Int, _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        var parts: [HTML] = [
            HTML("h1", [], [.text("Import "), .name(name)]),
            HTML("p", [], [.link("Another file", to: "/assets/import")]), fields.summary,
        ]
        if let report {
            if !report.questions.isEmpty {
                parts.append(
                    .notice(
                        .attention,
                        [.paragraph("The file leaves something open. Answer it below, and show the rows again:")]
                            + [
                                HTML(
                                    "ul", [],
                                    report.questions.map {
                                        let lines = $0.lines.prefix(6).map(String.init).joined(separator: ", ")
                                        return HTML("li", text: "Line \(lines): \(style.message($0.message))")
                                    })
                            ]))
            }
            parts.append(style.warnings(warnings))
            let older = warnings.contains { ["beforeOpening", "openingMoved"].contains($0.code) }
            parts.append(
                .card(
                    "What would be entered", id: "result", isWide: true,
                    style.layout.summary(of: report, isPreview: true).map { .paragraph($0) }
                        + [
                            .paragraph(style.layout.reading(of: report)), style.table(of: report.assets),
                            older ? style.olderRows(path, fields) : .nothing,
                            report.questions.isEmpty && report.count(.refused) == 0
                                ? style.form(path, style.hidden(fields), save: "Enter these rows") : .nothing,
                        ]))
        }
        parts.append(
            .card("How the file is read", id: "reading", [style.choices(report, path, assets, mappings, fields)]))
        if let report, !report.rows.isEmpty {
            let list = ListPage(page, of: report.rows.count, size: 200)
            let query = style.query(fields)
            parts.append(
                .card(
                    "Rows", id: "rows", isWide: true,
                    [style.table(of: report.rows[list.places]), list.pager { "\(path)?\(query)page=\($0)" }]))
        }
        return Page("Import: \(name)", in: "Assets", parts)
    }

    /// An archive of this program, which is read whole or not at all.
    public static func importArchive(
        _ name: String, at path: String, _ kinds: [ArchiveService.KindCount], _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        var table = DataTable("Records", [.text("Kind"), .number("Records"), .number("New")])
        for kind in kinds { table.add([.text(kind.kind), .text("\(kind.records)"), .text("\(kind.added)")]) }
        return Page(
            "Import: \(name)", in: "Assets",
            [
                HTML("h1", [], [.text("Import "), .name(name)]),
                HTML("p", [], [.link("Another file", to: "/assets/import")]), fields.summary,
                .card(
                    "An archive", id: "archive",
                    [
                        .paragraph("Everything in it is entered as one change, which can be undone."), table.html,
                        style.form(path, [], save: "Enter all of it"),
                    ]),
            ])
    }
}

extension PageStyle {
    /// The names that a field offers.
    fileprivate func names(_ names: [String]) -> HTML {
        HTML("datalist", [.id("asset-names")], names.map { HTML("option", [.init("value", $0)]) })
    }

    /// The choices of the preview as they are sent along by the button that enters.
    fileprivate func hidden(_ fields: FormFields) -> [HTML] {
        ImportForm.names.compactMap { name in
            fields.values[name].flatMap { $0.isEmpty ? nil : .hidden(name, $0) }
        }
    }

    /// The same for addresses.
    fileprivate func query(_ fields: FormFields) -> String {
        ImportForm.names.compactMap { name in
            fields.values[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0.urlEscaped)&" }
        }.joined()
    }

    /// The choice whether rows before the day of an asset's balance add to that balance, or are in it already.
    fileprivate func olderRows(_ path: String, _ fields: FormFields) -> HTML {
        var others = fields.values
        let isKept = others["keep"] == "yes"
        others["keep"] = isKept ? "" : "yes"
        let address = "\(path)?\(query(FormFields(others)).dropLast())"
        return HTML(
            "p", [],
            [
                .text(isKept ? "The older rows are in the balance already. " : "The older rows add to the balance. "),
                .link(isKept ? "No, they add to it" : "No, it has them already: keep the balance", to: address),
            ])
    }

    fileprivate func table(of changes: [ImportReport.AssetChange]) -> HTML {
        guard !changes.isEmpty else { return .nothing }
        var table = DataTable("Assets", [.text("Asset"), .number("Rows"), .number("Balance after"), .text("")])
        for change in changes {
            table.add([
                .name(change.asset.name), .text("\(change.added)"), amount(change.balance),
                .text(change.isNew ? "new" : ""),
            ])
        }
        return table.html
    }

    fileprivate func table(of rows: ArraySlice<ImportReport.Row>) -> HTML {
        var table = DataTable(
            "Rows of the file",
            [.number("Line"), .text("Day"), .text("Asset"), .number("Amount"), .text("State"), .text("Note")])
        for row in rows {
            let state: HTML =
                switch row.state {
                case .added: .badge("new", .good)
                case .known: .badge("there already", .plain)
                case .twin: .badge("entered by hand?", .attention)
                case .linked: .badge("joined", .good)
                case .corrected: .badge("corrected", .good)
                case .leftOut, .empty: .badge("left out", .plain)
                case .refused: .badge("cannot be entered", .bad)
                }
            table.add([
                .text("\(row.line)"), row.day.map { day($0) } ?? .nothing, .name(row.asset ?? ""),
                row.amount.map { amount($0) } ?? .nothing, state, .name(message(row.reason ?? row.note ?? "")),
            ])
        }
        return table.html
    }

    /// The fields for what files leave open most.
    private static let asked: Set = ["asset", "currency", "decimal", "dates"]

    /// The form of everything that can be said about a file; it shows the rows again.
    fileprivate func choices(
        _ report: ImportReport?, _ path: String, _ assets: [String], _ mappings: [String], _ fields: FormFields
    ) -> HTML {
        let auto = (value: "", text: "find out")
        let mapping = report?.mapping
        let titles = ((mapping?.named.map(\.title) ?? []) + (mapping == nil ? [] : report?.unread ?? [])).sorted()
        let columns = ImportTarget.movements.roles.map { role in
            let found = mapping?.named.first { $0.role == role }?.title
            return fields.choice(
                ImportForm.column(role), "Column: \(role.name)", otherwise: "",
                [(value: "", text: found.map { "found: \($0)" } ?? "none")] + titles.map { ($0, $0) })
        }
        let isOpen = report.map { !$0.questions.isEmpty || $0.count(.refused) > 0 } ?? true
        let more =
            [
                fields.choice(
                    "encoding", "Characters", otherwise: "",
                    [auto] + TextEncoding.allCases.map { ($0.rawValue, $0.rawValue) }),
                fields.input(
                    "out", "Words for what goes out", hint: "With commas between; none if everything comes in"),
                fields.choice(
                    "fees", "Fees", otherwise: "",
                    [auto, ("included", "included in the amounts"), ("apart", "charged apart")]),
                fields.choice(
                    "pending", "Pending rows", otherwise: "", [("", "left out"), ("yes", "entered")]),
                fields.input("skip", "Words of states to leave out", hint: "With commas between"),
                fields.input(
                    "century", "First year of years of two digits", hint: "As in 1950",
                    [.init("inputmode", "numeric")]),
                fields.choice(
                    "balances", "Balances in the file", otherwise: "",
                    [("", "compared with the rows"), ("ignore", "not compared")]),
                fields.choice(
                    "link", "Rows like what was entered by hand", otherwise: "",
                    [("", "entered beside it"), ("yes", "joined with it")]),
            ] + (mapping == nil ? [] : columns)
            + (mappings.isEmpty
                ? []
                : [
                    fields.choice(
                        "map", "Columns as saved under", otherwise: "",
                        [(value: "", text: "no name")] + mappings.map { ($0, $0) })
                ])
            + (mapping == nil ? [] : [fields.input("save-map", "Save the columns under a name")])
        return .disclosure(
            "Change it",
            [
                HTML(
                    "form", [.class("fields"), .init("method", "get"), .init("action", path)],
                    kept + [
                        fields.input("asset", "Asset", [.init("list", "asset-names"), .init("dir", "auto")]),
                        names(assets), fields.input("currency", "Currency of rows that name none"),
                        fields.choice(
                            "decimal", "Decimals after a", otherwise: "",
                            [auto] + DecimalMark.allCases.map { ($0.rawValue, $0.rawValue) }),
                        fields.choice(
                            "dates", "Days are written", otherwise: "",
                            [auto] + DateOrder.allCases.map { ($0.rawValue, $0.rawValue.replacing("-", with: " ")) }),
                        .disclosure(
                            "More about the file", [HTML("div", [.class("fields")], more)],
                            isOpen: report?.questions.isEmpty == false
                                || ImportForm.names.contains {
                                    !Self.asked.contains($0) && fields.values[$0]?.isEmpty == false
                                }),
                        HTML("div", [.class("actions")], [HTML("button", text: "Show the rows again")]),
                    ])
            ], isOpen: isOpen)
    }
}
