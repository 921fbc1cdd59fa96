public import FlexAdjustment
public import Models

public import struct Foundation.UUID

/// How the payments of a month are to be changed.
public struct FlexRequest: Sendable, Hashable {
    /// The total that is wanted.
    public enum Target: Sendable, Hashable {
        /// Everything flexible together times a factor, and what skipped goals would have been paid on request.
        case factor(Ratio, redistributingSkipped: Bool = false)
        /// A sum in the display currency.
        case budget(Money)
    }

    /// The total that is wanted.
    public var target: Target
    /// How the money is distributed.
    public var strategy: FlexStrategy
    /// How far flexible payments may be changed.
    public var bounds: FlexBounds
    /// States that hold instead of those of the plan, to try them out.
    public var states: [UUID: FlexState]

    /// A request; by default it leaves everything as it is.
    public init(
        target: Target = .factor(.one), strategy: FlexStrategy = .balanced, bounds: FlexBounds = .standard,
        states: [UUID: FlexState] = [:]
    ) {
        self.target = target
        self.strategy = strategy
        self.bounds = bounds
        self.states = states
    }
}
