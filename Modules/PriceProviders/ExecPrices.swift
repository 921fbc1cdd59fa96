import ExternalPrograms
import Foundation
import HTTPNetworking
import PluginKit
import Portfolio
import Values

/// Prices from a program of the user's: one JSON request on its standard input, one JSON answer on its standard output.
struct ExecPrices: PriceProvider {
    static let providerName = "exec"
    static let command = SettingDefinition(
        "prices.exec.command", .strings, reach: .programs,
        "A program that gives prices, and its arguments: it reads one JSON request and writes one JSON answer. Without one "
            + "there are none.")

    let name = ExecPrices.providerName
    /// Nil where none is set.
    let program: ExternalProgram?
    let isOffline: Bool

    /// The longest time a program may take where the call sets no deadline.
    private static let longestRun: Duration = .seconds(60)

    private struct Question: Encodable {
        struct Instrument: Encodable {
            let symbol: String
            let isin: String?
            let currency: String

            enum CodingKeys: CodingKey { case symbol, isin, currency }

            // A missing ISIN is null, not left out.
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(symbol, forKey: .symbol)
                try container.encode(isin, forKey: .isin)
                try container.encode(currency, forKey: .currency)
            }
        }

        let version = 1
        let method = "prices"
        let instruments: [Instrument]
        let from: String
        let to: String
    }

    /// - Throws: `ExternalProgramError` when there is no such program, `SettingsError`.
    init(_ settings: any SettingsReader) throws {
        let words = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        program = try words.first.flatMap { $0.isEmpty ? nil : $0 }.map {
            try ExternalProgram($0, arguments: Array(words.dropFirst()), hiding: settings.secretVariables)
        }
        isOffline = try settings.boolean(NetworkSettings.offline)
    }

    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool {
        program != nil && (instrument.source.map { $0 == name } ?? true)
    }

    /// The symbol by which an instrument is asked for.
    private static func symbol(_ wanted: PriceRequest.Wanted) -> String { wanted.symbol ?? wanted.isin ?? wanted.name }

    func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer {
        guard let program, let first = request.from else { return PriceAnswer() }
        guard !isOffline else { throw ExternalProgramError.offline(program: program.name) }
        let question = Question(
            instruments: request.instruments.map {
                Question.Instrument(symbol: Self.symbol($0), isin: $0.isin, currency: $0.currency.code)
            }, from: "\(first)", to: "\(request.to)")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let limit = min(call.deadline.remaining ?? Self.longestRun, Self.longestRun)
        guard limit > .zero else { throw ExternalProgramError.timedOut(program: program.name) }
        let output = try await program.run(try encoder.encode(question), within: limit)
        guard let rows = LosslessJSON(output)?["prices"]?.array else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        var answer = PriceAnswer()
        for row in rows {
            // Two instruments may have one symbol.
            for wanted in request.instruments where row["symbol"]?.string == Self.symbol(wanted) {
                switch price(row, wanted) {
                case .success(let price): answer.prices.append(price)
                case .failure(let gap): answer.gaps.append(PriceGap(wanted.id, "\(name): \(gap.reason)", isOfDay: true))
                }
            }
        }
        return answer
    }

    private struct Gap: Error { let reason: String }

    private func price(_ row: LosslessJSON, _ wanted: PriceRequest.Wanted) -> Result<ProvidedPrice, Gap> {
        func shown(_ name: String) -> String { Redactor(secrets: []).excerpt(Data((row[name] ?? .null).shown.utf8)) }
        guard let day = row["date"]?.string.flatMap({ try? CalendarDay($0) }) else {
            return .failure(Gap(reason: "\(shown("date")) is no day"))
        }
        guard let price = row["price"]?.numeral.flatMap(PriceText.digits) else {
            return .failure(Gap(reason: "\(shown("price")) is no price"))
        }
        var adjusted: CalendarDay?
        if let value = row["adjustedThrough"], value != .null {
            guard let through = value.string.flatMap({ try? CalendarDay($0) }) else {
                return .failure(Gap(reason: "\(shown("adjustedThrough")) is no day"))
            }
            adjusted = through
        }
        guard let code = row["currency"]?.string, let money = PriceText.money(price, code, wanted.currency) else {
            return .failure(Gap(reason: "a price is in \(shown("currency")), not in \(wanted.currency)"))
        }
        return .success(ProvidedPrice(instrumentID: wanted.id, day: day, price: money, adjustedThrough: adjusted))
    }
}
