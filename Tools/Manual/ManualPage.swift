/// A man page in the macros of man(7), which groff and mandoc know.
struct ManualPage {
    let program: DumpedHelp.Command
    let version: String
    let date: String
    let seeAlso: [String]

    /// The page.
    var text: String {
        let name = program.commandName
        var lines = [
            #".TH "\#(Roff.text(name.uppercased()))" 1 "\#(date)" "CryptoSavingsTracker \#(Roff.text(version))" "User Commands""#,
            ".SH NAME", "\(Roff.text(name)) \\- \(Roff.text(program.abstract ?? ""))",
            ".SH SYNOPSIS", "\(Roff.bold(name)) [\(Roff.italic("COMMAND"))] [\(Roff.italic("OPTIONS"))]",
            ".SH DESCRIPTION",
        ]
        lines += discussion(program.discussion)
        if let standard = program.defaultSubcommand {
            lines += [".PP", "Without a command, \(Roff.bold("\(name) \(standard)")) is run."]
        }
        let commands = program.flat()
        lines.append(".SH COMMANDS")
        for (name, command) in commands { lines += section(name, command) }
        lines.append(".SH OPTIONS OF EVERY COMMAND")
        lines += list(commands.lazy.compactMap { $0.command.arguments?.filter(\.isOfEveryCommand) }.first ?? [])
        lines += ManualPage.end
        lines += [".SH SEE ALSO", seeAlso.map { "\(Roff.bold($0))(1)" }.joined(separator: ",\n")]
        return lines.map { $0 + "\n" }.joined()
    }

    private func section(_ name: String, _ command: DumpedHelp.Command) -> [String] {
        let own = (command.arguments ?? []).filter { !$0.isOfEveryCommand }
        let synopsis = own.filter { $0.names == nil || !$0.isOptional }.map(\.synopsis)
        let hasOptions = own.contains { $0.names != nil && $0.isOptional }
        let words = [Roff.bold(name)] + (hasOptions ? ["[\(Roff.italic("OPTIONS"))]"] : []) + synopsis
        return [".SS \(words.joined(separator: " "))", Roff.text(command.abstract ?? "")]
            + discussion(command.discussion, isFirst: false) + list(own)
    }

    private func list(_ arguments: [DumpedHelp.Argument]) -> [String] {
        arguments.flatMap { [".TP", $0.written, Roff.text($0.meaning)] }
    }

    /// Paragraphs; lines that are indented are examples and stay as they are.
    private func discussion(_ text: String?, isFirst: Bool = true) -> [String] {
        var lines: [String] = []
        var isExample = false
        for line in (text ?? "").split(separator: "\n") {
            let startsExample = line.hasPrefix(" ")
            if startsExample, !isExample {
                lines += (lines.isEmpty && isFirst ? [] : [".PP"]) + [".RS 4", ".nf"]
            } else if !startsExample, isExample {
                lines += [".fi", ".RE", ".PP"]
            } else if lines.isEmpty, !isFirst {
                lines.append(".PP")
            }
            isExample = startsExample
            lines.append(Roff.text(startsExample ? String(line.drop { $0 == " " }) : String(line)))
        }
        return isExample ? lines + [".fi", ".RE"] : lines
    }

    private static let end = [
        ".SH EXIT STATUS",
        ".TP", "0", "Done.",
        ".TP", "1", "Something outside failed: the network, the disk, the receiver.",
        ".TP", "2", "The request is valid, but the data does not allow it: an unknown name, for instance.",
        ".TP", "3", "\(Roff.bold("--strict")) was given and the answer is incomplete.",
        ".TP", "64", "The arguments are wrong.",
        ".TP", "130", "Interrupted.",
        ".SH ENVIRONMENT",
        ".TP", "\(Roff.bold("CST_DATA")), \(Roff.bold("CST_CONFIG"))", "The database file and the settings file.",
        ".TP", Roff.bold("CST_PASSPHRASE"), "The passphrase of encrypted backups.",
        ".TP", Roff.bold("CST_…"),
        "Every setting: exchangeRates.providers is \(Roff.text("CST_EXCHANGE_RATES_PROVIDERS")), for instance.",
        ".TP", Roff.bold("NO_COLOR"), "Colours are not used when it is set.",
        ".SH FILES",
        ".TP", Roff.italic("~/.local/share/cst/cst.sqlite"), "The database.",
        ".TP", Roff.italic("~/.config/cst/config.yaml"), "The settings.",
    ]
}

/// Text for roff.
enum Roff {
    /// Text with everything escaped that roff would obey, and in ASCII, so that no reader has to know the encoding.
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            // A plain one may be shown as a hyphen, which nobody could paste into a shell.
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        // A line that begins with a dot would be a request.
        return result.hasPrefix(".") ? "\\&\(result)" : result
    }

    /// Words in bold.
    static func bold(_ words: String) -> String { "\\fB\(text(words))\\fR" }

    /// Words in italics.
    static func italic(_ words: String) -> String { "\\fI\(text(words))\\fR" }
}
