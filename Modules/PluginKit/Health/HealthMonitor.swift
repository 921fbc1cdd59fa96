import Foundation
import Synchronization
import Values

/// Runs health checks side by side, each with a time limit, and remembers since when one has not answered.
final class HealthMonitor: Sendable {
    private let time: TimeSource
    private let silentSince = Mutex<[ProviderID: Date]>([:])

    init(time: TimeSource) {
        self.time = time
    }

    func report(on instances: [Instance], limit: Duration) async -> HealthReport {
        let rows = await withTaskGroup(of: (Int, HealthReport.Row).self) { group in
            for (index, instance) in instances.enumerated() {
                group.addTask { (index, await self.row(for: instance, limit: limit)) }
            }
            var rows: [(Int, HealthReport.Row)] = []
            for await row in group { rows.append(row) }
            return rows
        }
        return HealthReport(rows: rows.sorted { $0.0 < $1.0 }.map(\.1))
    }

    private func row(for instance: Instance, limit: Duration) async -> HealthReport.Row {
        let elapsed = time.stopwatch()
        guard let check = instance.health else {
            return row(instance, .healthy, latency: nil)
        }
        let answer = await firstAnswer(of: check, within: limit)
        let status: HealthStatus
        switch answer {
        case .status(let answered):
            status = answered
            silentSince.withLock { $0[instance.id] = nil }
        case .tooLate:
            status = .failed(
                detail: "The check did not answer within \(limit.settingText).", since: firstSilence(of: instance.id))
        case .cancelled:
            status = .failed(detail: "The check was cancelled before it answered.", since: time.now())
        }
        return row(instance, status, latency: Int(elapsed() / .milliseconds(1)))
    }

    private func row(_ instance: Instance, _ status: HealthStatus, latency: Int?) -> HealthReport.Row {
        HealthReport.Row(
            key: instance.id.service, provider: instance.id.provider, status: status, latencyMs: latency)
    }

    private func firstSilence(of id: ProviderID) -> Date {
        let now = time.now()
        return silentSince.withLock { since in
            since[id] = since[id] ?? now
            return since[id] ?? now
        }
    }

    private enum Answer {
        case status(HealthStatus)
        case tooLate
        case cancelled
    }

    /// A task group would wait for a check that ignores its cancellation; a stream gives up on it.
    private func firstAnswer(of check: any HealthCheckable, within limit: Duration) async -> Answer {
        let (answers, continuation) = AsyncStream<Answer>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let clock = time.clock
        // A little earlier than the check itself ends, so that it can say who did not answer.
        let call = Call(
            now: time.now(), deadline: Deadline(in: limit * 0.8, on: clock), program: "health", command: "health")
        let checking = Task { continuation.yield(.status(await check.health(call))) }
        let waiting = Task {
            try await clock.sleep(for: limit)
            continuation.yield(.tooLate)
        }
        defer {
            checking.cancel()
            waiting.cancel()
            continuation.finish()
        }
        for await answer in answers { return answer }
        return .cancelled
    }
}
