public import Models

extension Goal {
    /// Whether the goal may hold allocations: finished and cancelled ones have given theirs back (L4).
    public var keepsAllocations: Bool {
        switch lifecycle {
        case .active, .paused, .archived: true
        case .finished, .cancelled: false
        }
    }
}
