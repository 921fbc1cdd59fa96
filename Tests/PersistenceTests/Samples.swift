import Foundation
import Models
import Persistence

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension UUID {
    /// The same id for the same number.
    init(_ number: Int) {
        var generator = SeededGenerator(UInt64(number))
        let (high, low) = (generator.next().bigEndian, generator.next().bigEndian)
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: high, as: UInt64.self)
            $0.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
        }
        self.init(uuid: bytes)
    }
}

extension Currency {
    static let usd = known("USD")
    static let jpy = known("JPY")
    static let btc = known("BTC")
    static let eth = known("ETH")
    static let usdc: Currency = {
        do {
            return try Currency(
                token: "USDC", chain: "ethereum", contract: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", decimals: 6)
        } catch { preconditionFailure("\(error)") }
    }()

    private static func known(_ code: String) -> Currency {
        do { return try Currency(code: code) } catch { preconditionFailure("\(error)") }
    }
}

func money(_ text: String, _ currency: Currency = .usd) throws -> Money { try Money(text, currency) }
func day(_ text: String) throws -> CalendarDay { try CalendarDay(text) }

func goal(_ number: Int, _ name: String = "Car", target: String = "1200") throws -> Goal {
    Goal(
        id: UUID(number), name: name, target: try money(target), start: try day("2026-01-01"),
        deadline: try day("2026-12-31"))
}

func asset(_ number: Int, _ name: String = "Savings", _ currency: Currency = .usd) -> Asset {
    Asset(id: UUID(number), name: name, currency: currency)
}

func transaction(
    _ number: Int, of asset: Int, _ amount: String = "10", on text: String = "2026-02-01", _ currency: Currency = .usd
) throws -> Transaction {
    Transaction(id: UUID(number), assetID: UUID(asset), amount: try money(amount, currency), day: try day(text))
}
