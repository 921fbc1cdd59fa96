import Presentation
public import Values

extension PageStyle {
    /// A message as this reader may see it: days, months and amounts are written as on pages, and where amounts are left out, those in
    /// it are, too.
    public func message(_ text: String) -> String {
        let shown =
            hidesAmounts
            ? text.replacing(#/[0-9][0-9.,]*(?= [A-Z])/#, with: TextStyle.hidden)
            // Words in quotes were typed, and the amounts of a page have another space before their currency.
            : text.replacing(#/(^|[^'\w.,\u{A0}-])(-?[0-9]+(?:\.[0-9]+)?)(?= [A-Z][A-Z0-9]{1,9}(?:$|[^'\w]))/#) {
                match in
                isExample(in: text, at: match.range.lowerBound)
                    ? String(match.0) : "\(match.1)\(numbers.digits(String(match.2)))"
            }
        // Words in quotes were typed.
        return shown.replacing(#/(^|[^'\w-])([0-9]{4}-[0-9]{2})(-[0-9]{2})?($|[^'\w-])/#) { match in
            let text = String(match.2 + (match.3 ?? ""))
            if isExample(in: shown, at: match.range.lowerBound) { return String(match.0) }
            let written =
                match.3 == nil ? (try? CalendarMonth(text))?.words : (try? CalendarDay(text)).map { numbers.text($0) }
            return "\(match.1)\(written ?? text)\(match.4)"
        }
    }

    /// Whether what follows a place in a message is an example of how something is typed, which stays as it is.
    private func isExample(in text: String, at place: String.Index) -> Bool { text[..<place].hasSuffix("as in") }

    /// The message with a link where it names a page: "Close it on the page Month."
    public func linkedMessage(_ text: String) -> HTML {
        let text = message(text)
        var (parts, rest): ([HTML], Substring) = ([], text[...])
        // Words in quotes were typed.
        for match in text.matches(of: #/'[^']*'|\b[Tt]he page (\w+)/#) {
            guard let title = match.1.map(String.init), let path = pages[title] else { continue }
            parts += [.text(String(text[rest.startIndex..<match.0.startIndex])), .link(String(match.0), to: path)]
            rest = text[match.range.upperBound...]
        }
        return .group(parts + [.text(String(rest))])
    }

    /// The notice of warnings, each with its remedy; nothing without any.
    public func warnings(_ warnings: [Warning], tone: Tone = .info) -> HTML {
        guard !warnings.isEmpty else { return .nothing }
        let items = warnings.map { HTML("li", [], [linkedMessage($0.worded(by: remedies).message)]) }
        return .notice(tone, [HTML("ul", [], items)])
    }
}
