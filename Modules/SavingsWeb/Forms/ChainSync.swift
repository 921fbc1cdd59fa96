import Allocation
import Blockchain
import CommandSupport
import HTTPTypes
import Models
import PluginKit
import SavingsPages
import WebApplication
import WebPages

/// Reads balances on chains while pages go on, once at a time, and knows how far it is.
actor ChainSync {
    private var work: Task<Void, Never>?
    private(set) var report: SyncReport?

    /// Begins to read, unless it is being read already.
    ///
    /// - Parameters:
    ///   - names: the assets; none for all that have an address.
    ///   - events: informs pages how far it is.
    func begin(_ names: [String], isForced: Bool, _ balances: BalanceService, _ call: Call, _ events: EventHub) {
        guard work == nil else { return }
        report = SyncReport()
        work = Task {
            let (steps, continuation) = AsyncStream.makeStream(of: BalanceService.Progress.self)
            let reading = Task {
                defer { continuation.finish() }
                return try await balances.sync(names, isForced: isForced, call) { continuation.yield($0) }
            }
            await withTaskCancellationHandler {
                for await step in steps {
                    report?.progress = step
                    await events.tellOfSync()
                }
                end(await reading.result)
            } onCancel: {
                reading.cancel()
            }
            await events.tellOfSync()
        }
    }

    private func end(_ result: Result<Outcome<[ChainReading]>, any Error>) {
        switch result {
        case .success(let outcome):
            report?.readings = outcome.value
            report?.warnings = outcome.warnings
        case .failure(let error):
            report?.reason = (error as? any Problem)?.description ?? "It was ended before anything was read."
        }
        work = nil
    }

    /// Waits until everything is read, but not longer than a reader likes to wait for a page.
    func finish(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while work != nil, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
    }

    /// Reads nothing more: the program ends.
    func stop() { work?.cancel() }
}

extension Section {
    /// Reading balances on chains.
    static func syncRoutes(_ sync: ChainSync) -> [Route] {
        [
            Route(.get, "/assets/sync", .reader, "How far the reading of balances on chains is") { context in
                let report = await sync.report
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
                await sync.begin(
                    asset.map { [$0] } ?? [], isForced: context.typed["fresh"] == "1", try services.savings.balances(),
                    call,
                    context.app.events)
                await sync.finish(within: .seconds(2))
                return context.goOn(to: "/assets/sync")
            },
        ]
    }
}
