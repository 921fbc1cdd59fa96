/// A bank's correction of a movement that it has sent before, perhaps in an earlier file.
package struct StatementCorrection: Sendable, Hashable {
    /// The numbers of the movement that is corrected, the last one first: a correction may be corrected itself.
    package let numbers: [String]
    /// Whether the movement is deleted.
    package let isDeletion: Bool
}
