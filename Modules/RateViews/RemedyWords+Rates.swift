import ExchangeRates
import Models
public import Presentation

extension RemedyWords {
    /// Words of the command line for what looking up rates asks for.
    public static let rates: [String: Sentence] = [
        Remedy.leaveOutDay.action: { _ in "Leave --date out." },
        Remedy.swapDays.action: { _ in "Swap --from and --to." },
    ]
}
