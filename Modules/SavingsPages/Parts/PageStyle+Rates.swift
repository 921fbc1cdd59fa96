import ExchangeRates
import Models
import Presentation
import WebPages

extension PageStyle {
    /// The rates that figures rest on: path, source, time and state of each.
    func rates(_ rates: [ConversionRate]) -> HTML {
        guard !rates.isEmpty else { return .nothing }
        return .disclosure("Rates used (\(rates.count))", [table(rates)])
    }

    /// The same as a table.
    func table(_ rates: [ConversionRate]) -> HTML {
        var table = DataTable(
            "Rates",
            [.text("From"), .number("Rate"), .text("By way of"), .text("Source"), .text("Time"), .text("State")])
        for rate in rates {
            var sources: [String] = []
            for source in rate.sources where !sources.contains(source) { sources.append(source) }
            let via = rate.path.dropFirst().dropLast().map(\.code).joined(separator: ", ")
            table.add([
                .text("1 \(rate.from)"),
                .text("\(numbers.digits(rate.rate.significantString(digits: 10))) \(rate.to)"),
                .text(via.isEmpty ? "–" : via),
                .text(sources.joined(separator: ", ")), time(rate.time),
                .group([badge(rate.state), .text(rate.month.map { " frozen for \($0.words)" } ?? "")]),
            ])
        }
        return table.html
    }

    /// The state of a rate in a word.
    func badge(_ state: RateState) -> HTML {
        switch state {
        case .stale, .fallback: .badge(state.rawValue, .attention)
        default: .badge(state.rawValue, .plain)
        }
    }

    /// What could not be counted and what can be done about it; nothing when all could.
    ///
    /// - Parameter reading: the step that reads balances which are not known.
    func gaps(_ unavailable: [Unavailable], reading: HTML = .button("Read balances", to: "/assets/sync")) -> HTML {
        var seen: Set<Unavailable> = []
        let gaps = unavailable.filter { seen.insert($0).inserted }
        guard !gaps.isEmpty else { return .nothing }
        let items = gaps.map { gap in
            HTML(
                "li", [],
                [HTML("strong", [], [.name(gap.item)]), .text(": ")]
                    + folded(gap.reason, always: gap.isMissingRate))
        }
        var missing: [(from: String, to: String)] = []
        for pair in gaps.compactMap(\.missingRate) where !missing.contains(where: { $0 == pair }) {
            missing.append(pair)
        }
        let giving = missing.prefix(3).map { from, to in
            let pair = "from=\(from.urlEscaped)&to=\(to.urlEscaped)"
            return HTML.button(
                missing.count == 1 ? "Give a rate" : "Give a rate from \(from) to \(to)",
                to: "/rates?back=\(place.urlEscaped)&\(pair)#give-title")
        }
        let steps = giving + (gaps.allSatisfy(\.isMissingRate) ? [] : [reading])
        return .notice(
            .attention,
            [
                .paragraph("Not counted:"), HTML("ul", [], items),
                HTML("div", [.class("actions")], steps),
            ])
    }

    /// A reason; of a long one the first part, with all of it folded: the answer of every provider helps few readers.
    func folded(_ reason: String, always: Bool = false) -> [HTML] {
        guard always || reason.count > 100, let end = reason.firstRange(of: ": ") else { return [.text(reason)] }
        return [.text(reason[..<end.lowerBound] + "."), .disclosure("Why", [.paragraph(reason)])]
    }
}
