import ArgumentParser
import Foundation
import Presentation

/// Help as it is shown: a command's own options, and those of every command on a page of their own.
enum HelpText {
    /// The section in which the parser lists the options of every command.
    private static let heading = "OPTIONS OF EVERY COMMAND:"

    /// The help of a command without the options of every command, with where to find them.
    static func ownOptions(of help: String, program: String) -> String {
        // A group has none of them, and its commands do.
        guard let section = section(of: help) else {
            return help.contains("\nSUBCOMMANDS:") ? withPointer(help, program) : help
        }
        var text = help
        text.removeSubrange(section)
        text = withShortUsage(text)
        return withPointer(text, program)
    }

    /// The help with where to find the options of every command.
    private static func withPointer(_ help: String, _ program: String) -> String {
        let end = help.lastIndex { !$0.isNewline }.map { help.index(after: $0) } ?? help.endIndex
        return help[..<end] + "\n\nOptions of every command: see '\(program) help options'.\n"
    }

    /// The page of the options of every command.
    static var everyOption: String {
        let help = EveryCommand.helpMessage()
        return section(of: help).map { String(help[$0]) } ?? help
    }

    /// The help with a usage line that leaves the options of every command out, in lines that fit a terminal.
    private static func withShortUsage(_ help: String) -> String {
        let every = EveryCommand.usageString()
        guard let options = every.firstIndex(of: "[").map({ every[$0...] }) else { return help }
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard line.hasPrefix("USAGE: ") else { return [String(line)] }
            return TextWidth.wrapped(String(line).replacing(options, with: "[<options>]"), to: 76).enumerated().map {
                $0.offset == 0 ? $0.element : "    " + $0.element
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The section with the empty line behind it.
    private static func section(of help: String) -> Range<String.Index>? {
        guard let begin = help.range(of: heading)?.lowerBound else { return nil }
        let end = help.range(of: "\n\n", range: begin..<help.endIndex)?.upperBound ?? help.endIndex
        return begin..<end
    }
}

/// The names of the options of every command, as their help writes them.
struct EveryOption {
    /// Those that take a value.
    let withValue: Set<String>
    /// Those that do not.
    let withoutValue: Set<String>

    /// Reads the help, which takes a while.
    init() {
        var (valued, flags): (Set<String>, Set<String>) = ([], [])
        for line in HelpText.everyOption.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "," }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
            let names = words.filter { $0.hasPrefix("-") }.map(String.init)
            if words.count > names.count { valued.formUnion(names) } else { flags.formUnion(names) }
        }
        (withValue, withoutValue) = (valued, flags)
    }
}

/// The options of every command and nothing else.
struct EveryCommand: ParsableCommand {
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}
