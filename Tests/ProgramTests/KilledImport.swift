import Foundation
import ProgramSupport
import TestSupport
import Testing

/// An import of a file that is killed at moments of time: all rows of it are entered, or none.
struct KilledImport {
    let program: String
    let file: String
    /// The options of the import.
    var options: [String] = []
    /// How many things there are in a folder, by a command of the program.
    let count: (ProgramFolder) async throws -> Int
    /// How many there are once the import is complete; before there are none.
    let whole: Int

    /// How often an import is killed; `Tools/test --long` sets more.
    private static let kills = ProcessInfo.processInfo.environment["CST_IMPORT_KILLS"].flatMap(Int.init) ?? 4

    /// Starts an import and kills it after a time; returns how long it ran.
    private func start(in folder: ProgramFolder, killedAfter limit: Duration) async throws -> Duration {
        let process = Process()
        process.executableURL = try ProgramFolder.path(of: program)
        process.arguments =
            ["import", file, "--quiet", "--data", folder.url.appending(path: "cst.sqlite").path] + options
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

    /// Kills it again and again, each time in a copy of a folder.
    func check(in folder: ProgramFolder) async throws {
        let complete = try folder.copy()
        let length = try await start(in: complete, killedAfter: .seconds(3_600))
        #expect(try await count(complete) == whole)
        let seed = SeededGenerator.seeds[0]
        var random = SeededGenerator(seed: seed)
        var counts: Set<Int> = []
        for number in 0..<Self.kills {
            let trial = try folder.copy()
            // The first kill meets an import that has just begun, so at least one enters nothing.
            let share = number == 0 ? 0 : random.int(0...1_000)
            _ = try await start(in: trial, killedAfter: length * share / 1_000)
            let found = try await count(trial)
            #expect([0, whole].contains(found), "seed \(seed), kill \(number): \(found)")
            let doctor = try await trial.run(program, ["doctor"])
            #expect(doctor.status == 0, "seed \(seed), kill \(number): \(doctor.output)\(doctor.errors)")
            // What was left by it keeps nobody from going on.
            if found == 0 { #expect(try await trial.run(program, ["import", file] + options).status == 0) }
            counts.insert(found)
        }
        #expect(counts.contains(0))
    }
}
