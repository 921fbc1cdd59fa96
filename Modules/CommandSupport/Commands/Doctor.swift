public import ArgumentParser
import Foundation
public import PluginKit
public import Presentation
import ProgramSettings
public import Values

/// Checks every service of the program.
public struct Doctor: ProgramCommand {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the database and every source of rates and balances.",
        discussion: "Ends with status 1 when something has failed.")

    /// The options that every command has.
    @OptionGroup(title: "Options of every command")
    public var global: GlobalOptions

    static let document = DocumentShape<(services: [ServiceHealth], isHealthy: Bool)>(
        "doctor", "How every service is.", main: "services",
        Shape(.value("healthy", \.isHealthy), .list("services", ServiceHealth.shape, \.services)))

    /// A command without options.
    public init() {}

    /// Asks every service how it is, each with a time limit.
    ///
    /// - Throws: ``ContainerError`` when the program is put together wrongly.
    public func answer(in context: CommandContext) async throws -> Answer {
        let report = try await context.health(limit: .seconds(5))
        let failed = report.rows.contains { if case .failed = $0.status { true } else { false } }
        let services = report.rows.map(ServiceHealth.init)
        var table = TextTable([
            .init("SERVICE"), .init("PROVIDER"), .init("STATUS"), .init("TIME", .right),
            .init("DETAIL", isFlexible: true),
        ])
        for service in services { table.add(service.cells) }
        let document = Document(
            health: report, asOf: context.today, warnings: context.settings.ignored.map(\.warning))
        return Answer(
            document, lines: table.lines(width: context.width, style: context.style),
            status: failed ? .outside : nil)
    }
}

extension Document {
    /// How every service is.
    public init(health report: HealthReport, asOf day: CalendarDay, warnings: [Warning] = []) {
        self.init(
            Doctor.document, (report.rows.map(ServiceHealth.init), report.isHealthy), asOf: day, warnings: warnings)
    }
}

/// One service's health as it is shown.
struct ServiceHealth: Sendable {
    private let row: HealthReport.Row
    private let status: Status
    private let emphasis: TextStyle.Emphasis
    private let detail: String?
    private let since: Date?

    private enum Status: String, DocumentChoice {
        case healthy
        case degraded
        case failed
    }

    static let shape = Shape<ServiceHealth>(
        .value("key", \.row.key), .value("provider", \.row.provider), .value("status", \.status),
        .value("detail", \.detail), .value("since", \.since), .value("latencyMs", \.row.latencyMs))

    init(_ row: HealthReport.Row) {
        self.row = row
        (status, emphasis, detail, since) =
            switch row.status {
            case .healthy: (.healthy, .good, nil, nil)
            case .degraded(let detail, let since): (.degraded, .attention, detail, since)
            case .failed(let detail, let since): (.failed, .bad, detail, since)
            }
    }

    var cells: [TextTable.Cell] {
        [
            .init(row.key), .init(row.provider), .init(status.rawValue, emphasis),
            .init(row.latencyMs.map { "\($0) ms" } ?? ""), .init(detail ?? ""),
        ]
    }
}
