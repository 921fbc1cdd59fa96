public import Models
public import PluginKit

/// A source of balances on chains: a server, a node, a program.
public protocol ChainProvider: Sendable {
    /// The name by which settings mean it: "esplora".
    var name: String { get }

    /// What an address holds, in the currency of the question.
    ///
    /// An address that the chain has never seen holds 0 where the chain says so; what cannot be known is an error, never 0.
    ///
    /// - Throws: What went wrong, as a sentence without secrets; `CancellationError`.
    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money
}

/// What is asked of a ``ChainProvider``.
public struct BalanceQuestion: Sendable, Hashable {
    /// Whose balance.
    public let address: ChainAddress
    /// The native coin of the chain, or a token on it.
    public let currency: Currency

    /// A question.
    ///
    /// - Throws: ``BalanceQuestionError`` for a currency that the chain does not have.
    public init(_ address: ChainAddress, _ currency: Currency) throws(BalanceQuestionError) {
        let chain = address.chain
        switch currency.kind {
        case .token(let tokenChain, let contract):
            guard tokenChain == chain.id, (try? chain.address(contract)) != nil else {
                throw .otherChain(currency, chain: chain.name)
            }
        case .fiat, .coin:
            guard currency == chain.currency else { throw .otherChain(currency, chain: chain.name) }
        }
        self.address = address
        self.currency = currency
    }

    /// The chain.
    public var chain: Chain { address.chain }

    /// The contract of the token; nil for the native coin.
    public var contract: String? {
        if case .token(_, let contract) = currency.kind { contract } else { nil }
    }
}

/// Why a balance cannot be asked for.
public enum BalanceQuestionError: Problem, Equatable {
    /// The chain has no such currency, or its contract is no address of the chain.
    case otherChain(Currency, chain: String)

    /// What is wrong, with what is accepted.
    public var description: String {
        switch self {
        case .otherChain(let currency, let chain):
            "\(chain) has no \(currency). Count the asset in the coin of its chain, or give the contract of a token on it."
        }
    }

    /// A stable word for each case.
    public var code: String { "balance.otherChain" }
    /// What sort of problem it is.
    public var kind: ProblemKind { .refused }
    /// One of each case.
    public static var examples: [BalanceQuestionError] { [.otherChain(.eur, chain: "Bitcoin")] }
}

extension ServiceKey where Service == any ChainProvider {
    /// The sources of balances on one chain; `blockchain.<chain>.providers` chooses them in order of preference, and
    /// `blockchain.<chain>.fallback` may name one that is asked last.
    public static func chain(_ chain: Chain) -> ServiceKey<any ChainProvider> {
        ServiceKey<any ChainProvider>(
            "blockchain.\(chain.id)", isListed: false,
            fallback: Fallback(
                recovering: { RecoveringChain(name: $0, provider: $1) }, marking: { FallbackChain(provider: $0) }))
    }
}
