import ExternalPrograms
import FileFormats
import Foundation
import HTTPNetworking
import PluginKit
import Values

/// Statements that a program of the user's reads: one JSON request with the file and its text on its standard input, one JSON answer with
/// rows and balances on its standard output.
struct ExecStatements: StatementReader {
    static let readerName = "exec"
    static let command = SettingDefinition(
        "imports.exec.command", .strings, reach: .programs,
        "A program that reads statements in a format of its own, and its arguments: it reads one JSON request and writes one JSON answer."
    )

    /// How long it may take when the call has no deadline.
    private static let longest: Duration = .seconds(30)

    let name = ExecStatements.readerName
    private let words: [String]
    private let hidden: Set<String>
    private let isOffline: Bool

    private struct Question: Encodable {
        let version = 1
        let method = "statement"
        let file: String
        let text: String?

        enum CodingKeys: CodingKey { case version, method, file, text }

        /// A file that is no text has null for it.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(version, forKey: .version)
            try container.encode(method, forKey: .method)
            try container.encode(file, forKey: .file)
            try container.encode(text, forKey: .text)
        }
    }

    /// - Throws: `SettingsError`.
    init(_ settings: any SettingsReader) throws {
        words = try settings.hasValue(Self.command) ? try settings.strings(Self.command) : []
        hidden = settings.secretVariables
        isOffline = try settings.boolean(NetworkSettings.offline)
    }

    func statement(path: String, _ call: Call) async throws -> Statement {
        guard let first = words.first, !first.isEmpty else {
            throw ExternalProgramError.notConfigured(setting: Self.command.key)
        }
        let program = try ExternalProgram(first, arguments: Array(words.dropFirst()), hiding: hidden)
        guard !isOffline else { throw ExternalProgramError.offline(program: program.name) }
        let url = URL(fileURLWithPath: path)
        guard let bytes = try? Data(contentsOf: url, options: .mappedIfSafe) else {
            throw ImportError.unreadable(path: path)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let question = Question(file: url.path, text: String(data: bytes, encoding: .utf8))
        let limit = min(call.deadline.remaining ?? Self.longest, Self.longest)
        guard limit > .zero else { throw ExternalProgramError.timedOut(program: program.name) }
        let output = try await program.run(try encoder.encode(question), within: limit)
        guard let answer = LosslessJSON(output), let statement = try? StatementAnswer(answer) else {
            throw ExternalProgramError.unreadable(
                program: program.name, excerpt: Redactor(secrets: []).excerpt(output))
        }
        return Statement(.other, rows: statement.rows, balances: statement.balances)
    }
}

/// A statement as a program tells it.
private struct StatementAnswer {
    private struct Unreadable: Error {}

    let rows: [ReadRow]
    let balances: [StatedBalance]

    /// - Throws: An error if a part is missing, or is something else.
    init(_ answer: LosslessJSON) throws {
        guard let rows = answer["rows"]?.array else { throw Unreadable() }
        let account = try answer["account"].flatMap { try Self.account($0) }
        self.rows = try rows.enumerated().map { .success(try Self.row($1, number: $0 + 1, account)) }
        guard let stated = answer["balances"], stated != .null else {
            balances = []
            return
        }
        guard let stated = stated.array else { throw Unreadable() }
        balances = try stated.enumerated().map { try Self.balance($1, number: $0 + 1, account) }
    }

    private static func row(_ json: LosslessJSON, number: Int, _ account: StatementAccount?) throws -> ImportedRow {
        let texts = try [text(json["payee"]), text(json["note"])].compactMap(\.self)
        var row = ImportedRow(
            line: try line(json) ?? number, account: try text(json["account"]) ?? account?.number,
            currency: try text(json["currency"]), day: try day(json), amount: .exact(try amount(json)),
            note: texts.isEmpty ? nil : texts.joined(separator: ", "), texts: texts, number: try text(json["number"]))
        if row.account == account?.number { row.place = account }
        return row
    }

    private static func balance(
        _ json: LosslessJSON, number: Int, _ account: StatementAccount?
    ) throws -> StatedBalance {
        var balance = StatedBalance(
            line: try line(json) ?? number, day: try day(json), amount: try amount(json),
            currency: try text(json["currency"]), account: try text(json["account"]) ?? account?.number)
        if balance.account == account?.number { balance.place = account }
        return balance
    }

    private static func account(_ json: LosslessJSON) throws -> StatementAccount? {
        guard json != .null else { return nil }
        guard let number = try text(json["number"]) else { throw Unreadable() }
        return StatementAccount(
            bank: try text(json["bank"]), branch: try text(json["branch"]), number: number,
            kind: try text(json["kind"])?.lowercased())
    }

    // MARK: - Values

    private static func day(_ json: LosslessJSON) throws -> CalendarDay {
        guard let text = try text(json["day"]) else { throw Unreadable() }
        return try CalendarDay(text)
    }

    private static func amount(_ json: LosslessJSON) throws -> String {
        guard let digits = json["amount"]?.decimal, (try? Money(digits, .usd)) != nil else { throw Unreadable() }
        return digits
    }

    private static func line(_ json: LosslessJSON) throws -> Int? {
        guard let value = json["line"], value != .null else { return nil }
        guard let line = value.decimal.flatMap({ Int($0) }) else { throw Unreadable() }
        return line
    }

    /// A text, or nil where there is none.
    private static func text(_ json: LosslessJSON?) throws -> String? {
        guard let json, json != .null else { return nil }
        guard let text = json.string else { throw Unreadable() }
        return text.isEmpty ? nil : text
    }
}
