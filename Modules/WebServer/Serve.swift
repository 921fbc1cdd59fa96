public import ArgumentParser
public import CommandSupport
import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import Persistence
import Presentation
import ServiceLifecycle
import Values
import WebAccess
public import WebApplication
import WebPages

/// The sections of a program, for the command that serves them.
public protocol SectionList {
    /// The name of the program that all its pages have in common: `Savings`.
    static var title: String { get }
    /// The domains that the dashboard shows, in the order of its list of pages.
    static func sections() -> [Section]
}

/// Shows the dashboard until it is ended.
public struct Serve<Sections: SectionList>: ProgramCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve", abstract: "Show the dashboard in the browser until you end it with Ctrl-C.",
            discussion: """
                Prints an address that lets one browser in, once, for ten minutes. Other
                machines reach it with a password alone, and encrypted: see 'cst-web user'.
                  cst-web serve --port 9000 --no-open
                  cst-web serve --lan
                  cst-web serve --demo
                  cst-web serve --behind-proxy https://savings.example.org
                """)
    }

    /// The command.
    public init() {}

    @Option(help: ArgumentHelp("The port; the next free one from 8765 on if none is given.", valueName: "number"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "The address to listen on, in numbers, or unix: with a path. Other machines come in only with a password.",
            valueName: "address"))
    var bind: String?

    @Flag(help: "Let phones of the same network in, with a password, encrypted; prints a code to scan.")
    var lan = false

    @Option(
        help: ArgumentHelp("The certificate with its chain, in PEM, for https.", valueName: "file"), completion: .file()
    )
    var tlsCert: String?

    @Option(help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "The address under which a proxy in front is found, as https://savings.example.org.", valueName: "url"))
    var behindProxy: PublicAddress?

    @Flag(help: "Show everything and let nobody change anything.")
    var readOnly = false

    @Flag(inversion: .prefixedNo, help: "Open the browser; without either, where there is one.")
    var open: Bool?

    @Flag(help: "Show sample data, kept in memory alone.")
    var demo = false

    /// The options of every command.
    @OptionGroup(title: "Options of every command")
    public var global: GlobalOptions

    /// The addresses by which the options have it reached. The address in a network may change from one call to the next.
    private func exposure() throws -> Exposure {
        let address = bind ?? (lan ? HomeNetwork.address() : "127.0.0.1")
        guard let address else {
            throw ValidationError(
                "This machine is in no home network now: it has no address as 192.168.1.20. Connect it to one, and start "
                    + "this again.")
        }
        return Exposure(
            bind: address, port: port, certificate: tlsCert, key: tlsKey, proxy: behindProxy, isInHomeNetwork: lan)
    }

    /// Refuses options that contradict each other.
    public func validate() throws {
        if lan, demo {
            throw ValidationError("--lan keeps a password and a certificate, and --demo keeps nothing: leave out one.")
        }
        if let contradiction = try exposure().contradiction { throw ValidationError(contradiction) }
    }

    /// Serves until a signal ends it.
    ///
    /// - Throws: errors of the settings, the database and the sockets.
    public func answer(in context: CommandContext) async throws -> Answer {
        let sections = try WebSettings.chosen(among: Sections.sections(), context.settings)
        let host = ServiceHost(
            context, sections, demo: demo ? try await ServiceHost.sample(context, sections) : nil)
        // What is wrong with the database, the settings or the log-ins is reported now, not on the first page.
        _ = try await host.services().store.read { try $0.revision() }
        let notes: any SharedNotes = demo ? MemoryNotes() : try await context.make({ $0 }, .sharedNotes)
        let access = context.place(among: notes)
        let exposure = try exposure()
        let list = try await AccessList(access)
        let publicURL = try WebSettings.publicURL(context.settings)
        let hasPeople = lan ? true : try await !list.current.people.isEmpty
        try exposure.check(hasPeople: hasPeople, publicURL: publicURL)
        try exposure.clearSocket()
        let own = lan ? try OwnCertificate(for: exposure.address, in: context.databasePath, context) : nil
        let tls = try own?.configuration ?? exposure.encryption()
        func serve(_ port: Int, _ welcome: HomeNetwork.Welcome? = nil) async throws -> Answer {
            try await self.serve(host, sections, list, notes, exposure, port, tls, welcome, context)
        }
        guard exposure.socketPath == nil else { return try await serve(80) }
        // Whoever forwards to a port has to find the program there.
        let wanted = port ?? (exposure.isLocal ? nil : 8765)
        var port = try FreePort.find(exposure.address, wanted: wanted, from: 8765)
        // Only now, when nothing else can fail: a password that was made is shown this once.
        let owner = own == nil ? nil : try await HomeNetwork.firstOwner(in: access, context)
        let welcome = own.map { HomeNetwork.Welcome(owner: owner, fingerprint: $0.fingerprint) }
        while true {
            do {
                return try await serve(port, welcome)
            } catch let error as IOError where error.errnoCode == EADDRINUSE && wanted == nil {
                // Another program was faster.
                port = try FreePort.find(exposure.address, wanted: nil, from: port + 1)
            }
        }
    }

    /// Serves until a signal comes, and gives the address.
    private func serve(
        _ host: ServiceHost, _ sections: [Section], _ list: AccessList, _ notes: any SharedNotes,
        _ exposure: Exposure, _ port: Int, _ tls: TLSConfiguration?, _ welcome: HomeNetwork.Welcome?,
        _ context: CommandContext
    ) async throws -> Answer {
        let name = exposure.address.contains(":") ? "[\(exposure.address)]" : exposure.address
        let bound = PublicAddress(host: "\(name):\(port)", isSecure: tls != nil)
        let publicURL = lan ? nil : try behindProxy ?? WebSettings.publicURL(context.settings)
        let place = AccessPolicy.Place(
            port: port, address: exposure.isLocal ? nil : publicURL, bound: exposure.isLocal ? [] : [bound.host],
            isSecure: tls != nil, proxies: behindProxy == nil ? nil : try WebSettings.trustedProxies(context.settings))
        let app = try await WebApp(
            context, title: Sections.title, host: host, sections: sections, people: list, notes: notes, place: place,
            isReadOnly: readOnly, isDemo: demo)
        // People with a password need no address that signs in, and a log of a service should not have one.
        let url =
            try await exposure.isLocal
            ? "\(bound.text)/open?token=\(app.policy.sessions.newStart())" : "\((publicURL ?? bound).text)/"
        let server = WebServer(app: app, log: RequestLog(isOn: global.verbose, context: context), tls: tls)
        let opens = open ?? (context.hasDisplay && exposure.isLocal)
        let path = exposure.socketPath
        let running = demo ? nil : RunningAddress(context)
        let isText = global.format == .text
        let service = try server.service(
            on: path.map { .unixDomainSocket(path: $0) } ?? .hostname(exposure.address, port: port)
        ) {
            // The proxy is of the same group.
            if let path { chmod(path, 0o660) }
            running?.note(publicURL ?? bound)
            let lines = [url] + (welcome?.lines(url, bound, context.style) ?? [])
            try? context.show(Answer(Document(server: url, asOf: context.today), lines: lines))
            // Documents for programs have no place for it.
            if !isText, let owner = welcome?.owner { context.noteAlways(owner.line) }
            if opens { Browser.open(url) }
        }
        defer {
            running?.forget()
            if let path { unlink(path) }
        }
        var logger = Logger(label: "web")
        logger.logLevel = .critical
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service), .init(service: Watch(app: app))], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        context.endGently { Task { await group.triggerGracefulShutdown() } }
        do { try await group.run() } catch is CancellationError {}
        return Answer(Document(server: url, asOf: context.today), lines: [])
    }
}

/// Keeps pages up to date while the server runs.
private struct Watch: Service {
    let app: WebApp

    func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            await app.watch()
        } onCancelOrGracefulShutdown: {
            Task { await app.stop() }
        }
    }
}
