import Allocation
import Blockchain
import CommandSupport
import ExchangeRates
import Foundation
import Persistence
import Planning
import PluginKit

/// The services of the program, made once. They are made anew only where another file has taken the place of the database:
/// one that was missing at the start, or a backup that was restored.
actor Household {
    private let context: CommandContext
    private var current: (container: DIContainer, services: Services, file: FileMark?)?
    private var making: Task<Services, any Error>?
    private let demo: Services?

    /// - Parameter demo: sample services instead of those that the settings choose.
    init(_ context: CommandContext, demo: Services?) {
        self.context = context
        self.demo = demo
    }

    /// - Throws: ``ContainerError`` with why there are none, ``StoreError``.
    func services() async throws -> Services {
        if let demo { return demo }
        if let current, current.file == FileMark(context.databasePath) { return current.services }
        // Of all who come at once, one makes them: others would be closed while somebody still reads with them.
        if let making { return try await making.value }
        let task = Task {
            defer { making = nil }
            return try await make()
        }
        making = task
        return try await task.value
    }

    private func make() async throws -> Services {
        // A file that takes its place while this one is opened is noticed the next time.
        let file = FileMark(context.databasePath)
        let made = try await context.container { builder in
            builder.require(.store)
            builder.require(.rates)
            builder.require(.funding)
            builder.require(.planningSettings)
            builder.require(.display)
            builder.require(.chainSettings)
            builder.use(.chainProviders)
            builder.use(.undoGuards)
        }
        let services: Services
        do { services = try Services(made) } catch {
            try? await made.shutdown()
            throw error
        }
        let old = current?.container
        current = (made, services, file)
        if let old {
            // Requests under way may still read.
            Task {
                try? await Task.sleep(for: .seconds(30))
                try? await old.shutdown()
            }
        }
        return services
    }

    /// How every service is.
    func health() async throws -> HealthReport {
        if demo != nil { return HealthReport(rows: []) }
        // What was made before tells nothing of a file that has taken another's place and cannot be used.
        if (try? await services()) != nil, let container = current?.container {
            return await container.health(limit: .seconds(5))
        }
        let container = try await context.container { _ in }
        let report = await container.health(limit: .seconds(5))
        try? await container.shutdown()
        return report
    }
}

/// Which file stands under a path.
private struct FileMark: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String?) {
        var info = stat()
        guard let path, stat(path, &info) == 0 else { return nil }
        device = UInt64(info.st_dev)
        number = UInt64(info.st_ino)
    }
}
