/// What every goal gets, in minor units (F1 to F4). The sum of ``amounts`` + ``unplaced`` − ``shortfall`` is ``total``.
public struct FlexSolution: Sendable, Hashable {
    /// The amounts, in the order of the goals of the problem.
    public let amounts: [Int128]
    /// The total that was wanted.
    public let total: Int128
    /// What nobody may get: every flexible goal is at its upper bound.
    public let unplaced: Int128
    /// By how much the total falls short of what the protected goals require.
    public let shortfall: Int128
    /// Whether flexible goals had to go below their lower bound.
    public let isBelowFloor: Bool
}
