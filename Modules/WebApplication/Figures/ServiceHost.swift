package import CommandSupport
import Foundation
import Persistence
package import PluginKit
import Values

/// The services of the program, made once. They are made anew where another file has taken the place of the database, as one that was
/// missing at the start or a backup that was restored, and where settings have changed: then over the same store.
package actor ServiceHost {
    private let context: CommandContext
    private var current: (container: DIContainer, services: WebServices, file: FileIdentity?, settings: Int)?
    /// Why the services are not made of the present settings; nil where they are.
    package private(set) var settingsTrouble: String?
    private var making: Task<WebServices, any Error>?
    private let demo: WebServices?
    /// Whether there was a database, and its newest revision that was seen.
    private var hasSeenFile = false
    private var newestRevision = 0
    /// The state of the store that was last found readable, and when.
    private var readable: (services: UUID, revision: Int, at: ContinuousClock.Instant)?

    private let sections: [Section]

    /// - Parameter demo: sample services instead of those that the settings choose.
    package init(_ context: CommandContext, _ sections: [Section], demo: WebServices? = nil) {
        self.context = context
        self.sections = sections
        self.demo = demo
    }

    /// Services on the sample data of all features, in memory.
    ///
    /// - Throws: ``StoreError``, what a section throws.
    package static func sample(_ context: CommandContext, _ sections: [Section]) async throws -> WebServices {
        let sample = try await context.sample()
        var (services, guards): ([any SectionServices], [UndoGuard]) = ([], [])
        for section in sections {
            guard let made = try await section.services?.sample(context, sample.store, sample.rates) else { continue }
            services.append(made.0)
            guards += made.1
        }
        return WebServices(store: sample.store, guards: guards, sections: services)
    }

    /// The services on the present database.
    ///
    /// - Throws: ``ContainerError`` with why there are none, ``StoreError``; ``StoreError/gone(at:)`` where the database has
    ///   vanished while the program ran: an empty one in its place would look like a host without anything.
    package func services() async throws -> WebServices {
        if let demo { return demo }
        if let current, isOfPresentStore(current.services, current.file), current.settings == context.settingsVersion {
            return current.services
        }
        // Of all who come at once, one makes them: others would be closed while somebody still reads with them.
        if let making { return try await making.value }
        let task = Task {
            defer { making = nil }
            return try await make()
        }
        making = task
        return try await task.value
    }

    private func isOfPresentStore(_ services: WebServices, _ file: FileIdentity?) -> Bool {
        services.store.location == .memory || file == FileIdentity(context.databasePath)
    }

    private func make() async throws -> WebServices {
        let earlier = current.flatMap { isOfPresentStore($0.services, $0.file) ? $0.container : nil }
        let settings = context.settingsVersion
        // A file that takes its place while this one is opened is noticed the next time.
        let file = FileIdentity(context.databasePath)
        let gone = StoreError.gone(at: .file(context.databasePath ?? ""))
        guard file != nil || !hasSeenFile else { throw gone }
        let made = try await context.container(keepingStoresOf: earlier) { builder in
            builder.require(.store)
            for section in sections { section.services?.require(&builder) }
            builder.use(.undoGuards)
            builder.use(.changePermissions)
        }
        let services: WebServices
        do {
            services = WebServices(
                store: try made.resolve(.store), guards: try made.resolveAll(.undoGuards),
                permissions: try made.resolveAll(.changePermissions),
                sections: try sections.compactMap { try $0.services?.make(made) })
            let revision = try await services.store.read { try $0.revision() }
            guard revision > 0 || newestRevision == 0 else { throw gone }
            (hasSeenFile, newestRevision) = (hasSeenFile || file != nil, revision)
        } catch {
            try? await made.shutdown()
            guard let current, earlier != nil, error is ContainerError else { throw error }
            // The present services go on with the settings that they have.
            settingsTrouble = "\(error)"
            self.current?.settings = settings
            return current.services
        }
        settingsTrouble = nil
        if let earlier { made.takeStores(from: earlier) }
        let old = current?.container
        current = (made, services, file, settings)
        if let old, earlier == nil {
            // Requests under way may still read.
            Task {
                try? await Task.sleep(for: .seconds(30))
                try? await old.shutdown()
            }
        }
        return services
    }

    /// Notes a revision of the store that somebody has read.
    package func note(_ revision: Int) { newestRevision = max(newestRevision, revision) }

    /// Reads everything that pages are made of, as far as it is in the store. What was readable counts for half a minute, unless
    /// something was written since.
    ///
    /// - Throws: ``ContainerError``, ``StoreError`` with why pages cannot be shown.
    package func checkReadable() async throws {
        let services = try await services()
        let revision = try await services.store.read { try $0.revision() }
        if let readable, readable.services == services.id, readable.revision == revision,
            readable.at.duration(to: .now) < .seconds(30)
        {
            return
        }
        let call = context.call(at: context.presentInstant, "health")
        try await services.store.read { reader in
            for section in sections { try section.check(reader, call) }
            _ = try reader.newestNumber()
        }
        readable = (services.id, revision, .now)
    }

    /// How every service is.
    package func health() async throws -> HealthReport {
        if demo != nil { return HealthReport(rows: []) }
        // What was made before tells nothing of a file that has taken another's place and cannot be used.
        var gone: StoreError?
        do {
            _ = try await services()
            if let container = current?.container { return await container.health(limit: .seconds(5)) }
        } catch let error as StoreError {
            if case .gone = error { gone = error }
        } catch {
            // The check below finds it.
        }
        let container = try await context.container { _ in }
        let report = await container.health(limit: .seconds(5))
        try? await container.shutdown()
        return gone.map { report.failing("persistence", "\($0)", since: context.presentInstant) } ?? report
    }
}

/// The identity of the file at a path.
private struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String?) {
        var info = stat()
        guard let path, stat(path, &info) == 0 else { return nil }
        device = UInt64(info.st_dev)
        number = UInt64(info.st_ino)
    }
}
