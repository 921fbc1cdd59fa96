public import Allocation
public import Models
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

/// The forms of assets and their transactions.
public enum AssetForm {
    /// What the fields of an asset are called.
    public static let labels = [
        "name": "Name", "currency": "Currency", "balance": "Balance today", "chain": "Chain", "address": "Address",
        "contract": "Contract of the token",
    ]

    /// Fields that mean something only together.
    public static let together = [["chain", "address"]]

    /// An asset as the form shows it. What is on a chain is hidden with the amounts, as it leads to them.
    public static func values(_ asset: Asset, hidesAmounts: Bool) -> [String: String] {
        ["name": asset.name, "chain": asset.chain ?? "", "address": hidesAmounts ? "" : asset.address ?? ""]
    }

    /// What is said of an asset by some of the fields.
    public static func fields(_ values: [String: String]) -> AssetFields {
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        var fields = AssetFields()
        fields.name = values["name"]
        (fields.currency, fields.balance) = (text("currency"), text("balance"))
        (fields.chain, fields.address, fields.contract) = (text("chain"), text("address"), text("contract"))
        return fields
    }
}

extension Page {
    /// A new asset.
    public static func newAsset(_ fields: FormFields, _ style: SavingsStyle) -> Page {
        func label(_ name: String) -> String { AssetForm.labels[name] ?? name }
        return Page(
            "New asset", in: "Assets",
            [
                HTML("h1", text: "New asset"), HTML("p", [], [.link("All assets", to: "/assets")]), fields.summary,
                .card(
                    "What you own", id: "new",
                    [
                        style.writingForm(
                            "/assets/new",
                            [
                                fields.input("name", label("name"), [.init("dir", "auto")]),
                                fields.input(
                                    "currency", label("currency"), hint: "Its code, as in EUR or BTC",
                                    [.init("autocapitalize", "characters")]),
                                fields.input(
                                    "balance", label("balance"), hint: "In digits; empty for nothing yet",
                                    [.init("inputmode", "decimal")]),
                                .disclosure(
                                    "On a blockchain",
                                    [
                                        fields.input("chain", label("chain"), hint: "As in bitcoin or ethereum"),
                                        fields.input(
                                            "address", label("address"), hint: "The public one; never a seed phrase",
                                            [.init("autocomplete", "off"), .init("spellcheck", "false")]),
                                    ]),
                            ], save: "Add the asset")
                    ]),
            ])
    }

    /// Other fields for an asset.
    ///
    /// - Parameter who: who changed the asset while the form was filled in.
    public static func edit(
        _ asset: Asset, _ fields: FormFields, changedBy who: String = "", _ style: SavingsStyle
    ) -> Page {
        let values = AssetForm.values(asset, hidesAmounts: style.page.hidesAmounts)
        func input(_ name: String, _ attributes: [HTML.Attribute] = []) -> HTML {
            fields.input(name, AssetForm.labels[name] ?? name, otherwise: values[name] ?? "", attributes)
        }
        return Page(
            "Edit: \(asset.name)", in: "Assets",
            [
                HTML("h1", [], [.text("Edit: "), .name(asset.name)]),
                HTML("p", [], [.link("Back to the asset", to: style.path(asset))]),
                fields.conflicts(AssetForm.labels, by: who), fields.summary,
                .cards([
                    .card(
                        "What is said of it", id: "edit",
                        [
                            style.writingForm(
                                "\(style.path(asset))/edit",
                                [
                                    input("name", [.init("dir", "auto")]), input("chain"),
                                    input("address", [.init("autocomplete", "off"), .init("spellcheck", "false")]),
                                ], save: "Save")
                        ]),
                    .card(
                        "Delete", id: "delete",
                        [
                            .paragraph(
                                "It goes with its transactions and allocations. It can be undone."),
                            style.page.writing?.button("Delete it", to: "\(style.path(asset))/delete") ?? .nothing,
                        ]),
                ]),
            ])
    }

    /// One transaction that was entered by hand.
    ///
    /// - Parameter who: who changed the transaction while the form was filled in.
    public static func transaction(
        _ transaction: Transaction, of asset: Asset, _ fields: FormFields, changedBy who: String = "",
        _ style: SavingsStyle
    ) -> Page {
        let values = TransactionForm.values(transaction, hidesAmounts: style.page.hidesAmounts)
        let path = "/transactions/\(transaction.id.uuidString.lowercased())"
        return Page(
            "Transaction of \(asset.name)", in: "Assets",
            [
                HTML("h1", [], [.text("Transaction of "), .name(asset.name)]),
                HTML("p", [], [.link("Back to the asset", to: style.path(asset))]),
                fields.conflicts(TransactionForm.labels, by: who), fields.summary,
                .cards([
                    .card(
                        "Correct it", id: "edit",
                        [
                            style.writingForm(
                                path, TransactionForm.inputs(fields, asset, otherwise: values), save: "Save")
                        ]),
                    .card(
                        "Delete", id: "delete",
                        [
                            .paragraph("The balance is as if it had never been. It can be undone."),
                            style.page.writing?.button("Delete it", to: "\(path)/delete") ?? .nothing,
                        ]),
                ]),
            ])
    }
}

/// The form of a transaction.
public enum TransactionForm {
    /// What its fields are called.
    public static let labels = ["amount": "Amount", "date": "Date", "note": "Note"]

    /// A transaction as the form shows it.
    public static func values(_ transaction: Transaction, hidesAmounts: Bool) -> [String: String] {
        [
            "amount": hidesAmounts ? "" : transaction.amount.amountText, "date": transaction.day.description,
            "note": transaction.note ?? "",
        ]
    }

    static func inputs(_ fields: FormFields, _ asset: Asset, otherwise: [String: String]) -> [HTML] {
        [
            fields.input(
                "amount", "Amount", otherwise: otherwise["amount"] ?? "", hint: "In \(asset.currency), in digits",
                [.init("inputmode", "decimal")]),
            fields.input("date", "Date", type: "date", otherwise: otherwise["date"] ?? ""),
            fields.input("note", "Note", otherwise: otherwise["note"] ?? "", [.init("dir", "auto")]),
        ]
    }
}

extension SavingsStyle {
    /// A form that is written by its button; nothing where nothing can be written.
    func writingForm(_ path: String, _ inputs: [HTML], save: String) -> HTML {
        guard let writing = page.writing else { return .paragraph("Nothing is written from a page of another day.") }
        return HTML(
            "form",
            [.class("fields"), .init("method", "post"), .init("action", path), .init("data-keeps-input")],
            writing.fields + page.kept + inputs + [
                HTML("div", [.class("actions")], [HTML("button", [.class("primary")], text: save)])
            ])
    }

    /// What is put into an asset or taken out.
    func transactionForm(_ asset: Asset, _ fields: FormFields) -> HTML {
        guard let writing = page.writing else { return .nothing }
        return HTML(
            "form",
            [
                .class("fields"), .init("method", "post"), .init("action", "\(path(asset))/transactions"),
                .init("data-keeps-input"),
            ],
            writing.fields + page.kept
                + TransactionForm.inputs(fields, asset, otherwise: ["date": today.description]) + [
                    HTML(
                        "div", [.class("actions")],
                        [
                            HTML("button", [.class("primary")], text: "Put in"),
                            HTML("button", [.init("name", "act"), .init("value", "withdraw")], text: "Take out"),
                        ])
                ])
    }
}
