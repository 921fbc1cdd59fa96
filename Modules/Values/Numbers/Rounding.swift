/// How a number between two representable ones is rounded.
public enum Rounding: Sendable, Hashable {
    /// Toward negative infinity.
    case down
    /// Toward positive infinity.
    case up
    /// To the nearest, a tie to the even neighbour.
    case halfEven
}
