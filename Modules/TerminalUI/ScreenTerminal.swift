import Foundation

/// The terminal while a screen has it for itself: a second page, no cursor, every key at once. Whoever takes it gives it
/// back as it was.
struct ScreenTerminal {
    /// What can happen.
    enum Event {
        /// Something was typed.
        case bytes([UInt8])
        /// No key was pressed in time.
        case silence
        /// Signals came, in this order.
        case signals([Int32])
    }

    // Codes that every terminal of today knows: second page, cursor, and no new line by itself at the right edge.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let leaving = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private let original: termios
    private var signals = SignalPipe()
    private var shown: [String]?

    init() throws {
        var attributes = termios()
        guard tcgetattr(0, &attributes) == 0 else { throw TerminalError.gone }
        original = attributes
    }

    /// The size as it is now.
    var size: ScreenSize {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(columns: 80, rows: 24)
        }
        return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Takes the terminal, when the shell has given it to this program.
    mutating func take() throws {
        if tcgetpgrp(0) != getpgrp() { SignalPipe.raise(SIGTTOU) }
        signals.open()
        var attributes = original
        // Signals by keys stay: they reach everyone who was started together.
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        attributes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        withUnsafeMutableBytes(of: &attributes.c_cc) { control in
            control[Int(VMIN)] = 1
            control[Int(VTIME)] = 0
        }
        guard tcsetattr(0, TCSADRAIN, &attributes) == 0 else { throw TerminalError.gone }
        try Descriptor.write(Self.entering, to: 1)
        shown = nil
    }

    /// Gives the terminal back.
    mutating func release() {
        try? Descriptor.write(Self.leaving, to: 1)
        var attributes = original
        tcsetattr(0, TCSADRAIN, &attributes)
        signals.close()
    }

    /// Stops the program until the shell continues it.
    mutating func suspend() throws {
        release()
        SignalPipe.raise(SIGTSTP)
        try take()
    }

    /// Ends the program as a signal does that nobody catches.
    mutating func end(by signal: Int32) -> Never {
        release()
        if signal != SIGINT { _ = Foundation.signal(signal, SIG_DFL) }
        SignalPipe.raise(signal)
        _exit(128 + signal)
    }

    /// Draws everything anew the next time.
    mutating func forget() { shown = nil }

    /// Shows lines from the top; only those that changed are sent.
    mutating func show(_ lines: [String]) throws {
        var text = shown == nil ? "\u{1B}[0m\u{1B}[2J" : ""
        for (row, line) in lines.enumerated() where shown.map({ row >= $0.count || $0[row] != line }) ?? true {
            // Erased before, not after: at the right edge the cursor still stands on the last character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
        }
        shown = lines
        try Descriptor.write(text, to: 1)
    }

    /// Waits for the next event, at most so many milliseconds.
    func next(within patience: Int?) throws -> Event {
        while true {
            var ready = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&ready, nfds_t(ready.count), patience.map(Int32.init) ?? -1)
            if count == 0 { return .silence }
            if count > 0, ready[0].revents != 0 { return .signals(signals.read()) }
            if count > 0 {
                var bytes = [UInt8](repeating: 0, count: 1024)
                let length = read(0, &bytes, bytes.count)
                if length > 0 { return .bytes(Array(bytes[..<length])) }
                if length == 0 || errno != EINTR { throw TerminalError.gone }
            }
        }
    }
}
