public import PluginKit
import Values

/// Rates that the user declares to hold always, such as one USDT for one USD. Without one nothing is a peg (V5).
public struct PegRates: ExchangeRateProvider {
    /// The source of the rates.
    public let name = PegRates.providerName
    /// They belong to every program, so that nobody has to be informed that they were asked.
    static let providerName = "peg"
    private let pegs: [Peg]

    private struct Peg: Hashable {
        let from: Currency
        let to: Currency
        let rate: Ratio
    }

    /// The pegs: `USDT=USD` for one to one, `EUR/BGN=1.95583` for a rate.
    public static let setting = SettingDefinition(
        "exchangeRates.pegs", .map,
        "Rates that always hold: USDT=USD for one to one, EUR/BGN=1.95583 for 1 EUR = 1.95583 BGN. Not set: none do.",
        refusal: { value in
            guard case .map(let map) = value else { return nil }
            do {
                _ = try pegs(map)
                return nil
            } catch {
                return "\(error)"
            }
        })

    /// The pegs that the settings declare.
    ///
    /// - Throws: `SettingsError`.
    public init(_ settings: any SettingsReader) throws {
        pegs = try Self.pegs(try settings.map(Self.setting))
    }

    /// The pegs among the asked currencies and the pivots, for every day. The newest have the time of the request.
    public func rates(_ request: RateRequest) -> RateAnswer {
        let wanted = request.currencies.union(FrozenRates.pivots)
        let time = request.day?.startInUTC ?? request.now
        return RateAnswer(
            quotes: pegs.compactMap { peg in
                guard wanted.contains(peg.from), wanted.contains(peg.to) else { return nil }
                return try? RateQuote(
                    from: peg.from, to: peg.to, rate: peg.rate, time: time, source: name, state: .fixed, isDated: false)
            })
    }

    private static func pegs(_ map: [String: String]) throws(PegError) -> [Peg] {
        var pegs: [Peg] = []
        for (name, text) in map.sorted(by: { $0.key < $1.key }) {
            let peg = try peg(name, text)
            guard !pegs.contains(where: { Set([$0.from, $0.to]) == [peg.from, peg.to] }) else {
                throw PegError(entry: "\(name)=\(text)", reason: "the two currencies have a peg already")
            }
            pegs.append(peg)
        }
        return pegs
    }

    private static func peg(_ name: String, _ text: String) throws(PegError) -> Peg {
        let ends = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        do {
            let peg =
                ends.count == 2
                ? Peg(from: try currency(ends[0]), to: try currency(ends[1]), rate: try Ratio(decimal: text))
                : Peg(from: try currency(name), to: try currency(text), rate: .one)
            guard peg.rate.isPositive else { throw PegError(entry: "", reason: "the rate is not greater than 0") }
            guard peg.from != peg.to else { throw PegError(entry: "", reason: "both currencies are the same") }
            return peg
        } catch let error as PegError {
            throw PegError(entry: "\(name)=\(text)", reason: error.reason)
        } catch {
            throw PegError(entry: "\(name)=\(text)", reason: "\(error)")
        }
    }

    /// A code, or `chain:contract`.
    private static func currency(_ text: String) throws -> Currency {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return try Currency(code: text) }
        return try Currency(token: Currency.unknownSymbol, chain: parts[0], contract: parts[1], decimals: 0)
    }
}

private struct PegError: Error, CustomStringConvertible {
    let entry: String
    let reason: String

    var description: String { "'\(entry)' is not a peg: \(reason)" }
}
