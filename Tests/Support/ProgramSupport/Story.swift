import Foundation

/// Commands one after the other with what they have to answer, as it is kept in a file:
///
///     # A remark.
///     @ rates.csv
///     | from,to,rate,date
///
///     $ CST_DISPLAY_CURRENCY=EUR cst-plan goal add Car --target 12000
///     | what stands on standard output
///     ! what stands on standard error
///     = 2
///
///     $ cst-plan required --format json
///     ? goals/Car/required = 412.50 EUR
///
/// `?` names a field of a JSON document and its value; then only the named fields are compared. Elements of an array are
/// named by their place from 0, or by their name. `@` writes a file before going on; `= 2` is an exit status other than 0. Blank lines and remarks may stand anywhere
/// between steps. `␛` stands for the escape character and `␍` for a carriage return in answers; a `~` line says that the answer before it has
/// no line end.
package struct Story: Sendable {
    package enum Step: Sendable, Equatable {
        case remark(String)
        case file(name: String, lines: [String])
        case command(String, Answer)
    }

    package struct Answer: Sendable, Equatable {
        package var output: [String] = []
        package var errors: [String] = []
        package var status: Int32 = 0
        /// Fields of the document with their values; when there are some, they stand for the whole output.
        package var fields: [Field] = []
    }

    /// A field of a document: where it is and what it says.
    package struct Field: Sendable, Equatable {
        package let path: String
        package let value: String
    }

    package var steps: [Step]

    /// Reads the text of a story.
    package init(_ text: String) throws {
        steps = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        for line in lines {
            let content = String(line.dropFirst(2))
            switch (line.first, steps.last) {
            case (nil, _), ("#", _): steps.append(.remark(line))
            case ("@", _): steps.append(.file(name: content, lines: []))
            case ("$", _): steps.append(.command(content, Answer()))
            case ("|", .file(let name, let rows)): steps[steps.count - 1] = .file(name: name, lines: rows + [content])
            case (let mark, .command(let command, var answer)):
                switch mark {
                case "|", "~": answer.output.append(mark == "~" ? "~" : content)
                case "!": answer.errors.append(content)
                case "?":
                    let parts = content.components(separatedBy: " = ")
                    guard parts.count > 1 else { throw FormatError(description: "no value in '\(line)'") }
                    answer.fields.append(Field(path: parts[0], value: parts[1...].joined(separator: " = ")))
                case "=":
                    guard let status = Int32(content) else { throw FormatError(description: "no status in '\(line)'") }
                    answer.status = status
                default: throw FormatError(description: "a story has no lines like '\(line)'")
                }
                steps[steps.count - 1] = .command(command, answer)
            default: throw FormatError(description: "'\(line)' does not stand below a command")
            }
        }
    }

    /// The text of the story.
    package var text: String {
        steps.flatMap { step -> [String] in
            switch step {
            case .remark(let line): [line]
            case .file(let name, let lines): ["@ \(name)"] + lines.map { Story.line("|", $0) }
            case .command(let command, let answer): ["$ \(command)"] + answer.lines
            }
        }.joined(separator: "\n") + "\n"
    }

    fileprivate static func line(_ mark: String, _ text: String) -> String { text.isEmpty ? mark : "\(mark) \(text)" }
}

extension Story.Answer {
    /// The answer as it stands in a file.
    package var lines: [String] {
        fields.map { "? \($0.path) = \($0.value)" } + output.map { $0 == "~" ? "~" : Story.line("|", $0) }
            + errors.map { Story.line("!", $0) }
            + (status == 0 ? [] : ["= \(status)"])
    }

    /// What a program answered, in the form of what is expected of it.
    package init(_ result: ProgramResult, like expected: Story.Answer) {
        if !expected.fields.isEmpty, let document = try? JSONNode(parsing: result.output) {
            fields = expected.fields.map { Story.Field(path: $0.path, value: document.summary(at: $0.path)) }
        } else {
            output = Story.Answer.lines(result.output)
        }
        errors = Story.Answer.lines(result.errors)
        status = result.status
    }

    private static func lines(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let visible = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0 == "\u{1B}" ? "␛" : $0 == "\r" ? "␍" : $0 }))
        var lines = visible.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() } else { lines.append("~") }
        return lines
    }
}
