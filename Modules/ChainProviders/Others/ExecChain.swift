import Blockchain
import ExternalPrograms
import Foundation
import HTTPNetworking
import Models
import PluginKit

/// A program of the user's that tells balances and transactions of any chain: one JSON request on its standard input, one
/// JSON answer on its standard output.
struct ExecChain: ChainProvider {
    static let providerName = "exec"
    static let command = SettingDefinition(
        "blockchain.exec.command", .strings, reach: .programs,
        "A program that tells balances on chains, and its arguments: it reads one JSON request and writes one JSON answer."
    )
    /// How long it may take when the call has no deadline.
    private static let longest: Duration = .seconds(30)

    let name = ExecChain.providerName
    private let program: ExternalProgram

    private struct Question: Encodable {
        let version = 1
        let method: String
        let chain: String
        var address: String?
        var contract: String?
        var currency: String?
        var since: Date?

        enum CodingKeys: CodingKey { case version, method, chain, address, contract, currency, since }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(version, forKey: .version)
            try container.encode(method, forKey: .method)
            try container.encode(chain, forKey: .chain)
            try container.encodeIfPresent(currency, forKey: .currency)
            try container.encodeIfPresent(since, forKey: .since)
            guard let address else { return }
            try container.encode(address, forKey: .address)
            // Null for the coin of the chain: the key is always there.
            try container.encode(contract, forKey: .contract)
        }
    }

    /// - Throws: `SettingsError`, ``ExternalProgramError``.
    init(_ settings: any SettingsReader) throws {
        let words = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        guard let first = words.first, !first.isEmpty else {
            throw ExternalProgramError.notConfigured(setting: Self.command.key)
        }
        program = try ExternalProgram(
            first, arguments: Array(words.dropFirst()), hiding: settings.secretVariables)
        guard try !settings.boolean(NetworkSettings.offline) else {
            throw ExternalProgramError.offline(program: program.name)
        }
    }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await balanceAnswer(question, call).amount
    }

    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        let answer = try await ask(Self.about(question, "balance"), call)
        // The key was `amount` before it was `balance`; an answer with both says one thing.
        let told = [answer["balance"], answer["amount"]].compactMap { $0?.numeral }
        guard let code = answer["currency"]?.string, let text = told.first, told.allSatisfy({ $0 == text }) else {
            throw unreadable(answer)
        }
        guard code == question.currency.code || code == question.currency.identity else {
            throw ExternalProgramError.otherCurrency(
                program: name, given: code.printable, expected: question.currency.identity)
        }
        let amount = try amount(text, question.currency)
        guard !amount.isNegative else { throw ExternalProgramError.negative(program: name, amount: "\(amount)") }
        return BalanceAnswer(amount, time: try time(answer))
    }

    /// The time that an answer gives for its balance; nil for the present.
    private func time(_ answer: LosslessJSON) throws -> Date? {
        guard let value = answer["time"], value != .null else { return nil }
        guard let text = value.string, let time = InstantText.written(text) else { throw unreadable(answer) }
        return time
    }

    /// An amount with no more decimals than its currency has on the chain.
    private func amount(_ text: String, _ currency: Currency) throws -> Money {
        let amount = try Money(text, currency)
        guard (try? amount.rounded(.down)) == amount else {
            throw ExternalProgramError.tooPrecise(program: name, amount: "\(amount)", places: currency.minorUnit)
        }
        return amount
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        var request = Self.about(question, "transactions")
        request.since = since
        let answer = try await ask(request, call)
        guard let rows = answer["transactions"] else { throw unreadable(answer) }
        // A program that knows none says null.
        guard rows != .null else { return nil }
        let transfers = try (rows.array ?? []).map { row in
            guard let hash = row["hash"]?.string, !hash.isEmpty, let text = row["amount"]?.numeral,
                let time = row["time"]?.string.flatMap({ try? Date($0, strategy: .iso8601) })
            else { throw unreadable(answer) }
            return ChainTransfer(
                hash: hash, amount: try amount(text, question.currency),
                fee: try row["fee"]?.numeral.map { try amount($0, question.currency) }, time: time)
        }
        return ChainHistory(transfers.filter { !$0.amount.isZero }.numbered, start: since)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let answer = try await ask(Question(method: "height", chain: chain.id), call)
        guard let height = answer["height"]?.numeral else { throw unreadable(answer) }
        return "block \(height.printable)"
    }

    private static func about(_ question: BalanceQuestion, _ method: String) -> Question {
        Question(
            method: method, chain: question.chain.id, address: question.address.text, contract: question.contract,
            currency: question.currency.code)
    }

    private func ask(_ question: Question, _ call: Call) async throws -> LosslessJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let limit = min(call.deadline.remaining ?? Self.longest, Self.longest)
        guard limit > .zero else { throw ExternalProgramError.timedOut(program: program.name) }
        let output: Data
        do {
            output = try await program.run(try encoder.encode(question), within: limit)
        } catch ExternalProgramError.timedOut(let program) where limit == Self.longest {
            throw SilentProvider(name: "The program '\(program)'", seconds: Self.longest.components.seconds)
        }
        guard let answer = LosslessJSON(output) else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        return answer
    }

    private func unreadable(_ answer: LosslessJSON) -> ExternalProgramError {
        .unreadable(program: program.name, excerpt: Redactor(secrets: []).excerpt(Data(answer.shown.utf8)))
    }
}
