public import Models

public import struct Foundation.Date

/// Balances and transactions made of nothing but the address: always the same, for tests and demonstrations.
public struct MockChain: ChainProvider {
    /// The name by which settings mean it.
    public static let providerName = "mock"
    /// The same.
    public let name = MockChain.providerName
    /// Yes: to a key it says what it would say to an address.
    public let readsKeys = true

    /// A provider.
    public init() {}

    /// Between 0 and 10 coins, in thousandths where a coin has so many.
    public func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try Self.amount(Self.parts(of: question), question.currency)
    }

    /// The balance in three parts: half of it, a third of the rest, and what is left.
    public func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        let whole = Self.parts(of: question)
        let half = whole / 2
        let third = (whole - half) / 3
        let instants: [Double] = [1_709_294_400, 1_730_462_400, 1_754_049_600]
        var transfers: [ChainTransfer] = []
        for (part, seconds) in zip([half, third, whole - half - third], instants) where part > 0 {
            let digest = SHA256.hash(Array("\(question.address) \(question.currency.identity) \(seconds)".utf8))
            transfers.append(
                ChainTransfer(
                    hash: digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
                    amount: try Self.amount(part, question.currency),
                    time: Date(timeIntervalSince1970: seconds)))
        }
        return ChainHistory(transfers.filter { transfer in since.map { transfer.time >= $0 } ?? true })
    }

    /// A block that never changes.
    public func height(of chain: Chain, _ call: Call) async throws -> String { "block 1" }

    /// How many parts of a coin the address holds.
    private static func parts(of question: BalanceQuestion) -> Int {
        let digest = SHA256.hash(Array("\(question.chain.id) \(question.address) \(question.currency.identity)".utf8))
        return digest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % (10 * parts(of: question.currency))
    }

    /// The parts that a coin is counted in here: thousandths, or fewer.
    private static func parts(of currency: Currency) -> Int { [1, 10, 100, 1000][min(currency.minorUnit, 3)] }

    private static func amount(_ parts: Int, _ currency: Currency) throws -> Money {
        let units = (3..<max(3, currency.minorUnit)).reduce(Int128(parts)) { units, _ in units * 10 }
        return try Money(minorUnits: units, currency)
    }
}
