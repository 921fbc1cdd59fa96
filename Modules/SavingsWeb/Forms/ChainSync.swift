import Allocation
import Blockchain
import CommandSupport
import Foundation
import HTTPTypes
import Models
import Persistence
import PluginKit
import SavingsPages
import WebApplication
import WebPages

/// Reads balances on chains while pages go on, once at a time among all servers of the household, and knows how far it is.
actor ChainSync {
    private var work: Task<Void, Never>?
    private var own: SyncReport?
    /// Looks at how far another server is.
    private var following: Task<Void, Never>?

    private let id = UUID().uuidString

    private var counts: (done: Int, total: Int)? { own?.progress.map { ($0.done, $0.total) } }

    /// The reading as all servers of the household see it.
    nonisolated func shared(_ app: WebApp) -> SharedSync {
        SharedSync(app.notes, holder: id, now: { app.program.presentInstant })
    }

    /// The progress of the reading here, or else on another server.
    func report(_ shared: SharedSync) async throws -> SyncReport? {
        if own?.isRunning == true { return own }
        return try await shared.elsewhere() ?? own
    }

    /// Begins to read, unless it is being read already, here or by another server.
    ///
    /// - Parameters:
    ///   - names: the assets; none for all that have an address.
    ///   - events: informs pages how far it is.
    func begin(
        _ names: [String], isForced: Bool, _ balances: BalanceService, _ call: Call, _ events: EventHub,
        _ shared: SharedSync
    ) async throws {
        guard work == nil else { return }
        own = SyncReport()
        work = Task {
            guard (try? await shared.begin()) ?? true else {
                (own, work) = (nil, nil)
                follow(shared, events)
                return
            }
            let (steps, continuation) = AsyncStream.makeStream(of: BalanceService.Progress.self)
            let reading = Task {
                defer { continuation.finish() }
                return try await balances.sync(names, isForced: isForced, call) { continuation.yield($0) }
            }
            let keeping = Task { await shared.keep { await self.counts } }
            await withTaskCancellationHandler {
                for await step in steps {
                    own?.progress = step
                    await events.tellOfSync()
                }
                end(await reading.result)
            } onCancel: {
                reading.cancel()
            }
            keeping.cancel()
            await keeping.value
            if let own { await shared.end(own) }
            work = nil
            await events.tellOfSync()
        }
    }

    private func end(_ result: Result<Outcome<[ChainReading]>, any Error>) {
        switch result {
        case .success(let outcome):
            own?.readings = outcome.value
            own?.warnings = outcome.warnings
        case .failure(let error):
            own?.reason = (error as? any Problem)?.description ?? "It was ended before anything was read."
        }
    }

    /// Tells pages how far another server is, until it is done.
    func follow(_ shared: SharedSync, _ events: EventHub) {
        guard following == nil else { return }
        following = Task {
            while !Task.isCancelled, (try? await shared.elsewhere())??.isRunning == true {
                await events.tellOfSync()
                try? await Task.sleep(for: .seconds(1))
            }
            following = nil
            await events.tellOfSync()
        }
    }

    /// Waits until everything is read, but not longer than a reader likes to wait for a page.
    func finish(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while work != nil, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
    }

    /// Reads nothing more: the program ends.
    func stop() {
        work?.cancel()
        following?.cancel()
    }
}

extension Section {
    /// Reading balances on chains.
    static func syncRoutes(_ sync: ChainSync) -> [Route] {
        [
            Route(.get, "/assets/sync", .reader, "How far the reading of balances on chains is") { context in
                let shared = sync.shared(context.app)
                let report = try await sync.report(shared)
                if let report, report.isElsewhere, report.isRunning { await sync.follow(shared, context.app.events) }
                return try await context.page { _, style in Page.sync(report, style) }
            },
            Route(.post, "/assets/sync", .owner, "Reads balances on chains") { context in
                guard try context.day == nil, !context.app.program.isAsOf else { throw WebProblem.otherDay }
                let services = try await context.app.host.services()
                let asset = context.typed["asset"].flatMap { $0.isEmpty ? nil : $0 }
                var name: String?
                if let asset { name = try await services.savings.assets.asset(named: asset).name }
                var call = context.call(["sync", name].compactMap { $0 }.joined(separator: " "))
                // As many requests as there are assets take longer than an answer that somebody waits for.
                call.deadline = .none
                try await sync.begin(
                    asset.map { [$0] } ?? [], isForced: context.typed["fresh"] == "1", try services.savings.balances(),
                    call,
                    context.app.events, sync.shared(context.app))
                await sync.finish(within: .seconds(2))
                return context.redirect(to: "/assets/sync")
            },
        ]
    }
}
