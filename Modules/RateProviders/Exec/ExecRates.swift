import ExchangeRates
import ExternalPrograms
import Foundation
import HTTPNetworking
import PluginKit
import Values

/// Rates from a program of the user's: one JSON request on its standard input, one JSON answer on its standard output.
struct ExecRates: ExchangeRateProvider, HealthCheckable {
    static let providerName = "exec"
    static let command = SettingDefinition(
        "exchangeRates.exec.command", .strings, reach: .programs,
        "A program that gives rates, and its arguments: it reads one JSON request and writes one JSON answer.")

    let name = ExecRates.providerName
    let program: ExternalProgram
    let isOffline: Bool

    /// The longest time a program may take where the call sets no deadline.
    private static let longestRun: Duration = .seconds(60)

    private struct Question: Encodable {
        let version = 1
        let method = "rates"
        let pairs: [[String]]
        let date: String?

        enum CodingKeys: CodingKey { case version, method, pairs, date }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(version, forKey: .version)
            try container.encode(method, forKey: .method)
            try container.encode(pairs, forKey: .pairs)
            try container.encode(date, forKey: .date)
        }
    }

    /// - Throws: ``ExternalProgramError`` when no program is named or there is none, `SettingsError`.
    init(_ settings: any SettingsReader) throws {
        let words = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        guard let first = words.first, !first.isEmpty else {
            throw ExternalProgramError.notConfigured(setting: Self.command.key)
        }
        program = try ExternalProgram(first, arguments: Array(words.dropFirst()), hiding: settings.secretVariables)
        isOffline = try settings.boolean(NetworkSettings.offline)
    }

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        guard !isOffline else { throw ExternalProgramError.offline(program: program.name) }
        let question = Question(pairs: Self.pairs(request.currencies), date: request.day?.description)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let limit = min(request.deadline.remaining ?? Self.longestRun, Self.longestRun)
        guard limit > .zero else { throw ExternalProgramError.timedOut(program: program.name) }
        let output = try await program.run(try encoder.encode(question), within: limit)
        guard let rates = LosslessJSON(output)?["rates"]?.array else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        let wanted = request.currencies.union(FrozenRates.pivots)
        let known = Dictionary(wanted.map { (Self.key($0.identity), $0) }) { first, _ in first }
        var answer = RateAnswer(quotes: [])
        for entry in rates {
            guard let from = entry["from"]?.string.flatMap({ known[Self.key($0)] }),
                let to = entry["to"]?.string.flatMap({ known[Self.key($0)] }), from != to
            else { continue }
            guard let time = time(entry["time"], request) else {
                let shown = (entry["time"] ?? .null).shown.printable
                answer.gaps.append(RateGap(from: from, to: to, reason: "\(name) gave \(shown) instead of a time"))
                continue
            }
            answer.add(entry["rate"] ?? .null, from: from, to: to, time: time, source: name, state: .live)
        }
        return answer
    }

    func health(_ call: Call) async -> HealthStatus { await .judged(self, by: ["BTC", "USD"], call) }

    /// Every currency in US dollars and in each other conventional currency that is requested.
    static func pairs(_ currencies: Set<Currency>) -> [[String]] {
        let all = currencies.sorted { $0.identity < $1.identity }
        let targets = Set(all.filter(\.isFiat).map(\.code)).union(["USD"])
        return all.flatMap { from in
            targets.sorted().compactMap { to in
                // Of two conventional currencies one direction is enough.
                guard from.identity != to, !(from.isFiat && from.code > to && to != "USD"),
                    from.code != "USD" || !from.isFiat
                else { return nil }
                return [from.identity, to]
            }
        }
    }

    private static func key(_ name: String) -> String {
        name.contains(":0x") || name.contains(":0X") ? name.lowercased() : name
    }

    /// An instant or a day; without one, the day that was requested, or now. Nil when it cannot be read.
    private func time(_ value: LosslessJSON?, _ request: RateRequest) -> Date? {
        guard let value, value != .null else { return request.day?.startInUTC ?? request.now }
        guard let text = value.string else { return nil }
        if let day = try? CalendarDay(text) { return day.startInUTC }
        return InstantText.written(text)
    }
}
