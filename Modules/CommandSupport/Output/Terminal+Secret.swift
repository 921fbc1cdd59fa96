import Foundation

extension Terminal {
    /// Asks for lines that do not show while they are typed, until one is empty. However the program ends meanwhile, typing shows again.
    func secrets(_ prompts: [String]) throws -> [String] {
        var shown = termios()
        guard tcgetattr(0, &shown) == 0 else { return [] }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        let previous = ending.map { signal($0, Terminal.endShowingTyping) }
        // A program that is put aside would leave a terminal on which nothing shows.
        signal(SIGTSTP, SIG_IGN)
        tcsetattr(0, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(0, TCSAFLUSH, &shown)
            for (number, handler) in zip(ending, previous) { signal(number, handler) }
            signal(SIGTSTP, SIG_DFL)
        }
        var lines: [String] = []
        for prompt in prompts {
            try OutputWriter.write(prompt, to: 2)
            guard let line = readLine(strippingNewline: true) else {
                throw CommandError(.interrupted, "interrupted", "Interrupted.")
            }
            lines.append(line)
            if line.isEmpty { break }
        }
        return lines
    }

    /// Lets typing show again and ends the program, with nothing but what is allowed inside a signal handler.
    private static let endShowingTyping: @convention(c) (Int32) -> Void = { number in
        var attributes = termios()
        if tcgetattr(0, &attributes) == 0 {
            attributes.c_lflag |= tcflag_t(ECHO)
            tcsetattr(0, TCSANOW, &attributes)
        }
        // 130 for an interrupt, as everywhere.
        _exit(128 + number)
    }
}
