/// What a person presses on a terminal.
public enum Key: Sendable, Hashable {
    /// A character, control characters among them.
    case character(Character)
    /// The arrow keys.
    case up, down, left, right
    /// An arrow to the side with shift, control or another key held down.
    case farLeft, farRight
    /// The keys for whole pages and for the two ends.
    case pageUp, pageDown, home, end
    /// Return, on either side of the keyboard.
    case enter
    /// The tabulator.
    case tab
    /// Escape, alone.
    case escape
}
