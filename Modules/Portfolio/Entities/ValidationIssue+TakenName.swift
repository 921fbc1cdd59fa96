import Foundation
import Models

extension ValidationIssue {
    /// The issue of a name that another thing of the kind has, without regard to case and to blanks around it (P1).
    static func issues(ofTakenName name: String, among others: [String], of thing: String) -> [ValidationIssue] {
        let folded = name.foldedName
        guard let other = others.first(where: { $0.foldedName == folded }) else { return [] }
        return [
            ValidationIssue(
                code: "nameTaken", field: "name",
                message:
                    "There is \("aeiou".contains(thing.first ?? "x") ? "an" : "a") \(thing) '\(other)' already. Give this one another name."
            )
        ]
    }
}

extension String {
    /// The name as it is compared: trimmed, composed, without case.
    package var foldedName: String {
        trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
            .folding(options: .caseInsensitive, locale: nil)
    }
}
