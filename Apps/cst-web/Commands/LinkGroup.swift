import Allocation
import ArgumentParser
import CommandSupport
import ExchangeRates
import Foundation
import Models
import Persistence
import Presentation
import SavingsCommands
import WebAccess
import WebApplication
import WebServer

/// What shows goals to guests.
struct LinkGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make links that show goals to guests.",
        discussion: """
            A guest sees how far goals are, and nothing else: no amounts unless you say so.
              link add Grandma --goal Japan
              link add Ben --amounts --expires 30d
            """,
        subcommands: [LinkAdd.self, LinkList.self, LinkRevoke.self])
}

/// Makes a link.
struct LinkAdd: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a link, and show its address once.")

    @Argument(help: "Whom it is for.")
    var name: String

    @Option(help: ArgumentHelp("Show this goal alone.", valueName: "goal"), completion: .goalNames)
    var goal: String?

    @Flag(help: "Show amounts, too.")
    var amounts = false

    @Option(help: ArgumentHelp("How long it lasts, a year at most.", valueName: "days"))
    var expires = DayCount(days: 7)

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var id: UUID?
        if let goal {
            id = try await context.make(GoalService.init, .store, .display, .funding).goal(named: goal).id
        }
        let shown = id
        let secret = try await context.accessPlace.write { access in
            try access.add(link: name, goal: shown, showsAmounts: amounts, days: expires.days, at: context.now)
        }
        let running = RunningAddress(context).current
        let known = try WebSettings.publicURL(context.settings) ?? running
        let place = known ?? PublicAddress(host: "127.0.0.1:8765")
        context.note("It is shown this once. Other machines reach it only where the dashboard answers to them.")
        if known == nil {
            context.note(
                "No dashboard is running, and web.publicURL is not set: begin the address with that of the dashboard.")
        }
        let url = "\(place.text)/g/\(secret)"
        return Answer(Document(link: url, asOf: context.today), lines: [url])
    }
}

/// Lists links.
struct LinkList: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List links by name.")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let links = try await context.accessPlace.read().links
        var table = TextTable([
            .init("NAME", isFlexible: true), .init("SHOWS"), .init("UNTIL"), .init("FOLLOWED"),
        ])
        for link in links {
            let what = (link.goal == nil ? "all goals" : "one goal") + (link.showsAmounts ? " with amounts" : "")
            table.add([
                .init(link.name), .init(what),
                .init(link.hasEnded(context.now) ? "ended" : link.expires.text(in: .current), .weak),
                .init(link.used?.text(in: .current) ?? "never", .weak),
            ])
        }
        return Answer(
            Document(links: links, asOf: context.today),
            lines: links.isEmpty ? ["There are no links."] : table.lines(width: context.width, style: context.style))
    }
}

/// Ends a link.
struct LinkRevoke: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "End a link at once.")

    @Argument(help: "Whom it is for.")
    var name: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let links = try await context.accessPlace.write { access in
            try access.remove(link: name)
            return access.links
        }
        return Answer(
            Document(links: links, asOf: context.today), lines: ["The link for \(name) shows nothing any more."])
    }
}
