import CommandSupport
import Foundation
import HTTPTypes
import Models
import Persistence
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Sample data for whoever has nothing yet.
    static let sampleRoutes: [Route] = [
        Route(.post, "/sample", .owner, "Adds sample data to an empty household") { context in
            let samples = context.app.program.features.compactMap(\.sample)
            return try await context.save("demo", then: "/") { services, call in
                try await services.store.write(call) { writer in
                    // Beside somebody's own data it would be hard to tell apart.
                    let isEmpty = try writer.all(Goal.self).isEmpty && writer.all(Asset.self).isEmpty
                    guard isEmpty else { return }
                    for sample in samples { try sample.write(writer, call.today, call.now) }
                }
                return Outcome(())
            }
        }
    ]
}
