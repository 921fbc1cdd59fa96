import ExternalPrograms
import Foundation
import HTTPNetworking
import Livestock
import PluginKit
import Values

/// Prices from a program of the user's: one JSON request on its standard input, one JSON answer on its standard output.
struct ExecPrices: LivestockPriceProvider {
    static let providerName = "exec"
    static let command = SettingDefinition(
        "livestock.prices.exec.command", .strings, reach: .programs,
        "A program that gives livestock prices, and its arguments: it reads one JSON request and writes one JSON answer."
    )

    let name = ExecPrices.providerName
    let program: ExternalProgram
    let isOffline: Bool

    /// The longest time a program may take where the call sets no deadline.
    private static let longestRun: Duration = .seconds(60)

    private struct Question: Encodable {
        let version = 1
        let method = "livestockPrices"
        let from: String
        let to: String
        let species: [String]
        let categories: [String]
        let places: [String]
    }

    /// - Throws: `ExternalProgramError` when no program is named or there is none, `SettingsError`.
    init(_ settings: any SettingsReader) throws {
        let words = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        guard let first = words.first, !first.isEmpty else {
            throw ExternalProgramError.notConfigured(setting: Self.command.key)
        }
        program = try ExternalProgram(first, arguments: Array(words.dropFirst()), hiding: settings.secretVariables)
        isOffline = try settings.boolean(NetworkSettings.offline)
    }

    func prices(_ request: LivestockPriceRequest, _ call: Call) async throws -> [LivestockPrice] {
        guard !isOffline else { throw ExternalProgramError.offline(program: program.name) }
        let question = Question(
            from: "\(request.from)", to: "\(request.to)", species: request.species.map(\.rawValue),
            categories: request.categories, places: request.places)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let limit = min(call.deadline.remaining ?? Self.longestRun, Self.longestRun)
        guard limit > .zero else { throw ExternalProgramError.timedOut(program: program.name) }
        let output = try await program.run(try encoder.encode(question), within: limit)
        guard let rows = LosslessJSON(output)?["prices"]?.array else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        return try rows.enumerated().map { index, row in
            try LivestockPrice(row, "prices[\(index)]", request.currency, index)
        }
    }
}
