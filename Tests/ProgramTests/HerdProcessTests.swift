import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Herds of a file that several programs write to, and that one is killed on.
struct HerdProcessTests {
    /// How often an import is killed; `Tools/test --long` sets more.
    private static let kills = ProcessInfo.processInfo.environment["CST_HERD_KILLS"].flatMap(Int.init) ?? 4
    private static let rows = 400

    /// Starts an import and kills it after a time; returns how long it ran.
    private static func importing(_ file: String, in folder: ProgramFolder, killedAfter limit: Duration) async throws
        -> Duration
    {
        let data = folder.url.appending(path: "cst.sqlite").path
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: "cst-herd")
        process.arguments = ["import", file, "--quiet", "--data", data]
        process.currentDirectoryURL = folder.url
        process.environment = folder.environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let clock = ContinuousClock()
        let begin = clock.now
        try process.start()
        while process.isRunning {
            if clock.now - begin >= limit { kill(process.processIdentifier, SIGKILL) }
            await Task.yield()
        }
        process.waitUntilExit()
        return clock.now - begin
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
        let length = try await Self.importing(file, in: whole, killedAfter: .seconds(3_600))
        #expect(try await Self.herds(in: whole) == Self.rows)
        let seed = SeededGenerator.seeds[0]
        var random = SeededGenerator(seed: seed)
        var counts: Set<Int> = []
        for number in 0..<Self.kills {
            let trial = try folder.copy()
            // The first kill meets an import that has just begun, so at least one enters nothing.
            let share = number == 0 ? 0 : random.int(0...1_000)
            _ = try await Self.importing(file, in: trial, killedAfter: length * share / 1_000)
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
