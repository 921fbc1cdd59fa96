public import ArgumentParser
import Persistence
import Presentation
import Values

/// Writes everything into one file.
public struct Backup: ProgramCommand, WritingCommand {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write everything into one file, read back before it counts as done.",
        discussion: """
            Programs may go on working meanwhile. With a passphrase the file is encrypted, and without that \
            passphrase nobody can read it again: --passphrase-file or the variable CST_PASSPHRASE is enough, --encrypt asks \
            for one.
              cst-assets backup cst-2026-05.backup
              cst-assets backup /media/usb/cst.backup --encrypt --force
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @Flag(help: "Encrypt; the passphrase is asked for, unless it comes from a file or the environment.")
    var encrypt = false

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
        if file == "-" {
            throw ArgumentParser.ValidationError("A backup is written to a file, not to standard output.")
        }
    }

    /// Writes the backup.
    ///
    /// - Throws: ``BackupError``, ``StoreError``.
    public func answer(in context: CommandContext) async throws -> Answer {
        let prompts = encrypt && !dryRun ? ["Passphrase: ", "Once more: "] : []
        let outcome = try await context.make({ $0 }, .backup).backup(
            to: file, replacing: force, context.call
        ) { @Sendable [secret] in try context.passphrase(secret, asking: prompts) }
        let document = Document(backup: outcome.value, path: file, warnings: outcome.warnings, asOf: context.today)
        guard let summary = outcome.value else { return Answer(document, lines: ["Would back up to \(file)."]) }
        return Answer(
            document,
            lines: [
                "Backed up to \(file): \(summary.contents).",
                "\(summary.bytes) bytes, \(summary.isEncrypted ? "encrypted" : "not encrypted"), read back and compared.",
            ])
    }
}
