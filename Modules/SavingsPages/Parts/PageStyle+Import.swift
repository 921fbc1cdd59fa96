import FileFormats
import Interchange
import Models
import Presentation
import SavingsViews
import WebPages

extension PageStyle {
    /// The names that a field offers.
    func names(_ names: [String]) -> HTML {
        HTML("datalist", [.id("asset-names")], names.map { HTML("option", [.init("value", $0)]) })
    }

    /// The choices of the preview as they are sent along by the button that enters.
    ///
    /// - Parameter shown: the names of those that have controls of their own.
    func hidden(_ fields: FormFields, except shown: Set<String> = []) -> [HTML] {
        ImportForm.names.filter { !shown.contains($0) }.compactMap { name in
            fields.values[name].flatMap { $0.isEmpty ? nil : .hidden(name, $0) }
        }
    }

    /// The same for addresses.
    func query(_ fields: FormFields) -> String {
        ImportForm.names.compactMap { name in
            fields.values[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0.urlEscaped)&" }
        }.joined()
    }

    /// The choice whether rows before the day of an asset's balance add to that balance, or are in it already.
    func olderRows(_ path: String, _ fields: FormFields) -> HTML {
        let isKept = fields.values["keep"] == "yes"
        return HTML(
            "p", [],
            [
                .text(isKept ? "The older rows are in the balance already. " : "The older rows add to the balance. "),
                .link(
                    isKept ? "No, they add to it" : "No, it has them already: keep the balance",
                    to: address(path, fields, changing: "keep")),
            ])
    }

    /// The choice whether rows like those that were entered by hand are joined with them; nothing without such rows.
    func rowsByHand(_ report: ImportReport, _ path: String, _ fields: FormFields) -> HTML {
        let isJoined = fields.values["link"] == "yes"
        let count = report.count(isJoined ? .linked : .twin)
        guard count > 0 else { return .nothing }
        let rows = count == 1 ? "1 row" : "\(numbers.digits("\(count)")) rows"
        return HTML(
            "p", [],
            [
                .text(
                    isJoined
                        ? "\(rows) \(count == 1 ? "is" : "are") joined with what was entered by hand. "
                        : "\(rows) may be there already, entered by hand. "),
                .link(
                    isJoined
                        ? "No, enter \(count == 1 ? "it" : "them") as well"
                        : "Join \(count == 1 ? "it" : "them") with what is there",
                    to: address(path, fields, changing: "link")),
            ])
    }

    /// The address of the preview with all that was chosen, but for one choice between yes and no.
    private func address(_ path: String, _ fields: FormFields, changing name: String) -> String {
        var values = fields.values
        values[name] = values[name] == "yes" ? "" : "yes"
        return "\(path)?\(query(FormFields(values)).dropLast())"
    }

    func table(of changes: [ImportReport.AssetChange]) -> HTML {
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

    func table(of rows: ArraySlice<ImportReport.Row>) -> HTML {
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

    /// The choices that the form has controls for.
    private static func controls(hasColumns: Bool, hasMappings: Bool) -> Set<String> {
        let columns = ImportTarget.movements.roles.map { ImportForm.column($0) } + ["save-map"]
        return Set(ImportForm.names).subtracting(["keep"] + (hasColumns ? [] : columns) + (hasMappings ? [] : ["map"]))
    }

    /// The form of everything that can be said about a file; it shows the rows again, with what was chosen elsewhere.
    func choices(
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
        let controls = Self.controls(hasColumns: mapping != nil, hasMappings: !mappings.isEmpty)
        return .disclosure(
            "Change it",
            [
                HTML(
                    "form", [.class("fields"), .init("method", "get"), .init("action", path)],
                    kept + hidden(fields, except: controls) + [
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
