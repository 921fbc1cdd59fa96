public import ArgumentParser
import Foundation
import Persistence
import Presentation
import Values

/// Puts a backup in the place of the database.
public struct Restore: ProgramCommand, WritingCommand {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
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

    /// Whether nothing is written.
    @Flag(help: "Check everything and write nothing.")
    public var dryRun = false

    /// The options that every command has.
    @OptionGroup(title: "Options of every command")
    public var global: GlobalOptions

    /// The backup and the file with the passphrase.
    public var ownFiles: [String] { [file] + (secret.passphraseFile.map { [$0] } ?? []) }

    /// A command without options.
    public init() {}

    /// Checks what can be checked without data.
    ///
    /// - Throws: What ArgumentParser turns into a usage error.
    public func validate() throws {
        if file == "-", secret.passphraseFile == "-" {
            throw ArgumentParser.ValidationError(
                "The backup and the passphrase cannot both come from standard input.")
        }
    }

    /// Restores the backup.
    ///
    /// - Throws: ``BackupError``, ``StoreError``, or what a domain refuses with whose things may not be replaced.
    public func answer(in context: CommandContext) async throws -> Answer {
        for permission in try await context.all(.changePermissions) { try permission.requireAll() }
        let backups = try await context.make({ $0 }, .backup)
        if file != "-", !FileManager.default.fileExists(atPath: file) {
            throw CommandError(
                .outside, "noBackup", "\(file) cannot be used: there is no such file.", hint: "Check the path.")
        }
        try context.confirm("Put \(file) in the place of \(backups.path)?", yes: yes || dryRun)
        let name = file == "-" ? "standard input" : file
        let outcome = try await InputFile.with(file) { backup in
            let prompts = backups.isEncrypted(backup) ? ["Passphrase: "] : []
            return try await backups.restore(
                from: backup, named: name, passphrase: try context.passphrase(secret, asking: prompts),
                force: force,
                context.call)
        }
        let done = outcome.value
        let newest = done.summary.newest.map { ", the newest of \($0.text(in: .current))" } ?? ""
        var lines = ["\(dryRun ? "Would restore" : "Restored") \(file): \(done.summary.contents)\(newest)."]
        if let replaced = done.replaced {
            lines.append("The database that was there \(dryRun ? "would be" : "is") kept as \(replaced).")
        }
        let text = lines
        return Answer(
            Document(restored: done, from: file, to: backups.path, isDone: !dryRun, asOf: context.today),
            lines: text)
    }
}
