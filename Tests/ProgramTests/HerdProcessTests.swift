import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Herds of a file that several programs write to, and that one is killed on.
struct HerdProcessTests {
    /// How often an import is killed; `Tools/test --long` sets more.
    private static let kills = ProcessInfo.processInfo.environment["CST_HERD_KILLS"].flatMap(Int.init) ?? 4
    private static let rows = 400

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    /// Starts an import into a copy of a station, and kills it when it has written so much; returns how much it had written.
    private static func importing(_ file: String, in folder: ProgramFolder, killedAt limit: Int) async throws -> Int {
        let data = folder.url.appending(path: "cst.sqlite").path
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: "cst-herd")
        process.arguments = ["import", file, "--quiet", "--data", data]
        process.currentDirectoryURL = folder.url
        process.environment = folder.environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        var written = 0
        while process.isRunning {
            written = max(written, size(data + "-wal"))
            if written >= limit { kill(process.processIdentifier, SIGKILL) }
            await Task.yield()
        }
        process.waitUntilExit()
        return written
    }

    private static func herds(in folder: ProgramFolder) async throws -> Int {
        let list = try await folder.run("cst-herd", ["list", "--all", "--format", "json"])
        return try #require(try JSONNode(parsing: list.output)["herds"]?.elements.count)
    }

    @Test func `an import that is killed enters all rows or none`() async throws {
        let folder = try ProgramFolder()
        _ = try await folder.run("cst-herd", ["holding", "add", "Home", "--currency", "AUD"])
        let mobs = (1...Self.rows).map { "Mob \($0),cattle,steer,10,300" }.joined(separator: "\n")
        let file = try folder.write("name,species,category,head,weight\n\(mobs)\n", to: "mobs.csv")
        let whole = try folder.copy()
        let most = try await Self.importing(file, in: whole, killedAt: .max)
        #expect(try await Self.herds(in: whole) == Self.rows)
        let seed = SeededGenerator.seeds[0]
        var random = SeededGenerator(seed: seed)
        var counts: Set<Int> = []
        for number in 0..<Self.kills {
            let trial = try folder.copy()
            _ = try await Self.importing(file, in: trial, killedAt: random.int(0...max(1, most)))
            let count = try await Self.herds(in: trial)
            #expect([0, Self.rows].contains(count), "seed \(seed), kill \(number): \(count) herds")
            let doctor = try await trial.run("cst-herd", ["doctor"])
            #expect(doctor.status == 0, "seed \(seed), kill \(number): \(doctor.output)\(doctor.errors)")
            // What was left by it keeps nobody from going on.
            if count == 0 { #expect(try await trial.run("cst-herd", ["import", file]).status == 0) }
            counts.insert(count)
        }
        #expect(counts.contains(0))
    }

    @Test func `programs that enter events at once lose none`() async throws {
        let folder = try ProgramFolder()
        for words in [
            ["holding", "add", "Home", "--currency", "AUD"],
            ["add", "Mob", "--species", "cattle", "--category", "cow", "--head", "100"],
        ] { #expect(try await folder.run("cst-herd", words).status == 0) }
        let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for number in 0..<8 {
                let words = number % 2 == 0 ? ["die", "Mob", "3"] : ["buy", "Mob", "5"]
                group.addTask { try await folder.run("cst-herd", words) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0.status == 0 }, "\(results.map(\.errors))")
        let events = try await folder.run("cst-herd", ["events", "Mob", "--format", "json"])
        #expect(try JSONNode(parsing: events.output)["events"]?.elements.count == 9)
        let list = try await folder.run("cst-herd", ["list", "--format", "json"])
        #expect(try JSONNode(parsing: list.output)["herds"]?.elements.first?["head"]?.text == "108")
    }
}
