import Presentation
public import TerminalUI

extension CommandContext {
    /// Refuses to ask where nobody can answer.
    ///
    /// - Throws: ``CommandError`` with what to use instead.
    public func requireTerminal(for what: String, instead hint: String) throws {
        guard terminal.isInputTerminal, terminal.isOutputTerminal else {
            throw CommandError(
                .usage, "needsTerminal", "\(what) needs a terminal to show things on and to read keys from.",
                hint: hint)
        }
    }

    /// Shows a state on the whole terminal and passes it every key until one of them decides, as ``Screen`` does.
    ///
    /// - Throws: ``TerminalError``, ``CommandError`` when nothing can be written.
    public func interact<State, Decision>(
        _ state: inout State, frame: (State, ScreenSize) -> [String], press: (inout State, Key) -> Decision?
    ) throws -> Decision {
        do {
            return try Screen.run(&state, terminal: terminal.environment["TERM"], frame: frame, press: press)
        } catch let failure as Descriptor.Failure {
            throw OutputWriter.error(failure)
        }
    }

    /// Says something between questions.
    ///
    /// - Throws: ``CommandError`` when it cannot be written.
    public func say(_ lines: [String]) throws {
        try OutputWriter.write(lines.map { $0 + "\n" }.joined(), to: 1)
    }

    /// The line that a person answers.
    ///
    /// - Throws: ``CommandError`` when there is none: the end of input.
    public func ask(_ question: String) throws -> String {
        try OutputWriter.write(style.apply(.strong, to: question) + " ", to: 1)
        guard let reply = readLine(strippingNewline: true) else {
            try say([""])
            throw CommandError(.data, "declined", "Nothing was saved.")
        }
        return reply
    }
}
