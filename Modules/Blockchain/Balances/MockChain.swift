public import Models

/// Balances made of nothing but the address: always the same, for tests and demonstrations.
public struct MockChain: ChainProvider {
    /// The name by which settings mean it.
    public static let providerName = "mock"
    /// The same.
    public let name = MockChain.providerName

    /// A provider.
    public init() {}

    /// Between 0 and 10 units, in thousandths.
    public func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let digest = SHA256.hash(Array("\(question.chain.id) \(question.address) \(question.currency.identity)".utf8))
        let thousandths = digest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % 10_000
        let text = "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
        return try Money(text, question.currency).rounded(.down)
    }
}
