import Foundation

/// What standard input, output and error are connected to.
struct Terminal: Sendable {
    let environment: [String: String]

    var isInputTerminal: Bool { isatty(0) == 1 }
    var isOutputTerminal: Bool { isatty(1) == 1 }
    var isErrorTerminal: Bool { isatty(2) == 1 }

    /// The columns of the terminal; nil when the answer goes elsewhere, where nothing has to fit.
    var width: Int? {
        guard isOutputTerminal else { return nil }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    func usesColor(_ coloring: GlobalOptions.Coloring, toFile: Bool) -> Bool {
        switch coloring {
        case .always: return true
        case .never: return false
        case .auto:
            let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            return isOutputTerminal && !toFile && !isUnwanted && environment["TERM"] != "dumb"
        }
    }
}
