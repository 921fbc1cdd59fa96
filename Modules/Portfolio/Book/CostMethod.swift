/// The order in which sales take lots (P4).
public enum CostMethod: String, Sendable, Hashable, CaseIterable {
    /// The oldest first.
    case fifo
    /// The newest first: the exact reverse of ``fifo``.
    case lifo
    /// The highest cost per unit in the base currency first, ties as ``fifo``, unknown costs last.
    case hifo
    /// One pool per position.
    case average
}
