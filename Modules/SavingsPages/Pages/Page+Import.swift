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
                            older ? style.olderRows(path, fields) : .nothing, style.rowsByHand(report, path, fields),
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
