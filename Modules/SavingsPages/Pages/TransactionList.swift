public import Blockchain
public import Models
import Presentation
import SavingsViews
import WebPages

import struct Foundation.Date

/// The transactions of an asset, entered and on its chain, and which of them a page shows.
public struct TransactionList: Sendable {
    /// How many a page has.
    private static let pageSize = 100
    /// With more of them somebody may look for one.
    private static let many = 10

    /// Which of them are shown, as the address of the page says it.
    public struct Filter: Sendable {
        let text: String
        let from: CalendarDay?
        let to: CalendarDay?
        let page: Int

        /// A filter.
        ///
        /// - Parameters:
        ///   - text: a part of the note or the hash, in upper or lower case; empty for all.
        ///   - from: the first day; nil for all before ``to``.
        ///   - to: the last day; nil for all since ``from``.
        ///   - page: from 1 on.
        public init(text: String = "", from: CalendarDay? = nil, to: CalendarDay? = nil, page: Int = 1) {
            (self.text, self.from, self.to, self.page) = (text, from, to, page)
        }

        fileprivate var isOn: Bool { !text.isEmpty || from != nil || to != nil }

        fileprivate func query(page: Int) -> String {
            let parts = [
                text.isEmpty ? nil : "q=\(text.urlEscaped)", from.map { "from=\($0)" }, to.map { "to=\($0)" },
                page == 1 ? nil : "page=\(page)",
            ].compactMap { $0 }
            return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
        }
    }

    private enum Entry {
        case entered(Transaction)
        case onChain(TransactionService.Row)

        var day: CalendarDay {
            switch self {
            case .entered(let transaction): transaction.day
            case .onChain(let row): row.transaction.day
            }
        }
        var time: Date {
            switch self {
            case .entered(let transaction): transaction.entered
            case .onChain(let row): row.transaction.time
            }
        }
        var text: String {
            switch self {
            case .entered(let transaction): transaction.note ?? ""
            case .onChain(let row): row.transaction.hash
            }
        }
    }

    private let entries: [Entry]
    private let filter: Filter

    /// Transactions.
    public init(entered: [Transaction], onChain: [TransactionService.Row] = [], _ filter: Filter = Filter()) {
        self.filter = filter
        entries = (entered.map(Entry.entered) + onChain.map(Entry.onChain)).sorted {
            ($1.day, $1.time) < ($0.day, $0.time)
        }
    }

    /// The list as a part of the asset's page; nothing where there are none.
    ///
    /// - Parameter path: the address of that page.
    func card(path: String, _ style: PageStyle) -> HTML {
        guard !entries.isEmpty else { return .nothing }
        let text = filter.text.lowercased()
        let found = entries.filter { entry in
            (text.isEmpty || entry.text.lowercased().contains(text)) && filter.from.map { $0 <= entry.day } ?? true
                && filter.to.map { entry.day <= $0 } ?? true
        }
        var table = DataTable(
            "Transactions, newest first", [.text("Date"), .number("Amount"), .text("Kind"), .text("Note")])
        for entry in found.dropFirst((filter.page - 1) * Self.pageSize).prefix(Self.pageSize) {
            switch entry {
            case .entered(let transaction): add(transaction, to: &table, style)
            case .onChain(let row): add(row, to: &table, style)
            }
        }
        let count = "\(entries.count) \(entries.count == 1 ? "transaction" : "transactions")"
        return .card(
            filter.isOn ? "\(found.count) of \(count)" : count, id: "transactions", isWide: true,
            [
                filter.isOn || entries.count > Self.many ? search(path, style) : .nothing,
                HTML(
                    "div", [.init("data-live-id", "transactions")],
                    [table.isEmpty ? .paragraph("No transaction is like that.") : table.html]),
                pager(path, found.count),
            ])
    }

    private func add(_ transaction: Transaction, to table: inout DataTable, _ style: PageStyle) {
        let day = style.day(transaction.day)
        let isEditable = transaction.kind == .manual && style.writing != nil
        let kind = [
            transaction.kind == .manual ? nil : transaction.kind.rawValue,
            transaction.day > style.today ? "later" : nil,
        ]
        table.add(
            [
                isEditable
                    ? HTML("a", [.href("/transactions/\(transaction.id.uuidString.lowercased())")], [day]) : day,
                style.amount(transaction.amount),
                .text(kind.compactMap { $0 }.joined(separator: ", ")), .name(transaction.note ?? ""),
            ], key: transaction.id.uuidString)
    }

    private func add(_ row: TransactionService.Row, to table: inout DataTable, _ style: PageStyle) {
        let transaction = row.transaction
        let kind = ["on the chain", transaction.isFailed ? "failed" : nil, row.isDust ? "dust" : nil]
        // Whoever sees the hash finds the amounts.
        let hash = "\(transaction.hash.prefix(10))…"
        let place: HTML =
            style.hidesAmounts
            ? .text("•••")
            : transaction.explorer.map { .link(hash, to: $0, [.init("rel", "noopener noreferrer")]) } ?? .text(hash)
        let fee: [HTML] = transaction.fee.map { [.text(", fee "), style.amount($0)] } ?? []
        table.add(
            [
                style.day(transaction.day), style.amount(transaction.amount),
                .text(kind.compactMap { $0 }.joined(separator: ", ")), .group([place] + fee),
            ], key: "\(transaction.hash) \(transaction.index)")
    }

    private func search(_ path: String, _ style: PageStyle) -> HTML {
        let fields = FormFields(
            ["q": filter.text, "from": filter.from?.description ?? "", "to": filter.to?.description ?? ""],
            prefix: "search")
        return HTML(
            "form", [.class("fields row"), .init("method", "get"), .init("action", path), .init("role", "search")],
            style.kept + [
                fields.input("q", "Search in notes", type: "search"), fields.input("from", "From", type: "date"),
                fields.input("to", "To", type: "date"),
                HTML("div", [.class("actions")], [HTML("button", text: "Search")]),
            ])
    }

    private func pager(_ path: String, _ count: Int) -> HTML {
        var links: [HTML] = []
        if filter.page > 1 { links.append(.link("Newer", to: path + filter.query(page: filter.page - 1))) }
        if filter.page * Self.pageSize < count {
            links.append(.link("Older", to: path + filter.query(page: filter.page + 1)))
        }
        guard !links.isEmpty else { return .nothing }
        return HTML("nav", [.class("pager"), .init("aria-label", "Pages of the list")], links)
    }
}
