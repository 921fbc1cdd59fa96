import HTTPNetworking
import Models

/// Why a provider could not tell a balance. The descriptions hold no secrets.
enum ChainProviderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The answer is not of the form that the provider's interface promises; how it begins.
    case unreadable(provider: String, excerpt: String)
    /// The provider refused the request and said why.
    case refused(provider: String, message: String)
    /// The answer is about something else than what was asked.
    case otherThing(provider: String, asked: String, given: String)
    /// There is no token at the contract.
    case noToken(provider: String, contract: String)
    /// The token counts in other decimals than the asset.
    case otherDecimals(currency: Currency, actual: Int)
    /// The number is larger than any balance can be.
    case implausible(provider: String, number: String)
    /// A number may count coins or their smallest units.
    case unknownUnit(provider: String, number: String)
    /// A list of transactions has no end.
    case repeatsPages(provider: String)
    /// The provider does not tell balances of tokens.
    case noTokens(provider: String, chain: String)

    /// The error without the secrets of a server, which may repeat them in any answer.
    func redacted(by redactor: Redactor) -> ChainProviderError {
        switch self {
        case .unreadable(let provider, let excerpt):
            .unreadable(provider: provider, excerpt: redactor.text(excerpt))
        case .refused(let provider, let message): .refused(provider: provider, message: redactor.text(message))
        case .otherThing(let provider, let asked, let given):
            .otherThing(provider: provider, asked: asked, given: redactor.text(given))
        case .implausible(let provider, let number): .implausible(provider: provider, number: redactor.text(number))
        case .unknownUnit(let provider, let number): .unknownUnit(provider: provider, number: redactor.text(number))
        case .noToken, .otherDecimals, .repeatsPages, .noTokens: self
        }
    }

    var description: String {
        switch self {
        case .unreadable(let provider, let excerpt):
            "What \(provider) answered cannot be read"
                + (excerpt.isEmpty ? " (it is empty)." : " (it begins with: \(excerpt)).")
                + " Try again later, and check its baseURL in the settings."
        case .refused(let provider, let message): "\(provider) refused: \(message.endingSentence)"
        case .otherThing(let provider, let asked, let given):
            "\(provider) was asked about '\(asked)' and answered about '\(given.printable)'. Check its baseURL."
        case .noToken(let provider, let contract):
            "\(provider) knows no token at \(contract). Check chain and contract."
        case .otherDecimals(let currency, let actual):
            "The token \(currency) has \(actual) decimals on its chain and \(currency.minorUnit) in the asset. Add the asset "
                + "again with the right number."
        case .implausible(let provider, let number):
            "\(provider) gave '\(number.printable)', which is more than any balance can be."
        case .unknownUnit(let provider, let number):
            "\(provider) gave '\(number.printable)' without saying in which unit. Choose another provider for this chain."
        case .repeatsPages(let provider):
            "\(provider) sends the same page of transactions again and again. Try another provider."
        case .noTokens(let provider, let chain): "\(provider) tells no balances of tokens on \(chain)."
        }
    }
}

extension String {
    /// The text with a full stop unless it ends a sentence already.
    fileprivate var endingSentence: String {
        let text = String(printable.reversed().drop(while: \.isWhitespace).reversed())
        return text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? text : text + "."
    }
}
