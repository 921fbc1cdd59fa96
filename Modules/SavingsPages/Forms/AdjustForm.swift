public import Allocation
public import Models
import Presentation
public import WebPages

/// The form that sets the balance of an asset.
public enum AdjustForm {
    /// The balance that was typed. Fields that were left empty are not said.
    public static func adjustment(of asset: String, _ values: [String: String]) -> AssetService.Adjustment {
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        return AssetService.Adjustment(
            asset: asset, balance: values["balance"] ?? "", date: text("date"), note: text("note"))
    }
}

extension Page {
    /// The balance of an asset that is set.
    ///
    /// - Parameters:
    ///   - held: the sum of its transactions up to today.
    ///   - effect: what would be entered; nil before it can be said.
    public static func adjust(
        _ asset: Asset, holding held: Money, _ fields: FormFields, _ effect: Outcome<AssetService.Adjusted>?,
        _ style: PageStyle
    ) -> Page {
        let path = style.path(asset)
        let inputs = [
            .hidden(EnteredFields.usual, asset.currency.code),
            fields.number("balance", "Balance now", hint: "In \(asset.currency), in digits", keys: "text", style),
            fields.input(
                "date", "Date", type: "date", otherwise: style.today.description,
                hint: "The balance is that of the end of this day"),
            style.adjustmentEffect(fields, effect, isPreview: false),
            .disclosure(
                "Note", [fields.input("note", "Note", [.init("dir", "auto")])],
                isOpen: fields.values["note"]?.isEmpty == false || fields.issues.contains { $0.field == "note" }),
        ]
        let form: [HTML] =
            if let refusal = refusal(asset) {
                [.paragraph(refusal)]
            } else if style.writing == nil {
                [style.notWritten]
            } else {
                [
                    HTML("p", [], [.text("It has "), style.amount(held), .text(" today.")]),
                    style.form(
                        "\(path)/adjust", preview: "\(path)/adjust/preview", into: "adjust-effect", inputs,
                        save: "Set balance"),
                ]
            }
        return Page(
            "Set the balance of \(asset.name)", in: "Assets",
            [
                HTML("h1", [], [.text("Set the balance of "), .name(asset.name)]),
                HTML("p", [], [.link("Back to the asset", to: path)]), fields.summary,
                .card("What is really there", id: "adjust", form),
            ])
    }

    /// The reason why a balance is not set by hand, with what to do; nil where it is.
    private static func refusal(_ asset: Asset) -> String? {
        guard asset.isReadElsewhere else { return nil }
        let problem = AssetError.balanceReadElsewhere(asset: asset.name, source: asset.source)
        let advice = RemedyWords(RemedyWords.savingsPages).sentence(for: problem.remedy)
        return [problem.description, advice].compactMap(\.self).joined(separator: " ")
    }
}

extension PageStyle {
    /// The transaction that setting a balance would enter, or what is wrong with the form.
    ///
    /// - Parameter isPreview: whether it is sent alone while the form is filled in; a page has what is wrong above its form.
    public func adjustmentEffect(
        _ fields: FormFields, _ effect: Outcome<AssetService.Adjusted>?, isPreview: Bool = true
    ) -> HTML {
        HTML(
            "div", [.id("adjust-effect")],
            [isPreview ? fields.summary : .nothing]
                + (effect.map { sentences($0.value) + [warnings($0.warnings)] } ?? []))
    }

    private func sentences(_ set: AssetService.Adjusted) -> [HTML] {
        let held = HTML.group([.text("On "), day(set.day), .text(" it has "), amount(set.before), .text(". ")])
        guard let transaction = set.transaction else {
            return [HTML("p", [], [held, .text("There is nothing to enter.")])]
        }
        let goesOut = transaction.amount.isNegative
        let size = goesOut ? transaction.amount.negated : transaction.amount
        let kind = goesOut ? " will be taken out" : " will be put in"
        let later: [HTML] =
            set.balanceToday == set.balance
            ? [] : [.text(" With what came later it has "), amount(set.balanceToday), .text(" today.")]
        return [HTML("p", [], [held, amount(size), .text("\(kind).")] + later)]
    }
}
