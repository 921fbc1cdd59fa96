import Foundation
import Presentation
import TerminalUI
import Values

/// Writes answers to standard output or a file, and everything else to standard error.
struct OutputWriter: Sendable {
    let options: GlobalOptions
    let program: String

    func write(_ answer: Answer, _ style: TextStyle) throws {
        if options.format != .text, options.output ?? "-" == "-" { return try writeInPieces(answer.document) }
        let text: String
        switch options.format {
        case .text: text = answer.lines.map { style.printable($0) + "\n" }.joined()
        case .json: text = answer.document.jsonText
        case .csv: text = answer.document.csvText
        }
        try write(text)
    }

    /// Writes a document, of which there may be very much, to standard output as it is made.
    private func writeInPieces(_ document: Document) throws {
        func write(_ piece: [UInt8]) throws {
            do throws(Descriptor.Failure) { try Descriptor.write(piece, to: 1) } catch {
                throw OutputWriter.error(error)
            }
        }
        switch options.format {
        case .csv: try document.forEachPieceOfCSV(write)
        default: try document.forEachPieceOfJSON(write)
        }
    }

    func write(_ text: String) throws {
        if let path = options.output, path != "-" {
            try OutputFile.write(text, path: path)
        } else {
            try OutputWriter.write(text, to: 1)
        }
    }

    func note(_ line: String) {
        guard !options.quiet else { return }
        noteAlways(line)
    }

    func noteAlways(_ line: String) {
        try? OutputWriter.write("\(program): \(TextWidth.printable(line))\n", to: 2)
    }

    /// Warnings that stand beside an answer or an error; JSON has a place of its own for them.
    func note(_ warnings: [Warning]) {
        guard options.format != .json else { return }
        for warning in warnings { note("Warning: \(warning.message)") }
    }

    func report(_ error: CommandError) {
        if options.format == .json {
            try? OutputWriter.write(error.jsonText, to: 2)
        } else {
            let text = error.lines.map { "\(program): \(TextWidth.printable($0))\n" }.joined()
            try? OutputWriter.write(text, to: 2)
        }
    }

    /// Writes everything or throws; a reader that has gone away is no error.
    static func write(_ text: String, to descriptor: Int32) throws {
        do throws(Descriptor.Failure) { try Descriptor.write(text, to: descriptor) } catch {
            throw self.error(error)
        }
    }

    static func error(_ failure: Descriptor.Failure) -> CommandError {
        failure.number == EBADF
            ? CommandError(
                .outside, "notWritten", "Standard output is closed: the answer could not be written.",
                hint: "Leave it open, or name a file with --output.")
            : CommandError(
                .outside, "notWritten",
                "The answer could not be written: \(String(cString: strerror(failure.number))).",
                hint: "Check the room on the disk.")
    }
}

extension CommandError {
    private static let issue = Shape<ValidationIssue>(
        .value("code", \.code), .value("field", \.field), .value("message", \.message))
    fileprivate static let shape = Shape<CommandError>(
        .object(
            "error",
            Shape<CommandError>(
                .value("code", \.code, note: "A stable word."), .value("message", \.message),
                .value("hint", \.hint), .list("details", issue, \.details)), { $0 }))

    /// The error as JSON, for programs.
    public var jsonText: String { Self.shape.json(self).text + "\n" }

    static let description = DocumentDescription(
        bare: "error", title: "Why a command failed; written to standard error.", properties: shape.properties)
}
