public import Allocation
import Blockchain
public import Models
import Presentation
import SavingsViews
public import Values
public import WebPages

import struct Foundation.UUID

/// The forms of assets and their transactions.
public enum AssetForm {
    /// What the fields of an asset are called.
    public static let labels = [
        "name": "Name", "currency": "Currency", "balance": "Balance today", "chain": "Chain", "address": "Address",
        "contract": "Contract of the token", "decimals": "Decimals of the token",
    ]

    /// Fields that mean something only together.
    public static let together = [["chain", "address"]]
    /// Fields that are folded up while they are empty: what was typed, or is wrong, is not.
    static let onChain = ["chain", "address", "contract", "decimals"]

    /// An asset as the form shows it. What is on a chain is hidden with the amounts, as it leads to them.
    public static func values(_ asset: Asset, hidesAmounts: Bool) -> [String: String] {
        ["name": asset.name, "chain": asset.chain ?? "", "address": hidesAmounts ? "" : asset.address ?? ""]
    }

    /// What is said of an asset by some of the fields.
    ///
    /// - Throws: ``ValidationError`` for decimals that are no number.
    public static func fields(_ values: [String: String]) throws -> AssetFields {
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        var fields = AssetFields()
        fields.name = values["name"]
        (fields.currency, fields.balance) = (text("currency"), text("balance"))
        // The household's own currency stands in the form before anything was typed: no chain has coins of it.
        if text("chain") != nil, text("contract") == nil, fields.currency == text(EnteredFields.usual),
            let own = fields.currency.flatMap({ try? Currency(code: $0) }), own.isFiat
        {
            fields.currency = nil
        }
        (fields.chain, fields.address, fields.contract) = (text("chain"), text("address"), text("contract"))
        // A coin is that of its chain; a token has a currency of its own.
        if fields.currency == nil, fields.contract == nil, let chain = fields.chain.flatMap({ Chain(id: $0) }) {
            fields.currency = chain.currency.description
        }
        if let typed = text("decimals") {
            fields.decimals = Int(typed)
            let message = "'\(typed.printable)' is no number of decimals: give it in digits, as its contract states."
            let issue = ValidationIssue(code: "asset.decimals", field: "decimals", message: message)
            if fields.decimals == nil, let error = ValidationError([issue]) { throw error }
        }
        return fields
    }
}

extension Page {
    /// A new asset.
    ///
    /// - Parameter usual: the household's own currency.
    public static func newAsset(_ fields: FormFields, usual: Currency, _ style: PageStyle) -> Page {
        func label(_ name: String) -> String { AssetForm.labels[name] ?? name }
        return Page(
            "New asset", in: "Assets",
            [
                HTML("h1", text: "New asset"), HTML("p", [], [.link("All assets", to: "/assets")]), fields.summary,
                .card(
                    "What you own", id: "new",
                    [
                        style.form(
                            "/assets/new",
                            [
                                .hidden(EnteredFields.usual, usual.code),
                                fields.input("name", label("name"), [.init("dir", "auto")]),
                                fields.currency(
                                    "currency", label("currency"), otherwise: usual.code,
                                    hint: "Its name or code, as in EUR or BTC; a coin on a blockchain is chosen below"),
                                fields.number(
                                    "balance", label("balance"), hint: "In digits; empty for nothing yet", style),
                                .disclosure(
                                    "On a blockchain",
                                    [
                                        .paragraph(
                                            "The coin of the chain is its currency, whatever stands above. A token has one of its own.",
                                            "hint"),
                                        fields.chain("chain", label("chain")),
                                        fields.input(
                                            "address", label("address"), hint: "The public one; never a seed phrase",
                                            [.init("autocomplete", "off"), .init("spellcheck", "false")]),
                                        fields.input(
                                            "contract", label("contract"),
                                            hint: "Empty for the coin of the chain, such as bitcoin",
                                            [.init("autocomplete", "off"), .init("spellcheck", "false")]),
                                        fields.input(
                                            "decimals", label("decimals"), hint: "With a contract only, as it states",
                                            [.init("inputmode", "numeric")]),
                                    ],
                                    isOpen: AssetForm.onChain.contains { fields.values[$0]?.isEmpty == false }),
                            ], save: "Add the asset")
                    ]),
            ])
    }

    /// Other fields for an asset.
    ///
    /// - Parameter who: who changed the asset while the form was filled in.
    public static func edit(
        _ asset: Asset, _ fields: FormFields, changedBy who: String = "", _ style: PageStyle
    ) -> Page {
        let values = AssetForm.values(asset, hidesAmounts: style.hidesAmounts)
        func input(_ name: String, _ attributes: [HTML.Attribute] = []) -> HTML {
            fields.editing.input(name, AssetForm.labels[name] ?? name, otherwise: values[name] ?? "", attributes)
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
                            style.form(
                                "\(style.path(asset))/edit",
                                [
                                    input("name", [.init("dir", "auto")]),
                                    fields.editing.chain(
                                        "chain", AssetForm.labels["chain"] ?? "chain", otherwise: values["chain"] ?? ""),
                                    input("address", [.init("autocomplete", "off"), .init("spellcheck", "false")]),
                                ], save: "Save")
                        ]),
                    .card(
                        "Delete", id: "delete",
                        [
                            .paragraph(
                                "It goes with its transactions and allocations. It can be undone."),
                            style.writing?.button("Delete it", to: "\(style.path(asset))/delete") ?? .nothing,
                        ]),
                ]),
            ])
    }
}
