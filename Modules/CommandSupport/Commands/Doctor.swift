#if CommandLine
    public import ArgumentParser
    import Foundation
    import Models
    import PluginKit
    import Presentation

    /// Checks every service of the program.
    public struct Doctor: ProgramCommand {
        /// The command's name and help.
        public static let configuration = CommandConfiguration(
            commandName: "doctor", abstract: "Check every service: the database, each source of rates.",
            discussion: "Ends with status 1 when something has failed.")

        /// The options that every command has.
        @OptionGroup(title: "Options of every command")
        public var global: GlobalOptions

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
                "doctor", asOf: context.today, main: "services",
                body: ["services": .array(services.map(\.json)), "healthy": .bool(report.isHealthy)])
            return Answer(
                document, lines: table.lines(width: context.width, style: context.style),
                status: failed ? .outside : nil)
        }
    }

    /// One service's health as it is shown.
    private struct ServiceHealth {
        let json: JSONValue
        let cells: [TextTable.Cell]

        init(_ row: HealthReport.Row) {
            let (word, emphasis, detail, since): (String, TextStyle.Emphasis, String?, String?) =
                switch row.status {
                case .healthy: ("healthy", .good, nil, nil)
                case .degraded(let detail, let since): ("degraded", .attention, detail, since.formatted(.iso8601))
                case .failed(let detail, let since): ("failed", .bad, detail, since.formatted(.iso8601))
                }
            json = [
                "key": .string(row.key), "provider": .string(row.provider), "status": .string(word),
                "detail": JSONValue(detail), "since": JSONValue(since),
                "latencyMs": row.latencyMs.map { JSONValue($0) } ?? .null,
            ]
            cells = [
                .init(row.key), .init(row.provider), .init(word, emphasis),
                .init(row.latencyMs.map { "\($0) ms" } ?? ""), .init(detail ?? ""),
            ]
        }
    }
#endif
