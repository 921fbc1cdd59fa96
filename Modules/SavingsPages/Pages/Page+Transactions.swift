public import Models
import Presentation
public import WebPages

public import struct Foundation.UUID

/// The transactions of all assets, and which of them a page shows.
public struct AllTransactions: Sendable {
    /// The number of transactions on a page: the boxes of all of them fit into one form.
    static let pageSize = 50

    /// The filter of the list, as the address of the page has it.
    public struct Filter: Sendable {
        let text: String
        let asset: UUID?
        let from: CalendarDay?
        let to: CalendarDay?
        let page: Int

        /// A filter.
        ///
        /// - Parameters:
        ///   - text: a part of the note, in upper or lower case; empty for all.
        ///   - asset: nil for all of them.
        ///   - from: the first day; nil for all before ``to``.
        ///   - to: the last day; nil for all since ``from``.
        ///   - page: from 1 on.
        public init(text: String, asset: UUID?, from: CalendarDay?, to: CalendarDay?, page: Int) {
            (self.text, self.asset, self.from, self.to, self.page) = (text, asset, from, to, page)
        }

        func shows(_ transaction: Transaction) -> Bool {
            (asset == nil || transaction.assetID == asset) && from.map { $0 <= transaction.day } ?? true
                && to.map { transaction.day <= $0 } ?? true
                && (text.isEmpty || transaction.note?.lowercased().contains(text.lowercased()) == true)
        }

        func path(page: Int) -> String {
            let parts = [
                text.isEmpty ? nil : "q=\(text.urlEscaped)", asset.map { "asset=\($0.uuidString.lowercased())" },
                from.map { "from=\($0)" }, to.map { "to=\($0)" }, page == 1 ? nil : "page=\(page)",
            ].compactMap(\.self)
            return "/transactions" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        }
    }

    let transactions: [Transaction]
    let assets: [UUID: Asset]

    /// All transactions, with their assets by id.
    public init(_ transactions: [Transaction], assets: [UUID: Asset]) {
        self.transactions = transactions.sorted { ($1.day, $1.entered) < ($0.day, $0.entered) }
        self.assets = assets
    }

    /// The newest transactions of which the note is meant, with their assets.
    ///
    /// - Parameter most: how many there are at most.
    public func newest(
        _ most: Int, where isMeant: (String) -> Bool
    ) -> [(transaction: Transaction, note: String, asset: Asset?)] {
        var found: [(transaction: Transaction, note: String, asset: Asset?)] = []
        for transaction in transactions where found.count < most {
            guard let note = transaction.note, isMeant(note) else { continue }
            found.append((transaction, note, assets[transaction.assetID]))
        }
        return found
    }
}

extension Page {
    /// The transactions of all assets, newest first, with what can be done with several together.
    public static func transactions(
        _ all: AllTransactions, _ filter: AllTransactions.Filter, _ fields: FormFields = FormFields(prefix: "bulk"),
        _ style: PageStyle
    ) -> Page {
        let found = all.transactions.filter(filter.shows)
        let list = ListPage(filter.page, of: found.count, size: AllTransactions.pageSize)
        var table = DataTable(
            "Transactions, newest first", [.text("Date"), .text("Asset"), .number("Amount"), .text("Note")])
        for transaction in found[list.places] {
            guard let asset = all.assets[transaction.assetID] else { continue }
            table.add(
                [
                    style.chosen(transaction, of: asset, fields), style.link(asset), style.amount(transaction.amount),
                    .group([
                        transaction.kind == .manual
                            ? .nothing : .group([.badge(transaction.kind.rawValue, .plain), .text(" ")]),
                        .name(transaction.note ?? ""),
                    ]),
                ], key: transaction.id.uuidString)
        }
        let total = all.transactions.count
        let count = "\(style.numbers.digits("\(total)")) \(total == 1 ? "transaction" : "transactions")"
        let content: [HTML] =
            table.isEmpty
            ? [.paragraph(total == 0 ? "There are no transactions yet." : "No transaction is like that.", "empty")]
            : [style.bulk(table.html, fields), list.pager { filter.path(page: $0) }]
        return Page(
            "Transactions", in: "Assets",
            [
                HTML("h1", text: "Transactions"), fields.summary,
                total > 10 ? search(all, filter, style) : .nothing,
                .card(
                    found.count == total ? count : "\(style.numbers.digits("\(found.count)")) of \(count)",
                    id: "transactions", isWide: true, content),
            ])
    }

    private static func search(_ all: AllTransactions, _ filter: AllTransactions.Filter, _ style: PageStyle) -> HTML {
        let fields = FormFields(
            [
                "q": filter.text, "asset": filter.asset?.uuidString.lowercased() ?? "",
                "from": filter.from?.description ?? "", "to": filter.to?.description ?? "",
            ], prefix: "search")
        let assets = all.assets.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.prefix(200)
        return HTML(
            "form",
            [.class("fields row"), .init("method", "get"), .init("action", "/transactions"), .init("role", "search")],
            style.kept + [
                fields.input("q", "Search in notes", type: "search"),
                fields.choice(
                    "asset", "Asset", otherwise: "",
                    [("", "All")] + assets.map { ($0.id.uuidString.lowercased(), $0.name) }),
                fields.input("from", "From", type: "date"), fields.input("to", "To", type: "date"),
                HTML("div", [.class("actions")], [HTML("button", text: "Search")]),
            ])
    }
}

extension PageStyle {
    /// The prefix of the names of boxes of transactions.
    public static let pick = "pick-"

    /// The day of a transaction as a link to its page, behind a box that chooses it. One that nobody entered alone has neither.
    fileprivate func chosen(_ transaction: Transaction, of asset: Asset, _ fields: FormFields) -> HTML {
        guard writing != nil, transaction.kind == .manual else { return day(transaction.day) }
        let id = transaction.id.uuidString.lowercased()
        let words = "Choose \(text.amount(transaction.amount)) of \(text.day(transaction.day)), \(asset.name)"
        return .group([
            HTML(
                "input",
                [
                    .init("type", "checkbox"), .init("name", Self.pick + id), .init("value", "1"),
                    .init("aria-label", words), .init("checked", when: fields.values[Self.pick + id] != nil),
                ]),
            HTML("a", [.href("/transactions/\(id)")], [day(transaction.day)]),
        ])
    }

    /// A table with boxes in a form that changes what is chosen.
    fileprivate func bulk(_ table: HTML, _ fields: FormFields) -> HTML {
        guard let writing = writing else { return table }
        return HTML(
            "form",
            [
                .class("bulk"), .init("method", "post"), .init("action", "/transactions/change"),
                .init("data-keeps-input"),
            ],
            writing.fields + kept + [
                table,
                .disclosure(
                    "Change the chosen ones",
                    [
                        HTML(
                            "div", [.class("fields row")],
                            [
                                fields.input(
                                    "date", "Date", type: "date", hint: "Empty: each keeps its own"),
                                fields.input("note", "Note", hint: "Empty: each keeps its own", [.init("dir", "auto")]),
                                HTML(
                                    "div", [.class("actions")],
                                    [
                                        HTML("button", [.init("name", "act"), .init("value", "edit")], text: "Change"),
                                        HTML(
                                            "button", [.init("name", "act"), .init("value", "delete")],
                                            text: "Delete the chosen ones"),
                                    ]),
                            ])
                    ], isOpen: !fields.values.isEmpty),
            ])
    }
}
