import ArgumentParser
import CommandSupport
import Foundation
import Models
import PersistenceSQLite
import Presentation

/// Writes everything into one file.
struct Backup: ProgramCommand {
    static let configuration = CommandConfiguration(
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

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] + (secret.passphraseFile.map { [$0] } ?? []) }

    func validate() throws {
        if file == "-" { throw ValidationError("A backup is written to a file, not to standard output.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        try await context.withStore { store in
            guard let store = store as? SQLiteStore else { throw CommandError.keptInMemory }
            do {
                try store.checkBackup(to: file, replacing: force)
                let prompts = encrypt ? ["Passphrase: ", "Once more: "] : []
                let passphrase = try context.passphrase(secret, asking: dryRun ? [] : prompts)
                if passphrase == "" { throw BackupError.emptyPassphrase }
                guard !dryRun else {
                    context.note("Dry run: nothing was written.")
                    return Answer(
                        Document(backup: nil, path: file, asOf: context.today),
                        lines: ["Would back up to \(file)."])
                }
                let summary = try await store.backup(to: file, passphrase: passphrase, replacing: force)
                return Answer(
                    Document(backup: summary, path: file, asOf: context.today),
                    lines: [
                        "Backed up to \(file): \(summary.contents).",
                        "\(summary.bytes) bytes, \(summary.isEncrypted ? "encrypted" : "not encrypted"), read back and compared.",
                    ])
            } catch let error as BackupError {
                throw CommandError(error)
            }
        }
    }
}
