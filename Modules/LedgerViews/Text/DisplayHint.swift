import Presentation
import Values

extension TextLayout {
    /// How totals are shown in another currency, where none of the amounts could be converted.
    func displayHint(_ display: Currency, _ amounts: [Money], isConverted: Bool) -> [String] {
        let currencies = Set(amounts.filter { !$0.isZero }.map(\.currency))
        guard !isConverted, !currencies.isEmpty, !currencies.contains(display),
            let other = currencies.sorted(by: { $0.code < $1.code }).first
        else { return [] }
        return [
            "",
            "Totals are in \(display), and nothing could be converted. For another currency add --display \(other).",
        ]
    }
}
