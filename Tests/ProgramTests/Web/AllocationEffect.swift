import Foundation
import TestSupport

/// The split of an asset as a page shows it: the amount of each goal and of the part that is free, or the issues.
struct AllocationEffect {
    /// The amounts by the id of their goal.
    let amounts: [String: String]
    let free: String?
    let issues: [String]
    /// The ids of the goals at whose fields an issue stands.
    let fields: Set<String>
    /// Whether it says that more is allocated than the asset holds.
    let warns: Bool
    let text: String

    /// Reads a page or a part of one; the amounts stand in a column of this title.
    init(_ text: String, column: String = "After") {
        self.text = text
        var amounts: [String: String] = [:]
        for row in text.components(separatedBy: "<tr").dropFirst() {
            guard let goal = row.part(after: "href=\"/goals/", until: "\""), !goal.isEmpty,
                let cell = row.rest(after: "data-label=\"\(column)\"><data"),
                let amount = cell.part(after: " value=\"", until: "\"")
            else { continue }
            amounts[goal] = amount
        }
        self.amounts = amounts
        let shown = text.rest(after: "Free: <data") ?? text.rest(after: "data-live-id=\"free\"><data")
        free = shown?.part(after: " value=\"", until: "\"")
        let summary = text.part(after: "class=\"issue-summary\"", until: "</ul>") ?? ""
        issues = summary.components(separatedBy: "<li>").dropFirst().compactMap {
            $0.components(separatedBy: "</li>").first
        }
        fields = Set(
            issues.joined().components(separatedBy: "href=\"#allocate-").dropFirst().compactMap {
                $0.components(separatedBy: "\"").first
            })
        warns = text.contains("more than there is")
    }

    /// All that is shown, in the currency of the asset.
    var sum: SlowFraction {
        (Array(amounts.values) + [free ?? "0"]).map { SlowFraction(decimal: $0) }.reduce(.zero, +)
    }
}

extension String {
    /// What comes after the first occurrence of a text.
    fileprivate func rest(after text: String) -> String? {
        range(of: text).map { String(self[$0.upperBound...]) }
    }

    /// What stands between two texts.
    fileprivate func part(after begin: String, until end: String) -> String? {
        guard let rest = rest(after: begin), let range = rest.range(of: end) else { return nil }
        return String(rest[..<range.lowerBound])
    }
}
