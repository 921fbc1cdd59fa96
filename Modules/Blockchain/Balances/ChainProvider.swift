public import Models
public import PluginKit

public import struct Foundation.Date

/// A source of balances on chains, and of transactions: a server, a node, a program.
public protocol ChainProvider: Sendable {
    /// The name by which settings mean it: "esplora".
    var name: String { get }

    /// Whether it answers for an extended public key as a whole; one that does not is asked about each address.
    var readsKeys: Bool { get }

    /// What an address holds, in the currency of the question.
    ///
    /// An address that the chain has never seen holds 0 where the chain says so; what cannot be known is an error, never 0.
    ///
    /// - Throws: What went wrong, as a sentence without secrets; `CancellationError`.
    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money

    /// The balance with what the provider says besides: its own time, and what is not included.
    ///
    /// - Throws: As ``balance(_:_:)``.
    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer

    /// The confirmed transactions that made the balance; nil when the provider does not tell them.
    ///
    /// - Parameter since: all that the chain took at this instant or later are wanted; nil for all that there are.
    /// - Throws: As ``balance(_:_:)``.
    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory?

    /// How far a chain is, as the provider sees it: "block 840000". It also tells whether the provider answers, and about
    /// that chain.
    ///
    /// - Throws: As ``balance(_:_:)``.
    func height(of chain: Chain, _ call: Call) async throws -> String
}

extension ChainProvider {
    /// No.
    public var readsKeys: Bool { false }

    /// The balance alone.
    public func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        BalanceAnswer(try await balance(question, call))
    }

    /// None are reported.
    public func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? { nil }
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
