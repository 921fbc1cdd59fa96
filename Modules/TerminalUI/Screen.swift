import Foundation

/// A program that has the whole terminal for a while.
public enum Screen {
    /// Shows a state on the whole terminal and passes it every key until one of them decides. The terminal is given back in
    /// any case; keys and signals that end the program do so at once, and nothing comes after them.
    ///
    /// - Parameters:
    ///   - state: What is shown and changed.
    ///   - terminal: The kind of terminal, as the variable TERM has it.
    ///   - frame: The lines of a state for a size.
    ///   - press: What a key does; an answer ends the screen.
    /// - Throws: ``TerminalError`` when the terminal cannot be used or goes away, ``Descriptor/Failure``.
    public static func run<State, Decision>(
        _ state: inout State, terminal: String?, frame: (State, ScreenSize) -> [String],
        press: (inout State, Key) -> Decision?
    ) throws -> Decision {
        guard terminal != "dumb" else { throw TerminalError.dumb }
        var screen = try ScreenTerminal()
        defer { screen.release() }
        try screen.take()
        var decoder = KeyDecoder()
        while true {
            try screen.show(frame(state, screen.size))
            switch try screen.next(within: decoder.patience) {
            case .bytes(let bytes):
                for key in decoder.read(bytes) {
                    // Control and L: what every screen obeys when something else wrote on it.
                    if key == .character("\u{0C}") { screen.forget() }
                    if let decision = press(&state, key) { return decision }
                }
            case .silence:
                for key in decoder.flush() {
                    if let decision = press(&state, key) { return decision }
                }
            case .signals(let signals):
                for signal in signals {
                    switch signal {
                    case SIGTSTP: try screen.suspend()
                    case SIGCONT: try screen.take()
                    case SIGWINCH: screen.forget()
                    default: screen.end(by: signal)
                    }
                }
            }
        }
    }
}
