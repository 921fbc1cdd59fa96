import ArgumentParser
import Foundation
import HTTPTypes
import HouseholdFeatures
import Persistence
import ProgramSupport
import SavingsWeb
import Testing

@testable import CommandSupport
@testable import WebApplication
@testable import WebServer

/// A dashboard in this process: the application of `cst-web` with the settings of a folder, without a server.
final class LocalDashboard: Dashboard {
    let port = 8765
    let start: String
    private let app: WebApp
    private let watch: Task<Void, Never>
    private let context: CommandContext
    /// Goes with the dashboard that works in it.
    private let folder: ProgramFolder

    /// - Parameters:
    ///   - environment: the variables besides those of the folder.
    ///   - day: the day of the answers, as `--as-of` has it.
    ///   - proxy: the address of a proxy in front, as `--behind-proxy` has it.
    ///   - more: sections beside that of savings.
    init(
        _ folder: ProgramFolder, environment: [String: String] = [:], asOf day: String? = nil,
        behind proxy: String? = nil, isDemo: Bool = false, isReadOnly: Bool = false, more: [Section] = []
    ) async throws {
        self.folder = folder
        context = try Self.context(folder, environment, asOf: day)
        let sections = try WebSettings.chosen(among: [.savings()] + more, context.settings)
        let sample = isDemo ? try await ServiceHost.sample(context, sections) : nil
        let notes: any SharedNotes = isDemo ? MemoryNotes() : try await context.make({ $0 }, .sharedNotes)
        app = try await WebApp(
            context, title: "Savings", host: ServiceHost(context, sections, demo: sample), sections: sections,
            people: try await AccessList(context.place(among: notes)), notes: notes,
            place: AccessPolicy.Place(
                port: port, address: try proxy.map { try #require(PublicAddress(argument: $0)) }, isSecure: false,
                proxies: proxy == nil ? nil : try WebSettings.trustedProxies(context.settings)),
            isReadOnly: isReadOnly, isDemo: isDemo)
        start = "http://127.0.0.1:\(port)/open?token=\(try await app.policy.sessions.newStart())"
        let app = app
        watch = Task { await app.watch() }
    }

    /// The context with which `cst-web` starts in a folder.
    static func context(
        _ folder: ProgramFolder, _ environment: [String: String] = [:], asOf day: String? = nil
    ) throws -> CommandContext {
        let options = try GlobalOptions.parse(day.map { ["--as-of", $0] } ?? [])
        let dashboard = Feature(plugins: { _ in [WebSettings()] })
        let program = Program(
            name: "cst-web", features: .household(isServer: true) + [.reminders, dashboard], clock: { Date() })
        setenv("TZ", "UTC", 1)
        return try program.context(
            options, environment: folder.environment.merging(environment) { _, own in own }, arguments: ["serve"],
            output: OutputWriter(options: options, program: program.name))
    }

    deinit {
        watch.cancel()
        let (app, composition) = (app, context.composition)
        Task {
            await app.stop()
            _ = try? await composition.close()
        }
    }

    func ask(
        _ method: String, _ path: String, _ headers: [(String, String)], host: String?, body: String?
    ) async throws -> DashboardAnswer {
        try await ask(method, path, headers, host: host, bytes: body.map { Array($0.utf8) })
    }

    /// The same for bytes that are no text.
    func ask(
        _ method: String, _ path: String, _ headers: [(String, String)], host: String? = nil, bytes body: [UInt8]?
    ) async throws -> DashboardAnswer {
        let answer = try await respond(method, path, headers, host: host, bytes: body)
        try #require(answer.events == nil, "Events go on: listen to them.")
        return DashboardAnswer(
            status: answer.status.code, headers: answer.headers.map { ($0.name.rawName, $0.value) },
            body: String(decoding: answer.body, as: UTF8.self))
    }

    /// The events that a page hears which is open from now on.
    func listen(_ path: String, _ headers: [(String, String)]) async throws -> AsyncStream<String> {
        try #require(await respond("GET", path, headers, host: nil, bytes: nil).events)
    }

    private func respond(
        _ method: String, _ path: String, _ headers: [(String, String)], host: String?, bytes body: [UInt8]?
    ) async throws -> WebResponse {
        var head = HTTPRequest(
            method: try #require(HTTPRequest.Method(rawValue: method)), scheme: "http",
            authority: host ?? "127.0.0.1:\(port)", path: path)
        for (name, value) in headers {
            head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        if let body { head.headerFields[.contentLength] = "\(body.count)" }
        let pieces = AsyncStream<[UInt8]> { stream in
            if let body { stream.yield(body) }
            stream.finish()
        }
        return await app.respond(to: head, body: pieces, peer: "127.0.0.1").0
    }
}
