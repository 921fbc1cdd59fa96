import Foundation
import PostgresTestServer
import ProgramSupport
import Testing

@Suite("Programs, sessions and servers that are killed while a household is on a server")
struct ServerKillTests {
    /// How many times something is killed: `CST_SERVER_KILLS`.
    private static let kills = ProcessInfo.processInfo.environment["CST_SERVER_KILLS"].flatMap { Int($0) } ?? 7

    /// The commands, by what they do to the deposits.
    private enum Command: CaseIterable {
        case deposit, undo, backup, restore, prepare, upgrade, move
    }

    /// What is killed.
    private enum Victim: CaseIterable { case program, session, server }

    /// One household, and the notes of its deposits.
    private final class Trial {
        let server: PostgresTestServer
        let folder: ProgramFolder
        let address: String
        var deposits: Set<String> = []
        var saved: Set<String> = []
        /// The file that the household is in; nil while it is on the server.
        var file: String?
        var number = 0

        init() async throws {
            (server, folder) = (try PostgresTestServer(), try ProgramFolder())
            address = "postgresql://cst_owner@\(server.folder.replacing("/", with: "%2F"))/cst"
            for words in [["store", "prepare"], ["add", "Savings", "--currency", "EUR"], ["backup", "whole"]] {
                let told = try await run(words)
                try #require(told.status == 0, "\(told.errors)")
            }
        }

        /// The file to which it moves next.
        var target: String { folder.url.appending(path: "moved\(number).sqlite").path }

        var environment: [String: String] {
            file.map { ["CST_DATA": $0] }
                ?? [
                    "CST_PERSISTENCE_PROVIDER": "postgres", "CST_PERSISTENCE_POSTGRES_ADDRESS": address,
                    "CST_PERSISTENCE_POSTGRES_WAIT": "60",
                ]
        }

        func run(_ words: [String]) async throws -> ProgramResult {
            try await folder.run("cst-assets", words, environment: environment)
        }

        func words(of command: Command) -> [String] {
            switch command {
            case .deposit: ["deposit", "Savings", "1", "--note", "n\(number)"]
            case .undo: ["undo"]
            case .backup: ["backup", "whole", "--force"]
            case .restore: ["restore", "whole", "--yes", "--force"]
            case .prepare: ["store", "prepare"]
            case .upgrade: ["store", "upgrade"]
            case .move: ["store", "move", "--to", file == nil ? target : address]
            }
        }

        /// Runs a command and kills something meanwhile; whether it said that it was done.
        func run(_ command: Command, killing victim: Victim) async throws -> Bool {
            let process = Process()
            process.executableURL = try ProgramFolder.path(of: "cst-assets")
            process.arguments = words(of: command)
            process.currentDirectoryURL = folder.url
            process.environment = folder.environment.merging(environment) { _, own in own }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.start()
            usleep(UInt32.random(in: 20_000...400_000))
            switch victim {
            case .program: kill(process.processIdentifier, SIGKILL)
            case .session:
                // It may be over by now.
                _ = try? server.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'cst_owner'")
            case .server: try server.killAndRestart()
            }
            process.waitUntilExit()
            return process.terminationReason == .exit && process.terminationStatus == 0
        }

        func seen() async throws -> Set<String> {
            let told = try await run(["transactions", "Savings", "--format", "csv"])
            try #require(told.status == 0, "\(told.errors)")
            let notes = told.output.matches(of: #/\bn\d+\b/#).map { String($0.output) }
            #expect(Set(notes).count == notes.count, "a deposit is there twice")
            return Set(notes)
        }

        /// Holds what is there against what may be.
        func check(_ command: Command, isDone: Bool, _ text: String) async throws {
            switch command {
            case .move:
                // The same again goes on where it was not done yet; from where nothing is any more, nothing moves.
                let again = isDone ? nil : try await run(words(of: command))
                file = file == nil ? target : nil
                #expect(try await seen() == deposits, "\(text) \(again?.errors ?? "")")
            case .deposit:
                let seen = try await seen()
                #expect(seen == deposits.union(["n\(number)"]) || !isDone && seen == deposits, "\(text)")
                deposits = seen
            case .undo:
                let seen = try await seen()
                #expect(seen.symmetricDifference(deposits).count <= 1, "\(text)")
                deposits = seen
            case .restore:
                let seen = try await seen()
                #expect(seen == saved || !isDone && seen == deposits, "\(text)")
                deposits = seen
            case .backup, .prepare, .upgrade:
                #expect(try await seen() == deposits, "\(text)")
                if command == .backup {
                    // It holds the one or the other.
                    if !isDone { #expect(try await run(words(of: command)).status == 0, "\(text)") }
                    saved = deposits
                }
            }
            if file == nil {
                let checked = try await run(["store", "check"])
                #expect(checked.status == 0 && checked.output.contains("is whole: "), "\(text): \(checked.errors)")
            }
        }
    }

    @Test func `what was done is there, once, and every household is whole`() async throws {
        let seed = ProcessInfo.processInfo.environment["CST_TEST_SEED"].flatMap { Int($0) } ?? .random(in: 0...999)
        let trial = try await Trial()
        var kills = 0
        while kills < Self.kills {
            var command = Command.allCases[kills % Command.allCases.count]
            // In a file there is nothing to prepare.
            if trial.file != nil, [.prepare, .upgrade].contains(command) { command = .move }
            // Where no deposit was made, an undo would take the asset.
            if command == .undo, trial.deposits.isEmpty { command = .deposit }
            let victim = Victim.allCases[(seed + kills / Command.allCases.count + kills) % Victim.allCases.count]
            trial.number += 1
            let isDone = try await trial.run(command, killing: victim)
            try await trial.check(command, isDone: isDone, "\(command), \(victim), kill \(kills), seed \(seed)")
            kills += 1
        }
        print("\(kills) kills, seed \(seed): \(trial.deposits.count) deposits are there")
    }
}
