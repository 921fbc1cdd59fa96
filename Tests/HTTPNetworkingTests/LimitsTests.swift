import Foundation
import Testing

@testable import HTTPNetworking

@Suite("Limits")
struct LimitsTests {
    // MARK: - Rate limiter

    private let limited = HTTPError.rateLimited(host: "h", retryAfter: .seconds(3))

    @Test("a question that was answered is asked again after five seconds, another one at once")
    func interval() async throws {
        let time = TestTime()
        let limiter = RateLimiter(store: MemoryLimiterStateStore())
        await limiter.note("a", at: time.now)
        time.advance(by: 2)
        try await limiter.admit("b", "", host: "h", hasAnswer: true, at: time.now)
        await #expect(throws: limited) {
            try await limiter.admit("a", "", host: "h", hasAnswer: true, at: time.now)
        }
        // The answer is gone: nobody is kept from having it again.
        try await limiter.admit("a", "", host: "h", hasAnswer: false, at: time.now)
        time.advance(by: 3)
        try await limiter.admit("a", "", host: "h", hasAnswer: true, at: time.now)
    }

    @Test("a failure counts for the same request only, and is told again")
    func failure() async throws {
        let time = TestTime()
        let limiter = RateLimiter(store: MemoryLimiterStateStore())
        let failure = LimiterMark.Failure(request: "key 1", reason: "h said no.", allowsStale: true)
        await limiter.note("a", at: time.now, failure)
        time.advance(by: 2)
        let error = HTTPError.failedBefore(host: "h", ago: .seconds(2), reason: "h said no.", allowsStale: true)
        #expect(error.description == "Requested 2 s ago: h said no.")
        await #expect(throws: error) {
            try await limiter.admit("a", "key 1", host: "h", hasAnswer: false, at: time.now)
        }
        try await limiter.admit("a", "key 2", host: "h", hasAnswer: false, at: time.now)
        await limiter.note("a", at: time.now)
        try await limiter.admit("a", "key 1", host: "h", hasAnswer: false, at: time.now)
    }

    @Test("a second run remembers answers and pauses of the first")
    func persistence() async throws {
        let time = TestTime()
        let store = MemoryLimiterStateStore()
        let first = RateLimiter(store: store)
        await first.note("a", at: time.now)
        await first.pause("slow", for: .seconds(60), at: time.now)
        time.advance(by: 2)
        let second = RateLimiter(store: store)
        await #expect(throws: limited) {
            try await second.admit("a", "", host: "h", hasAnswer: true, at: time.now)
        }
        await #expect(throws: HTTPError.rateLimited(host: "slow", retryAfter: .seconds(58))) {
            try await second.admit(host: "slow", at: time.now)
        }
    }

    @Test("a pause is at most ten minutes, and a mark from a wrong clock is passed over")
    func longPause() async throws {
        let time = TestTime()
        let store = MemoryLimiterStateStore()
        let limiter = RateLimiter(store: store)
        await limiter.pause("h", for: .seconds(100_000), at: time.now)
        await #expect(throws: HTTPError.rateLimited(host: "h", retryAfter: .seconds(600))) {
            try await limiter.admit(host: "h", at: time.now)
        }
        time.advance(by: -3600)
        try await limiter.admit(host: "h", at: time.now)
    }

    @Test("a store that fails does not stop the limiter")
    func brokenStore() async throws {
        let time = TestTime()
        let limiter = RateLimiter(store: BrokenStore())
        await limiter.note("a", at: time.now)
        await #expect(throws: HTTPError.self) {
            try await limiter.admit("a", "", host: "h", hasAnswer: true, at: time.now)
        }
    }

    // MARK: - Semaphore

    @Test("no more tasks at a time than slots, each key by itself")
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
        // Two that begin at once may be noted in either order.
        #expect(await order.values.sorted() == [0, 1, 2, 3, 4])
    }

    @Test("who waits comes in the order of asking")
    func order() async throws {
        let semaphore = KeyedSemaphore(limit: 1)
        let order = Recorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await semaphore.withSlot("k") {
                for index in 0..<5 {
                    group.addTask { try await semaphore.withSlot("k") { await order.add(index) } }
                    while semaphore.waiting(for: "k") < index + 1 { await Task.yield() }
                }
            }
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
    func load(_ name: String) async throws -> LimiterMark? { throw Broken() }
    func save(_ mark: LimiterMark?, for name: String) async throws { throw Broken() }
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
