import Foundation
import Models
import Persistence
import PersistenceSQLite
import PluginKit
import StoreSamples
import TestSupport

/// Kills programs at random instants while two of them write into one database, and checks after every kill that the
/// database is whole, that it holds whatever a program had said it did, and nothing by half.
///
/// Usage: kill-programs FOLDER-OF-PROGRAMS KILLS [SEED]
@main
struct KillPrograms {
    /// A new database every so many kills keeps the checks short.
    private static let killsPerDatabase = 100

    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let wanted = Int(arguments[2]), wanted > 0 else {
            FileHandle.standardError.write(Data("usage: kill-programs FOLDER-OF-PROGRAMS KILLS [SEED]\n".utf8))
            exit(64)
        }
        let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : UInt64.random(in: 0...999_999)
        print("seed \(seed)")
        let clock = ContinuousClock.now
        var generator = SeededGenerator(seed: seed)
        var (kills, commands, kept, silent) = (0, 0, 0, 0)
        while kills < wanted {
            let trial = try Trial(programs: URL(fileURLWithPath: arguments[1]))
            try trial.begin()
            let end = min(wanted, kills + killsPerDatabase)
            while kills < end {
                kills += try trial.round(using: &generator)
                try await trial.check()
                // Upgrades and restorations are of files of their own.
                guard kills < end, Int.random(in: 0..<3, using: &generator) == 0 else { continue }
                kills += try await trial.replacement(using: &generator)
            }
            try trial.end()
            (commands, kept) = (commands + trial.commands, kept + trial.acknowledged.count)
            silent += trial.silent
        }
        let seconds = (ContinuousClock.now - clock).components.seconds
        print(
            "\(kills) kills among \(commands) commands: all \(kept) that had answered are there, and \(silent) that were "
                + "killed between writing and answering; \(seconds) s")
    }
}

/// One database and what has been done to it.
private final class Trial {
    struct ValidationIssue: Error, CustomStringConvertible { let description: String }

    private(set) var commands = 0
    /// The commands that had answered, by the path of their answer, which stands in the journal.
    private(set) var acknowledged: Set<String> = []
    /// How many commands wrote and were killed before they could answer.
    private(set) var silent = 0
    private let programs: URL
    private let folder: URL
    /// How long a command takes that is left alone, in seconds.
    private var duration = 0.1

    init(programs: URL) throws {
        self.programs = programs
        folder = FileManager.default.temporaryDirectory.appending(path: "cst-kill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Some goals and assets to work on.
    func begin() throws {
        for number in 0..<3 {
            try finish("cst-plan goal add Goal\(number) --target 5000 --currency EUR --deadline 2027-06-30")
            try finish("cst-assets add Asset\(number) --currency EUR")
        }
    }

    /// Runs both programs at once and kills one or both; gives the number of kills that hit.
    func round(using generator: inout SeededGenerator) throws -> Int {
        let (plan, assets) = (command(Trial.planCommands, &generator), command(Trial.assetCommands, &generator))
        // Every tenth pair begins a new day, which begins with a copy.
        let runs = try [plan, assets].map { try start($0, day: commands / 20) }
        let isAlone = Int.random(in: 0..<8, using: &generator) == 0
        var instants = runs.map { _ in Double.random(in: 0.2 * duration...2 * duration, using: &generator) }
        if isAlone { instants[0] = .infinity }
        let begin = ContinuousClock.now
        for index in instants.indices.sorted(by: { instants[$0] < instants[$1] }) where instants[index] < .infinity {
            let wait = begin + .seconds(instants[index]) - ContinuousClock.now
            if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
            kill(runs[index].process.processIdentifier, SIGKILL)
        }
        for run in runs { run.process.waitUntilExit() }
        if isAlone { duration = (9 * duration + (ContinuousClock.now - begin) / .seconds(1)) / 10 }
        for run in runs { try note(run) }
        return runs.count { $0.process.terminationReason == .uncaughtSignal }
    }

    /// Holds the database against its journal, and the journal against what was acknowledged.
    func check() async throws {
        let path = folder.appending(path: "cst.sqlite").path
        let store = try SQLiteStore(path: path, kinds: .samples, now: { Date() })
        let health = await store.health()
        guard health == .healthy else { throw issue("\(health)") }
        let (contents, journal) = try await store.read { (try Contents($0), try $0.journal(of: nil, limit: nil)) }
        try store.close()
        var records: [EntityKey: Record] = [:]
        for change in journal.reversed().flatMap(\.changes) {
            guard let key = (change.after ?? change.before)?.key, records[key] == change.before else {
                throw issue("the journal contradicts itself at \(change)")
            }
            records[key] = change.after
        }
        guard records == contents.records else { throw issue("the rows are not what the journal makes of them") }
        let answers = journal.compactMap { $0.origin.command.split(separator: " ").last.map(String.init) }
        guard Set(answers).count == answers.count else { throw issue("a command was written twice") }
        silent = answers.count { !acknowledged.contains($0) && !FileManager.default.fileExists(atPath: $0) }
        let lost = acknowledged.subtracting(answers)
        guard lost.isEmpty else { throw issue("lost: \(lost.sorted().joined(separator: ", "))") }
    }

    /// Kills a program while it brings an old file up to date, or puts a backup in the place of a file: afterwards the file
    /// has to be whole and hold the one or the other.
    func replacement(using generator: inout SeededGenerator) async throws -> Int {
        let path = folder.appending(path: "other.sqlite").path
        let isUpgrade = Bool.random(using: &generator)
        if isUpgrade {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try FileManager.default.copyItem(atPath: Trial.oldFile, toPath: path)
        }
        let backup = folder.appending(path: "whole.backup").path
        if !FileManager.default.fileExists(atPath: backup) { try finish("~cst-assets backup \(backup)") }
        let run = try start(
            isUpgrade
                ? "~cst-plan goal list --data \(path)"
                : "~cst-assets restore \(backup) --force --yes --data \(path)", day: 0)
        usleep(UInt32(Double.random(in: 0.2 * duration...1.5 * duration, using: &generator) * 1_000_000))
        kill(run.process.processIdentifier, SIGKILL)
        run.process.waitUntilExit()
        try note(run)
        if FileManager.default.fileExists(atPath: path) {
            let store = try SQLiteStore(path: path, kinds: .samples, now: { Date() })
            let health = await store.health()
            guard health == .healthy else {
                throw issue("\(health) after \(isUpgrade ? "an upgrade" : "a restoration")")
            }
            let goals = try await store.read { try $0.all(Goal.self).count }
            try store.close()
            guard goals >= 2 else { throw issue("\(goals) goals are left") }
        }
        return run.process.terminationReason == .uncaughtSignal ? 1 : 0
    }

    /// The programs find nothing wrong either.
    func end() throws {
        for program in ["cst-plan", "cst-assets"] {
            let run = try start("\(program) doctor", day: 0)
            run.process.waitUntilExit()
            guard run.process.terminationStatus == 0 else { throw issue("\(program) doctor is not content") }
        }
        try FileManager.default.removeItem(at: folder)
    }

    // MARK: - Commands

    /// A file of the second layout, seen from the root of the repository.
    private static let oldFile = "Tests/PersistenceSQLiteTests/Fixtures/v2.sqlite"

    // A command with ~ may find nothing to change, and then has an answer and no entry in the journal.
    private static let planCommands = [
        "goal add Goal# --target 900 --currency EUR --deadline 2027-01-31", "goal edit Goal1 --target #.25",
        "goal edit Goal0 --description d#", "~skip Goal1", "protect Goal2 --custom 0.#", "~flexible Goal1",
        "~flex --factor 0.9 --save", "goal pause Goal0", "goal resume Goal0", "undo", "undo --redo",
        "goal delete Goal# --yes", "month start", "month close", "month undo",
    ]
    private static let assetCommands = [
        "add Asset# --currency EUR", "deposit Asset1 #", "deposit Asset0 #.5 --note n#", "withdraw Asset1 0.#",
        "allocate Asset0 Goal1 --amount 0.#", "~allocate Asset1 Goal2 --rest", "unallocate Asset0 Goal1",
        "edit Asset2 --chain c#", "undo", "undo --redo", "delete Asset# --yes", "~backup backup#",
    ]

    private func command(_ choices: [String], _ generator: inout SeededGenerator) -> String {
        let program = choices == Trial.planCommands ? "cst-plan" : "cst-assets"
        let choice = choices[Int.random(in: 0..<choices.count, using: &generator)]
        // What is deleted was added lately, if it was.
        let number =
            choice.contains("delete") ? max(10, commands - Int.random(in: 0..<20, using: &generator)) : commands
        return "\(program) \(choice.replacing("#", with: "\(number + 10)"))"
    }

    private struct Run {
        let process: Process
        let answer: String
        let errors: String
        let hasToChange: Bool
    }

    private func start(_ command: String, day: Int) throws -> Run {
        commands += 1
        let answer = folder.appending(path: "answer\(commands)").path
        let errors = folder.appending(path: "errors").path + "\(commands)"
        let words = command.replacing("~", with: "").split(separator: " ").map(String.init)
        let process = Process()
        process.executableURL = programs.appending(path: words[0])
        process.arguments = words.dropFirst() + ["--output", answer]
        process.currentDirectoryURL = folder
        let instant = Date(timeIntervalSince1970: 1_780_000_000 + 86_400 * Double(day)).formatted(.iso8601)
        process.environment = [
            "HOME": folder.path, "CST_DATA": folder.appending(path: "cst.sqlite").path, "CST_NOW": instant,
            "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_NETWORK_OFFLINE": "true",
        ]
        try Data().write(to: URL(fileURLWithPath: errors))
        process.standardError = FileHandle(forWritingAtPath: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return Run(process: process, answer: answer, errors: errors, hasToChange: !command.contains("~"))
    }

    private func finish(_ command: String) throws {
        let run = try start(command, day: 0)
        run.process.waitUntilExit()
        guard run.process.terminationStatus == 0 else { throw issue("'\(command)' failed") }
        try note(run)
    }

    /// Takes up what a program said: that it is done, or that it refused. Anything else is an issue.
    private func note(_ run: Run) throws {
        let isAnswered = FileManager.default.fileExists(atPath: run.answer)
        switch (run.process.terminationReason, run.process.terminationStatus) {
        case (.exit, 0), (.uncaughtSignal, SIGKILL):
            if isAnswered, run.hasToChange { acknowledged.insert(run.answer) }
        case (.exit, 2): break
        case (_, let status):
            let errors = (try? String(contentsOfFile: run.errors, encoding: .utf8)) ?? ""
            throw issue("'\((run.process.arguments ?? []).joined(separator: " "))' ended with \(status): \(errors)")
        }
        try? FileManager.default.removeItem(atPath: run.errors)
    }

    private func issue(_ text: String) -> ValidationIssue {
        ValidationIssue(description: "\(text) (see \(folder.path))")
    }
}
