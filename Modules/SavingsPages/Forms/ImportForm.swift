import FileFormats
import Foundation
public import Interchange
import Models

/// The form by which a person says how a file is to be read.
public enum ImportForm {
    /// The field of the column with a role.
    static func column(_ role: ColumnRole) -> String { "column-\(role.name)" }

    /// The names of all fields, which the preview hands on to the entry.
    static let names =
        [
            "asset", "currency", "map", "save-map", "decimal", "dates", "encoding", "out", "fees", "pending", "skip",
            "century",
            "balances", "link", "keep",
        ] + ImportTarget.movements.roles.map(column)

    /// The field for what a file does not say, with an answer that stands in for the reader's while the rest is looked at; nil for any other
    /// reason.
    ///
    /// - Parameter usual: the code of the household's own currency.
    /// - Returns: the answer, and whether the form proposes it.
    public static func missingAnswer(
        _ error: ImportError, usual: String
    ) -> (field: String, text: String, isProposed: Bool)? {
        switch error {
        case .ambiguousDate: ("dates", DateOrder.allCases[0].rawValue, false)
        case .ambiguousNumber: ("decimal", DecimalMark.allCases[0].rawValue, false)
        case .assetNeeded: ("asset", "New asset", false)
        case .currencyNeeded: ("currency", usual, true)
        default: nil
        }
    }

    /// A request for a file.
    ///
    /// - Parameters:
    ///   - values: the fields as they were typed.
    ///   - path: the file.
    ///   - name: the name that its owner gave it, by which journals are known.
    public static func request(_ values: [String: String], path: String, name: String) -> ImportRequest {
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        func words(_ name: String) -> [String] {
            (values[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                !$0.isEmpty
            }
        }
        var request = ImportRequest(path: path)
        request.journal = JournalDialect(path: name)
        (request.asset, request.currency) = (text("asset"), text("currency"))
        (request.map, request.savingMapAs) = (text("map"), text("save-map"))
        request.encoding = text("encoding").flatMap(TextEncoding.init)
        request.columns.decimalMark = text("decimal").flatMap(DecimalMark.init)
        request.columns.dateOrder = text("dates").flatMap(DateOrder.init)
        (request.columns.answers.out, request.columns.answers.leftOut) = (words("out"), words("skip"))
        request.columns.answers.fees = text("fees").flatMap(ImportAnswers.Fees.init)
        request.columns.answers.countsPending = values["pending"] == "yes"
        request.columns.answers.century = text("century").flatMap { Int($0) }
        request.columns.answers.ignoresBalances = values["balances"] == "ignore"
        request.linksTwins = values["link"] == "yes"
        request.keepsBalances = values["keep"] == "yes"
        // A saved mapping names the columns.
        if request.map == nil {
            for role in ImportTarget.movements.roles {
                if let title = text(column(role)) { request.columns.titles[role] = [title] }
            }
        }
        return request
    }
}
