import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import PersistenceSQLite
import Presentation

/// Puts a backup in the place of the database.
struct Restore: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the database; the file that is replaced is kept.",
        discussion: """
            The backup is read to its last row first; when anything is wrong with it, nothing is changed. No other program \
            may be using the database. The replaced file is kept beside it, as cst-replaced-20260520T081530Z.sqlite.
              cst-assets restore cst-2026-05.backup
              ssh server cat cst.backup | cst-assets restore - --yes
            """)

    @Argument(help: "The backup; - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Restore although what is replaced holds changes that the backup does not, or is no database.")
    var force = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var secret: PassphraseOptions

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] + (secret.passphraseFile.map { [$0] } ?? []) }

    func validate() throws {
        if file == "-", secret.passphraseFile == "-" {
            throw ValidationError("The backup and the passphrase cannot both come from standard input.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let path = try SQLitePlugin.file(context.settings)
        guard let path else { throw CommandError.keptInMemory }
        try context.confirm("Put \(file) in the place of \(path)?", yes: yes || dryRun)
        do {
            return try await withFile { backup in
                let prompts = SQLiteStore.isEncrypted(backup: backup) ? ["Passphrase: "] : []
                let done = try await SQLiteStore.restore(
                    from: backup, named: file == "-" ? "standard input" : file, to: path,
                    passphrase: try context.passphrase(secret, asking: prompts),
                    at: context.now, force: force, dryRun: dryRun)
                return answer(done, to: path, in: context)
            }
        } catch let error as BackupError {
            throw CommandError(error)
        }
    }

    private func answer(_ done: Restoration, to path: String, in context: CommandContext) -> Answer {
        if dryRun { context.note("Dry run: nothing was written.") }
        let newest = done.summary.newest.map { ", the newest of \($0.formatted(.iso8601))" } ?? ""
        var lines = ["\(dryRun ? "Would restore" : "Restored") \(file): \(done.summary.contents)\(newest)."]
        if let replaced = done.replaced {
            lines.append("The database that was there \(dryRun ? "would be" : "is") kept as \(replaced).")
        }
        return Answer(
            Document(restored: done, from: file, to: path, isDone: !dryRun, asOf: context.today), lines: lines)
    }

    /// Hands the backup's path to `body`: for standard input, that of a file of the user alone for as long as it takes.
    private func withFile(_ body: (String) async throws -> Answer) async throws -> Answer {
        guard file == "-" else { return try await body(file) }
        let path = FileManager.default.temporaryDirectory.appending(path: "cst-restore-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let spool = FileHandle(forWritingAtPath: path)
        else { throw StoreError.readOnly(path: path) }
        do {
            while let part = try FileHandle.standardInput.read(upToCount: 1 << 20), !part.isEmpty {
                try spool.write(contentsOf: part)
            }
            try spool.close()
        } catch CocoaError.fileWriteOutOfSpace {
            throw StoreError.full(path: path)
        } catch {
            throw StoreError.unusable(path: "standard input", detail: "it could not be copied to \(path)")
        }
        return try await body(path)
    }
}
