public import ArgumentParser
import CommandSupport
import Foundation
import Presentation
import Values
import WebAccess
import WebApplication

/// The commands for tokens, by which programs sign in.
public struct TokenGroup: AsyncParsableCommand {
    /// Its name and help.
    public static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make tokens, with which programs use the API.",
        discussion: """
            A program sends it as 'Authorization: Bearer TOKEN'.
              token add backup --read-only --expires 90d
            """,
        subcommands: [TokenAdd.self, TokenList.self, TokenRevoke.self])

    /// The command.
    public init() {}
}

/// Makes a token.
struct TokenAdd: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a token, and show it once.")

    @Argument(help: "What it is called; the history tells it.")
    var name: String

    @Flag(help: "The token reads and tries out, and writes nothing.")
    var readOnly = false

    @Option(help: ArgumentHelp("How long it lasts, as 90d; for ever without it.", valueName: "days"))
    var expires: DayCount?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let token = try await context.accessPlace.write { access in
            try access.add(token: name, readOnly ? .reader : .owner, days: expires?.days, at: context.now)
        }
        context.note("It is shown this once.")
        return Answer(Document(token: token, asOf: context.today), lines: [token])
    }
}

/// Lists tokens.
struct TokenList: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List tokens by name.")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let tokens = try await context.accessPlace.read().tokens
        var table = TextTable([.init("NAME", isFlexible: true), .init("ROLE"), .init("SINCE"), .init("UNTIL")])
        for token in tokens {
            table.add([
                .init(token.name), .init(token.role.rawValue), .init(token.added.text(in: .current), .weak),
                .init(token.hasEnded(context.now) ? "ended" : token.expires?.text(in: .current) ?? "–", .weak),
            ])
        }
        return Answer(
            Document(tokens: tokens, asOf: context.today),
            lines: tokens.isEmpty
                ? ["There are no tokens."] : table.lines(width: context.width, style: context.style))
    }
}

/// Ends a token.
struct TokenRevoke: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "End a token at once.")

    @Argument(help: "What it is called.")
    var name: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let tokens = try await context.accessPlace.write { access in
            try access.remove(token: name)
            return access.tokens
        }
        return Answer(Document(tokens: tokens, asOf: context.today), lines: ["Token \(name) lets nobody in any more."])
    }
}
