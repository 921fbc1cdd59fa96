import Foundation
import Testing

@testable import HTTPNetworking

@Suite("Limits")
struct LimitsTests {
    // MARK: - Rate limiter

    @Test("the same request goes once in five seconds, another one at once")
    func interval() async throws {
        let time = TestTime()
        let limiter = RateLimiter(store: MemoryLimiterStateStore())
        try await limiter.admit("a", host: "h", at: time.now)
        try await limiter.admit("b", host: "h", at: time.now)
        time.advance(by: 2)
        await #expect(throws: HTTPError.rateLimited(host: "h", retryAfter: .seconds(3))) {
            try await limiter.admit("a", host: "h", at: time.now)
        }
        time.advance(by: 3)
        try await limiter.admit("a", host: "h", at: time.now)
    }

    @Test("a second run remembers requests and pauses of the first")
    func persistence() async throws {
        let time = TestTime()
        let store = MemoryLimiterStateStore()
        let first = RateLimiter(store: store)
        try await first.admit("a", host: "h", at: time.now)
        await first.pause("slow", for: .seconds(60), at: time.now)
        time.advance(by: 4)
        let second = RateLimiter(store: store)
        await #expect(throws: HTTPError.rateLimited(host: "h", retryAfter: .seconds(1))) {
            try await second.admit("a", host: "h", at: time.now)
        }
        await #expect(throws: HTTPError.rateLimited(host: "slow", retryAfter: .seconds(56))) {
            try await second.admit(nil, host: "slow", at: time.now)
        }
        await second.forget("a")
        try await RateLimiter(store: store).admit("a", host: "h", at: time.now)
    }

    @Test("of many tasks that ask the same at one moment one is let through")
    func race() async {
        let time = TestTime()
        let limiter = RateLimiter(store: MemoryLimiterStateStore())
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { (try? await limiter.admit("a", host: "h", at: time.now)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 1)
    }

    @Test("a pause is at most ten minutes, and a mark from a wrong clock is passed over")
    func longPause() async throws {
        let time = TestTime()
        let store = MemoryLimiterStateStore()
        let limiter = RateLimiter(store: store)
        await limiter.pause("h", for: .seconds(100_000), at: time.now)
        await #expect(throws: HTTPError.rateLimited(host: "h", retryAfter: .seconds(600))) {
            try await limiter.admit(nil, host: "h", at: time.now)
        }
        time.advance(by: -3600)
        try await limiter.admit(nil, host: "h", at: time.now)
    }

    @Test("a store that fails does not stop the limiter")
    func brokenStore() async throws {
        let time = TestTime()
        let limiter = RateLimiter(store: BrokenStore())
        try await limiter.admit("a", host: "h", at: time.now)
        await #expect(throws: HTTPError.self) { try await limiter.admit("a", host: "h", at: time.now) }
    }

    // MARK: - Semaphore

    @Test("no more tasks at a time than slots, in the order of asking, each key by itself")
    func slots() async throws {
        let semaphore = KeyedSemaphore(limit: 2)
        let order = Recorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<5 {
                group.addTask {
                    try await semaphore.withSlot("k") {
                        await order.add(index)
                        if index < 2 { await order.waitForCount(100) }
                    }
                }
                if index < 2 {
                    await order.waitForCount(index + 1)
                } else {
                    while semaphore.waiting(for: "k") < index - 1 { await Task.yield() }
                }
            }
            #expect(await order.values == [0, 1])
            try await semaphore.withSlot("other") {}
            await order.release()
            try await group.waitForAll()
        }
        #expect(await order.values == [0, 1, 2, 3, 4])
    }

    @Test("a cancelled task leaves the queue at once and takes no slot")
    func cancelledWaiter() async throws {
        let semaphore = KeyedSemaphore(limit: 1)
        try await semaphore.withSlot("k") {
            let waiter = Task { try await semaphore.withSlot("k") {} }
            while semaphore.waiting(for: "k") == 0 { await Task.yield() }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            #expect(semaphore.waiting(for: "k") == 0)
        }
        try await semaphore.withSlot("k") {}
    }

    @Test("tasks cancelled at random leave every slot free")
    func storm() async throws {
        let semaphore = KeyedSemaphore(limit: 2)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let task = Task { try await semaphore.withSlot("k") { await Task.yield() } }
                    if index % 3 == 0 { task.cancel() }
                    _ = await task.result
                }
            }
        }
        try await semaphore.withSlot("k") { try await semaphore.withSlot("k") {} }
        #expect(semaphore.waiting(for: "k") == 0)
    }

    // MARK: - Time limit

    @Test("work that is late is cancelled, and the error says so")
    func lateWork() async {
        let clock = ManualClock()
        let work = Task {
            try await withTimeLimit(.seconds(1), clock: clock, expired: .timedOut(host: "h")) {
                try await clock.sleep(for: .seconds(100))
            }
        }
        await clock.sleeper(until: .seconds(1))
        await clock.sleeper(until: .seconds(100))
        clock.advance(by: .seconds(1))
        await #expect(throws: HTTPError.timedOut(host: "h")) { try await work.value }
    }
}

private struct BrokenStore: LimiterStateStore {
    struct Broken: Error {}
    func load(_ name: String) async throws -> Date? { throw Broken() }
    func save(_ mark: Date?, for name: String) async throws { throw Broken() }
}

/// Remembers an order, and holds tasks until released.
private actor Recorder {
    private(set) var values: [Int] = []
    private var isReleased = false
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func add(_ value: Int) {
        values.append(value)
        wake()
    }

    func release() {
        isReleased = true
        wake()
    }

    func waitForCount(_ count: Int) async {
        if isReleased || values.count >= count { return }
        await withCheckedContinuation { waiters.append((count, $0)) }
    }

    private func wake() {
        let ready = waiters.filter { isReleased || values.count >= $0.count }
        waiters.removeAll { isReleased || values.count >= $0.count }
        for waiter in ready { waiter.continuation.resume() }
    }
}
