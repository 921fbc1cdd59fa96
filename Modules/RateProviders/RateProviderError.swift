/// Why a provider of rates could not answer. The descriptions hold no secrets.
public enum RateProviderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The answer is not of the form that the provider's interface promises; how it begins.
    case unreadable(provider: String, excerpt: String)
    /// The provider refused the request and said why.
    case refused(provider: String, message: String)
    /// The API key is not accepted, or is of another plan than the address.
    case keyRefused(provider: String, message: String)
    /// The answer is about something else than what was requested.
    case otherThing(provider: String, asked: String, given: String)
    /// The day is too far back for the plan.
    case tooLongAgo(provider: String, message: String)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .unreadable(let provider, let excerpt):
            "What \(provider) answered cannot be read"
                + (excerpt.isEmpty ? " (it is empty)" : " (it begins with: \(excerpt))")
                + ". Try again later, and check the setting exchangeRates.\(provider).baseURL."
        case .refused(let provider, let message):
            "\(provider) refused: \(message.endingSentence) Check what was requested."
        case .keyRefused(let provider, let message):
            "\(provider) did not accept the API key: \(message.endingSentence) "
                + "Check the settings exchangeRates.\(provider).apiKey and exchangeRates.\(provider).plan."
        case .otherThing(let provider, let asked, let given):
            "\(provider) was asked about '\(asked)' and answered about '\(given)'. Check its baseURL and ids in the settings."
        case .tooLongAgo(let provider, let message):
            "\(provider) does not go back that far with this plan: \(message.endingSentence) "
                + "Take a later day, or another provider."
        }
    }
}

extension String {
    /// The text with a full stop unless it ends a sentence already.
    fileprivate var endingSentence: String {
        let text = String(reversed().drop(while: \.isWhitespace).reversed())
        return text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? text : text + "."
    }
}
