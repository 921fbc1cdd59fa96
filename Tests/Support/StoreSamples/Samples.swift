package import Foundation
package import Models

import struct TestSupport.SeededGenerator

extension UUID {
    /// The same id for the same number.
    package init(_ number: Int) {
        var generator = SeededGenerator(seed: UInt64(number))
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
    package static let usdc: Currency = {
        do {
            return try Currency(
                token: "USDC", chain: "ethereum", contract: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", decimals: 6)
        } catch { preconditionFailure("\(error)") }
    }()
}

package func money(_ text: String, _ currency: Currency = .usd) throws -> Money { try Money(text, currency) }
package func day(_ text: String) throws -> CalendarDay { try CalendarDay(text) }

package func goal(_ number: Int, _ name: String = "Car", target: String = "1200") throws -> Goal {
    Goal(
        id: UUID(number), name: name, target: try money(target), start: try day("2026-01-01"),
        deadline: try day("2026-12-31"))
}

package func asset(_ number: Int, _ name: String = "Savings", _ currency: Currency = .usd) -> Asset {
    Asset(id: UUID(number), name: name, currency: currency)
}

package func transaction(
    _ number: Int, of asset: Int, _ amount: String = "10", on text: String = "2026-02-01", _ currency: Currency = .usd
) throws -> Transaction {
    Transaction(
        id: UUID(number), assetID: UUID(asset), amount: try money(amount, currency), day: try day(text),
        entered: start)
}
