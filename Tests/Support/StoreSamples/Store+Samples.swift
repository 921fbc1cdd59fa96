package import Foundation
package import Models
package import Persistence
import Planning

/// The instant of every sample.
package let start = Date(timeIntervalSince1970: 1_780_000_000.125)

extension ChangeOrigin {
    package static func test(_ command: String = "test") -> ChangeOrigin {
        ChangeOrigin(instant: start, program: "tests", command: command)
    }
}

extension [EntityKind] {
    /// Every kind that a sample is of.
    package static let samples =
        EntityKind.shared
        + PlanningPlugin.kinds + [Receipt.kind]
}

extension History {
    /// Undoes everything, months too, whenever they were started.
    package static let ofSamples = History(guards: [UndoGuard(MonthExecution.self) { _, _, _, _ in }])
}

extension Store {
    /// Applies changes in one write.
    package func apply(_ changes: [Change], _ command: String = "test") async throws {
        try await write(.test(command)) { writer in
            for change in changes { try writer.apply(change) }
        }
    }

    package func insert(_ records: Record...) async throws { try await apply(records.map(Change.insert)) }
}
