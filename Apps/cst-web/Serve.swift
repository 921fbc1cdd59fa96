import ArgumentParser
import CommandSupport
import Foundation
import Logging
import Models
import NIOCore
import Persistence
import Presentation
import SavingsViews
import ServiceLifecycle
import WebPages

/// Shows the dashboard until it is ended.
struct Serve: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show goals, assets and plans in the browser until you end it with Ctrl-C.",
        discussion: """
            Prints an address that lets one browser in, once, for ten minutes.
              cst-web serve
              cst-web serve --port 9000 --no-open
              cst-web serve --demo
            """)

    @Option(help: ArgumentHelp("The port; the next free one from 8765 on if none is given.", valueName: "number"))
    var port: Int?

    @Option(help: ArgumentHelp("The address to listen on: 127.0.0.1 or ::1.", valueName: "address"))
    var bind = "127.0.0.1"

    @Flag(inversion: .prefixedNo, help: "Open the browser; without either, where there is one.")
    var open: Bool?

    @Flag(help: "Show sample goals, kept in memory alone.")
    var demo = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if let port, !(1...65_535).contains(port) { throw ValidationError("--port has to be from 1 to 65535.") }
        guard ["127.0.0.1", "::1", "localhost"].contains(bind) else {
            throw ValidationError(
                "The dashboard answers to this machine alone: '\(bind.printable)' is not 127.0.0.1 or ::1. "
                    + "From another machine, forward the port: ssh -L 8765:127.0.0.1:8765 HOST")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let household = Household(context, demo: demo ? try await Services.demo(context) : nil)
        // What is wrong with the database or the settings is told now, not on the first page.
        _ = try await household.services().store.read { try $0.revision() }
        let address = bind == "localhost" ? "127.0.0.1" : bind
        var port = try FreePort.find(address, wanted: port, from: 8765)
        while true {
            do {
                let url = try await serve(household, address, port, context)
                return Answer(Document(server: url, asOf: context.today), lines: [])
            } catch let error as IOError where error.errnoCode == EADDRINUSE && self.port == nil {
                // Another program was faster.
                port = try FreePort.find(address, wanted: nil, from: port + 1)
            }
        }
    }

    /// Serves until a signal comes, and gives the address.
    private func serve(
        _ household: Household, _ address: String, _ port: Int, _ context: CommandContext
    ) async throws -> String {
        let sessions = Sessions(now: { context.presentInstant })
        let app = WebApp(
            context: context, household: household, sets: FigureSets(household, context),
            door: Door(sessions: sessions, port: port), events: EventHub(), metrics: Metrics(), isDemo: demo)
        let host = address == "::1" ? "[::1]" : address
        let url = "http://\(host):\(port)/open?token=\(await sessions.newStart())"
        let server = WebServer(app: app, log: RequestLog(isOn: global.verbose, context: context))
        let opens = open ?? context.hasDisplay
        let service = server.service(address: address, port: port) {
            try? context.show(Answer(Document(server: url, asOf: context.today), lines: [url]))
            if opens { Browser.open(url) }
        }
        var logger = Logger(label: "web")
        logger.logLevel = .critical
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service), .init(service: Watch(app: app))], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        context.endGently { Task { await group.triggerGracefulShutdown() } }
        do { try await group.run() } catch is CancellationError {}
        return url
    }
}

/// Keeps pages up to date while the server runs.
private struct Watch: Service {
    let app: WebApp

    func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            await app.events.watch(app.sets)
        } onCancelOrGracefulShutdown: {
            Task { await app.events.stop() }
        }
    }
}
