import Foundation
import ProgramSupport
import Testing

/// What a client finds that knows only the description of the API: it sends what that allows, and much that it does not.
struct WebDescriptionTests {
    /// Runs a program of Python with the packages that read descriptions.
    private func python(_ arguments: [String], in folder: ProgramFolder) async throws -> String {
        let python = Repository.root.appending(path: ".build/web-python/bin/python").path
        let told = try await folder.run(python, arguments, limit: 900)
        try #require(told.status == 0, "\(told.output.suffix(20_000))\(told.errors.suffix(2000))")
        return told.output
    }

    /// Sends what the description allows; or goes on with what is new.
    @discardableResult
    private func explore(_ dashboard: SharedDashboard, _ choice: [String], follows: Bool = false) async throws -> String
    {
        let visitor = dashboard.visitor
        let base = "http://127.0.0.1:\(visitor.program.port)"
        let checks =
            ["not_a_server_error", "status_code_conformance", "content_type_conformance"]
            + ["response_schema_conformance"] + (follows ? ["use_after_free", "ensure_resource_availability"] : [])
        let examples = ProcessInfo.processInfo.environment["CST_EXAMPLES"] ?? "20"
        let description = try await APIDescription(dashboard, making: follows).file.path
        return try await python(
            ["-m", "schemathesis.cli", "run", description, "--url", base, "--header", "Cookie: \(visitor.cookie)"]
                + ["--header", "Origin: \(base)", "--header", "X-CSRF-Token: \(try await visitor.csrf())"] + choice
                + ["--checks", checks.joined(separator: ",")]
                + ["--phases", follows ? "stateful" : "examples,coverage,fuzzing", "--max-examples", examples]
                + ["--seed", "1", "--workers", "1", "--no-color", "--continue-on-failure"]
                + ["--suppress-health-check", "all"],
            in: dashboard.household.folder)
    }

    @Test func `the description is valid`() async throws {
        let dashboard = try await SharedDashboard.of(.rich)
        let file = try await APIDescription(dashboard).file
        let script = """
            import json, pathlib, sys
            from openapi_spec_validator import validate
            file = pathlib.Path(sys.argv[1])
            validate(json.loads(file.read_text()), base_uri=file.as_uri())
            """
        _ = try await python(["-c", script, file.path], in: dashboard.household.folder)
    }

    @Test func `what is sent by the description answers as described`() async throws {
        let dashboard = try await SharedDashboard(serving: try await Household(isRich: true))
        try await read(dashboard)
        try await followLinks(dashboard)
        try await write(dashboard)
    }

    /// Reading and trying out writes nothing.
    private func read(_ dashboard: SharedDashboard) async throws {
        let newest = try await dashboard.household.newest()
        try await explore(dashboard, ["--include-method", "GET"])
        try await explore(dashboard, ["--include-path-regex", "(preview|what-if)$"])
        #expect(try await dashboard.household.newest() == newest)
    }

    /// New things are read, changed and deleted in any order.
    private func followLinks(_ dashboard: SharedDashboard) async throws {
        let told = try await explore(dashboard, ["--mode", "positive"], follows: true)
        #expect(told.contains(#/API Links: +[1-9]/#), "nothing was gone on with")
        let laws = DocumentLaws(folder: dashboard.household.folder)
        #expect(try await laws.allocations() == [])
        #expect(try await laws.required() == [])
        let health = try await dashboard.household.document("cst-plan doctor")
        #expect(health["healthy"] == .bool(true))
    }

    /// The operations that write.
    private func write(_ dashboard: SharedDashboard) async throws {
        let newest = try await dashboard.household.newest()
        try await explore(dashboard, ["--exclude-method", "GET", "--exclude-path-regex", "(preview|what-if)$"])
        #expect(try await dashboard.household.newest() > newest)
        let told = try await dashboard.household.folder.run("cst-plan", ["required", "--format", "json"])
        #expect([0, 4].contains(told.status), "\(told.errors)")
    }
}
