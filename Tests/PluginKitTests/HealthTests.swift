import PluginKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HealthTests {
    private let clock = ManualClock()

    private func container(_ checks: [(String, @Sendable () async -> HealthStatus)]) async throws -> DIContainer {
        let key = ServiceKey<any Store>("stores", selection: .several)
        var builder = makeBuilder(["stores.providers": .list(checks.map(\.0))], clock: clock)
        for (name, check) in checks {
            builder.register(key, name: name) { _ in CheckedStore(check: check) }
        }
        builder.register(.cache, name: "plain") { _ in MemoryStore() }
        return try await builder.build()
    }

    @Test func `each service has a row in order of creation`() async throws {
        let container = try await container([
            ("good", { .healthy }),
            ("slow", { .degraded(detail: "It is slow.", since: start) }),
            ("bad", { .failed(detail: "It is gone.", since: start) }),
        ])
        let report = await container.health(limit: .seconds(1))
        #expect(report.rows.map(\.key) == ["stores", "stores", "stores", "cache"])
        #expect(report.rows.map(\.provider) == ["good", "slow", "bad", "plain"])
        #expect(report.rows.map(\.detail) == [nil, "It is slow.", "It is gone.", nil])
        #expect(report.rows.map(\.since) == [nil, start, start, nil])
        #expect(report.rows.map(\.latencyMs) == [0, 0, 0, nil])
        #expect(!report.isHealthy)
    }

    @Test func `a degraded service is still healthy as a whole`() async throws {
        let container = try await container([("slow", { .degraded(detail: "Slow.", since: start) })])
        #expect(await container.health(limit: .seconds(1)).isHealthy)
    }

    @Test func `checks run side by side`() async throws {
        let (first, tellFirst) = AsyncStream<Void>.makeStream()
        let (second, tellSecond) = AsyncStream<Void>.makeStream()
        let container = try await container([
            (
                "a",
                {
                    tellSecond.yield()
                    for await _ in first { break }
                    return .healthy
                }
            ),
            (
                "b",
                {
                    tellFirst.yield()
                    for await _ in second { break }
                    return .healthy
                }
            ),
        ])
        #expect(await container.health(limit: .seconds(1)).isHealthy)
    }

    @Test func `a check that does not answer in time has failed and is cancelled`() async throws {
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let container = try await container([
            (
                "stuck",
                { [clock] in
                    try? await clock.sleep(for: .seconds(3600))
                    end.yield(Task.isCancelled)
                    return .healthy
                }
            )
        ])
        async let report = container.health(limit: .milliseconds(1500))
        // The check and its limit. Another check's limit would be counted here by chance.
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(1500))
        let rows = await report.rows
        #expect(rows[0].status == .failed(detail: "The check did not answer within 1500ms.", since: start))
        #expect(rows[0].latencyMs == 1500)
        #expect(await ended.first { _ in true } == true)
    }

    @Test func `a check that ignores its cancellation does not hold up the report`() async throws {
        let (never, release) = AsyncStream<Void>.makeStream()
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let container = try await container([
            (
                "deaf",
                {
                    // A detached task does not see the cancellation, and this one waits for it all the same.
                    let deaf = Task.detached {
                        beginning.yield()
                        for await _ in never { break }
                    }
                    await deaf.value
                    return .healthy
                }
            )
        ])
        async let report = container.health(limit: .seconds(2))
        for await _ in began { break }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(await report.rows[0].detail == "The check did not answer within 2s.")
        release.yield()
    }

    @Test func `a cancelled report says so instead of waiting`() async throws {
        let (never, release) = AsyncStream<Void>.makeStream()
        let container = try await container([
            (
                "deaf",
                {
                    await Task.detached { for await _ in never { break } }.value
                    return .healthy
                }
            )
        ])
        let report = Task { await container.health(limit: .seconds(2)) }
        await clock.waitForSleepers(1)
        report.cancel()
        #expect(await report.value.rows[0].detail == "The check was cancelled before it answered.")
        release.yield()
    }
}
