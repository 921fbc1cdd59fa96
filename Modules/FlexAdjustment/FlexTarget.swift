public import Models

/// The total that the payments of a month are to have (F4).
public enum FlexTarget: Sendable, Hashable {
    /// Everything flexible together times a factor within the bounds; protected goals are paid in full beside it. What
    /// skipped goals would have been paid goes to the others on request.
    case factor(Ratio, redistributingSkipped: Bool = false)
    /// A sum in minor units for all goals together.
    case budget(Int128)
}
