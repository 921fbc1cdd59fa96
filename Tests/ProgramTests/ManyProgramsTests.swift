import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Programs that ask for the same at one time, as a status bar, a script and a person do.
struct ManyProgramsTests {
    @Test func `twenty programs on a cold cache have twenty answers out of one request to each provider`() async throws
    {
        let servers = try RateServers { server in
            let body =
                server == .ecb ? server.body("1.25") : server.body(server == .coingecko ? "70000" : "\"0.0000125\"")
            // Slow enough that all of them want it before it is there.
            return { _, _ in .dripping(body: Data(body.utf8), pauseMilliseconds: 4) }
        }
        let folder = try ProgramFolder()
        let environment = servers.environment([.ecb, .coingecko]).merging(["CST_NETWORK_BUDGET": "50s"]) { $1 }
        let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await folder.run(
                        "cst-rates", ["get", "BTC", "EUR", "--format", "json", "--strict"], environment: environment)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for result in results {
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            let document = try JSONNode(parsing: result.output)
            #expect(document["rate"]?.text == "56000")
            #expect(["live", "cached"].contains(document["state"]?.text))
        }
        #expect(results.count == 20)
        #expect(servers.requests(.ecb).count == 1)
        #expect(servers.requests(.coingecko).count == 1)
    }

    @Test func `after an interrupted run the next one asks at once`() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let servers = try RateServers { server in
            { _, index in
                asked.continuation.yield()
                return server == .coingecko && index == 0 ? .silence : server.usualAnswer
            }
        }
        let folder = try ProgramFolder()
        let environment = servers.environment([.coingecko]).merging(["CST_NETWORK_BUDGET": "300s"]) { $1 }
        let first = try folder.starting("cst-rates", ["get", "BTC", "USD"], environment: environment)
        for await _ in asked.stream { break }
        kill(first.processIdentifier, SIGINT)
        first.waitUntilExit()
        #expect(first.terminationStatus == 130)
        let second = try await folder.run("cst-rates", ["get", "BTC", "USD", "--strict"], environment: environment)
        #expect(second.status == 0 && second.output.hasPrefix("70000\n"), "\(second.output)\(second.errors)")
    }

    @Test func `a key that was put right is tried at once`() async throws {
        let servers = try RateServers { server in
            { request, _ in
                request.headers["x-cg-demo-api-key"] == "right"
                    ? server.usualAnswer
                    : .text(#"{"status":{"error_code":10002,"error_message":"Wrong key"}}"#, status: 401)
            }
        }
        let folder = try ProgramFolder()
        func get(_ key: String) async throws -> ProgramResult {
            try await folder.run(
                "cst-rates", ["get", "BTC", "USD"],
                environment: servers.environment([.coingecko]).merging(
                    ["CST_EXCHANGE_RATES_COINGECKO_API_KEY": key]) { $1 })
        }
        #expect(try await get("wrong").output.contains("did not accept the API key"))
        #expect(try await get("wrong").output.contains("Requested 0 s ago: coingecko did not accept the API key"))
        #expect(servers.requests(.coingecko).count == 1)
        #expect(try await get("right").output.hasPrefix("70000\n"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted program takes its external program and that one's children with it`(signal: Int32) async throws
    {
        let folder = try ProgramFolder()
        let note = folder.url.appending(path: "note").path
        let script = try folder.write(
            "#!/bin/sh\nsleep 900 &\necho $$ $! > '\(note).draft'\nmv '\(note).draft' '\(note)'\nwait\n", to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let run = try folder.starting(
            "cst-rates", ["get", "BTC", "USD"],
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "exec", "CST_EXCHANGE_RATES_EXEC_COMMAND": script,
                "CST_NETWORK_OFFLINE": "false", "CST_NETWORK_BUDGET": "300s",
            ])
        while !FileManager.default.fileExists(atPath: note) { await Task.yield() }
        let numbers = try String(contentsOfFile: note, encoding: .utf8).split(whereSeparator: \.isWhitespace)
            .compactMap { Int32($0) }
        #expect(numbers.count == 2)
        kill(run.processIdentifier, signal)
        run.waitUntilExit()
        #expect(run.terminationStatus == (signal == SIGINT ? 130 : SIGTERM))
        #expect(run.terminationReason == (signal == SIGINT ? .exit : .uncaughtSignal))
        // Whoever collects orphans may take a moment.
        for number in numbers { while Self.runs(number) { await Task.yield() } }
    }

    /// Whether a process is there and has not ended.
    private static func runs(_ number: Int32) -> Bool {
        guard kill(number, 0) == 0 else { return false }
        let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        return state.map { !$0.contains(") Z ") } ?? true
    }
}

extension ProgramFolder {
    /// A program that was started and goes on.
    fileprivate func starting(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws -> Process {
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: program)
        process.arguments = arguments
        process.currentDirectoryURL = url
        process.environment = self.environment.merging(environment) { _, own in own }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        return process
    }
}
