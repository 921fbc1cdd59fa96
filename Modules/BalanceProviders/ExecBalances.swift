import ExternalPrograms
import Foundation
import HTTPNetworking
import Models
import PluginKit

/// Balances from a program of the user's: for each asset whose source is `exec`, one JSON request with the asset's reference
/// on its standard input, one JSON answer on its standard output.
struct ExecBalances: FundingSource {
    static let sourceName = "exec"
    static let command = SettingDefinition(
        "assets.exec.command", .strings, reach: .programs,
        "A program that tells the balances of assets with the source exec, and its arguments: it reads one JSON request and writes one JSON answer."
    )

    /// How long it may take when the call has no deadline.
    private static let longest: Duration = .seconds(30)

    let name = ExecBalances.sourceName
    let knowsThePast = false
    let movesWithoutPayments = true
    let valueMoves = true
    private let words: [String]
    private let hidden: Set<String>
    private let isOffline: Bool

    private struct Question: Encodable {
        let version = 1
        let method = "value"
        let reference: String
    }

    /// - Throws: `SettingsError`.
    init(_ settings: any SettingsReader) throws {
        words = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        hidden = settings.secretVariables
        isOffline = try settings.boolean(NetworkSettings.offline)
    }

    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] {
        return try await withThrowingTaskGroup(of: (UUID, SourceBalance).self) { group in
            for asset in assets {
                group.addTask {
                    do {
                        return (asset.id, try await balance(of: asset, call))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        try Task.checkCancellation()
                        return (asset.id, SourceBalance(of: asset, gap: "\(error)"))
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// The present balance. Of a change in value only the amounts that the answer names as paid are payments.
    private func balance(of asset: Asset, _ call: Call) async throws -> SourceBalance {
        guard let first = words.first, !first.isEmpty else {
            throw ExternalProgramError.notConfigured(setting: Self.command.key)
        }
        let program = try ExternalProgram(first, arguments: Array(words.dropFirst()), hiding: hidden)
        guard !isOffline else { throw ExternalProgramError.offline(program: program.name) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let question = try encoder.encode(Question(reference: asset.reference ?? ""))
        // Half of the time is left for rates, which are requested afterwards.
        let limit = min(call.deadline.remaining.map { $0 / 2 } ?? Self.longest, Self.longest)
        guard limit > .zero else { throw ExternalProgramError.timedOut(program: program.name) }
        let output = try await program.run(question, within: limit)
        guard let answer = LosslessJSON(output), let code = answer["currency"]?.string,
            let text = answer["amount"]?.decimal
        else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        guard code == asset.currency.code || code == asset.currency.identity else {
            throw ExternalProgramError.otherCurrency(
                program: program.name, given: code.printable, expected: asset.currency.identity)
        }
        guard let paid = try contributions(answer["paid"], in: asset.currency) else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        return SourceBalance(try Money(text, asset.currency), contributions: paid)
    }

    /// The amounts that were put in or taken out, each with its day; nil if they cannot be read.
    private func contributions(
        _ value: LosslessJSON?, in currency: Currency
    ) throws -> [SourceBalance.Contribution]? {
        guard let value, value != .null else { return [] }
        guard let entries = value.array else { return nil }
        var contributions: [SourceBalance.Contribution] = []
        for entry in entries {
            guard let day = entry["day"]?.string, let amount = entry["amount"]?.decimal else { return nil }
            contributions.append(
                .init(day: try CalendarDay(day), place: contributions.count, amount: try Money(amount, currency)))
        }
        return contributions
    }
}
