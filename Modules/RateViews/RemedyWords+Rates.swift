import ExchangeRates
public import Presentation
import Values

extension RemedyWords {
    /// The command line's words for remedies about rates.
    public static let rates: [String: Sentence] = [
        Remedy.leaveOutDay.action: { _ in "Leave --date out." },
        Remedy.swapDays.action: { _ in "Swap --from and --to." },
    ]
}
