public import ArgumentParser
import Foundation

/// Where a passphrase comes from. Never the command line itself: other users of the computer see it, and it stays in the
/// shell's history.
public struct PassphraseOptions: ParsableArguments, Sendable {
    /// The file whose first line is the passphrase; "-" for standard input.
    @Option(
        help: ArgumentHelp(
            "Take the passphrase from the first line of a file (- for standard input), not from CST_PASSPHRASE.",
            valueName: "file"),
        completion: .file())
    public var passphraseFile: String?

    /// Options without values.
    public init() {}
}

extension CommandContext {
    /// The passphrase of the file, else of the environment, else as it is typed when `prompts` are given, each of which has
    /// to be answered in the same way; nil when there is none.
    ///
    /// - Throws: ``CommandError`` when the file cannot be read, or nobody can be asked.
    public func passphrase(_ options: PassphraseOptions, asking prompts: [String]) throws -> String? {
        if let path = options.passphraseFile { return try firstLine(of: path, "passphrase") }
        // One that is set and empty is an empty passphrase, which is refused, and not none.
        if let text = terminal.environment["CST_PASSPHRASE"] { return text }
        guard !prompts.isEmpty else { return nil }
        return try typed(prompts, "passphrase", hint: "Give --passphrase-file, or set CST_PASSPHRASE.")
    }

    /// The password of the file, else as it is typed at each of `prompts` in the same way.
    ///
    /// - Throws: ``CommandError`` when the file cannot be read, or nobody can be asked.
    public func password(file: String?, asking prompts: [String]) throws -> String {
        if let file { return try firstLine(of: file, "password") }
        return try typed(prompts, "password", hint: "Give --password-file.")
    }

    /// The password as it is typed at each of `prompts` in the same way; nil where nothing is typed.
    ///
    /// - Parameter hint: how to go on where nobody can be asked.
    /// - Throws: ``CommandError`` when what is typed differs, or nobody can be asked.
    public func newPassword(asking prompts: [String], hint: String) throws -> String? {
        let password = try typed(prompts, "password", hint: hint)
        return password.isEmpty ? nil : password
    }

    private func typed(_ prompts: [String], _ what: String, hint: String) throws -> String {
        guard terminal.isInputTerminal, terminal.isErrorTerminal else {
            throw CommandError(
                .usage, "needs\(what.capitalized)", "This needs a \(what), and there is no terminal to type it.",
                hint: hint)
        }
        let typed = try terminal.secrets(prompts)
        guard let first = typed.first, Set(typed).count == 1 else {
            throw CommandError(.data, "\(what)sDiffer", "The two \(what)s differ.", hint: "Try again.")
        }
        return first
    }

    private func firstLine(of path: String, _ what: String) throws -> String {
        let longest = 1 << 16
        guard let handle = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: longest + 1),
            let line = String(bytes: data.prefix { $0 != UInt8(ascii: "\n") }, encoding: .utf8)
        else {
            throw CommandError(
                .outside, "notRead", "The \(what) file '\(path)' cannot be read as text.",
                hint: "Check its name and permissions.")
        }
        guard line.utf8.count <= longest else {
            throw CommandError(
                .data, "\(what)TooLong",
                "The first line of '\(path)' has more than \(longest) bytes, which is too long for a \(what).",
                hint: "Is this the right file?")
        }
        return line.last == "\r" ? String(line.dropLast()) : line
    }
}
