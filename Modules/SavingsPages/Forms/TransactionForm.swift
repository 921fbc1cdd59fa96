public import Allocation
public import Models
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

/// The form of a transaction.
public enum TransactionForm {
    /// What its fields are called.
    public static let labels = ["amount": "Amount", "date": "Date", "note": "Note"]

    /// A transaction as the form shows it, in fields of one line each.
    public static func values(_ transaction: Transaction, hidesAmounts: Bool) -> [String: String] {
        [
            "amount": hidesAmounts ? "" : transaction.amount.amountText, "date": transaction.day.description,
            "note": transaction.note ?? "",
        ].mapValues { TextWidth.printable($0) }
    }

    /// What is put into an asset, or taken out where `act` says so.
    ///
    /// - Throws: ``ValidationError`` where something put in is to be spent.
    public static func entry(asset: String, _ values: [String: String]) throws -> AssetService.Entry {
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        let isWithdrawal = values["act"] == "withdraw"
        let message = "Only what is taken out can be spent for a goal."
        let issue = ValidationIssue(code: "transaction.notSpent", field: "goal", message: message)
        if !isWithdrawal, text("goal") != nil, let error = ValidationError([issue]) { throw error }
        return AssetService.Entry(
            asset: asset, amount: values["amount"] ?? "", date: text("date"), note: text("note"),
            isWithdrawal: isWithdrawal, goal: text("goal"))
    }

    /// The question before more is taken out than there is.
    public static func beyondBalance(_ balance: Money) -> ValidationError {
        ValidationError(
            issue: ValidationIssue(
                code: beyond, field: "amount",
                message: "That is more than there is: the balance would be \(balance). "
                    + "If it is right, press Take out once more."))
    }

    private static let beyond = "transaction.beyondBalance"

    /// The field by which a form confirms an amount that it was sent back for.
    static func confirmation(_ fields: FormFields) -> HTML {
        fields.issues.contains { $0.code == beyond } ? .hidden("beyond", fields.values["amount"] ?? "") : .nothing
    }

    static func inputs(
        _ fields: FormFields, _ asset: Asset, otherwise: [String: String], _ style: PageStyle
    ) -> [HTML] {
        [
            .hidden(EnteredFields.usual, asset.currency.code),
            fields.number(
                "amount", "Amount", otherwise: otherwise["amount"] ?? "", hint: "In \(asset.currency), in digits", style
            ),
            fields.input("date", "Date", type: "date", otherwise: otherwise["date"] ?? ""),
            fields.input("note", "Note", otherwise: otherwise["note"] ?? "", [.init("dir", "auto")]),
        ]
    }
}

extension Page {
    /// One transaction that was entered by hand.
    ///
    /// - Parameter who: who changed the transaction while the form was filled in.
    public static func transaction(
        _ transaction: Transaction, of asset: Asset, _ fields: FormFields, changedBy who: String = "",
        _ style: PageStyle
    ) -> Page {
        let values = TransactionForm.values(transaction, hidesAmounts: style.hidesAmounts)
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
                            style.form(
                                path,
                                TransactionForm.inputs(fields.editing, asset, otherwise: values, style),
                                save: "Save")
                        ]),
                    .card(
                        "Delete", id: "delete",
                        [
                            .paragraph("The balance is as if it had never been. It can be undone."),
                            style.writing?.button("Delete it", to: "\(path)/delete") ?? .nothing,
                        ]),
                ]),
            ])
    }
}

extension PageStyle {
    /// What is put into an asset or taken out.
    ///
    /// - Parameter ended: the goals whose money can be spent.
    func transactionForm(_ asset: Asset, _ fields: FormFields, ended: [Goal]) -> HTML {
        guard let writing = writing else { return .nothing }
        return HTML(
            "form",
            [
                .class("fields"), .init("method", "post"), .init("action", "\(path(asset))/transactions"),
                .init("data-keeps-input"),
            ],
            writing.fields + kept + [TransactionForm.confirmation(fields)]
                + TransactionForm.inputs(fields, asset, otherwise: ["date": today.description], self)
                + (ended.isEmpty
                    ? []
                    : [
                        fields.choice(
                            "goal", "Spends the money of an ended goal", otherwise: "", hint: "For what is taken out",
                            [("", "None")] + ended.map { ($0.id.uuidString.lowercased(), $0.name) })
                    ]) + [
                    HTML(
                        "div", [.class("actions")],
                        [
                            HTML("button", [.class("primary")], text: "Add money"),
                            HTML("button", [.init("name", "act"), .init("value", "withdraw")], text: "Take out"),
                        ])
                ])
    }
}

/// The form of a transfer between two assets.
public enum TransferForm {
    /// Fields that were left empty are not said.
    public static func transfer(from asset: String, _ values: [String: String])
        -> AssetService.Transfer
    {
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        return AssetService.Transfer(
            from: asset, to: values["to"] ?? "", amount: values["amount"] ?? "", received: text("received"),
            fee: text("fee"), date: text("date"), note: text("note"))
    }
}

extension Page {
    /// A transfer from an asset to another one.
    ///
    /// - Parameter others: the assets that it can go to.
    public static func transfer(
        from asset: Asset, others: [Asset], _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        let path = style.path(asset)
        let inputs = [
            fields.choice("to", "To", among: others),
            fields.number("amount", "Amount that leaves", hint: "In \(asset.currency), in digits", style),
            fields.number(
                "received", "Amount that arrives",
                hint: "In the currency of the other asset; empty for the same amount", style),
            fields.number(
                "fee", "Fee", hint: "In \(asset.currency), besides the amount; empty for none", style),
            fields.input("date", "Date", type: "date", otherwise: style.today.description),
            fields.input("note", "Note", [.init("dir", "auto")]),
        ]
        return Page(
            "Transfer from \(asset.name)", in: "Assets",
            [
                HTML("h1", [], [.text("Transfer from "), .name(asset.name)]),
                HTML("p", [], [.link("Back to the asset", to: path)]), fields.summary,
                .card(
                    "What moves", id: "transfer",
                    [
                        others.isEmpty
                            ? .paragraph("There is no other asset yet.")
                            : style.form("\(path)/transfer", inputs, save: "Transfer")
                    ]),
            ])
    }
}
