import Foundation
import Synchronization

/// What the threads of one server share.
final class ServerRecord: Sendable {
    private struct State {
        var requests: [ReceivedRequest] = []
        var open: [Int32: Socket] = [:]
        var streamedBytes = 0
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var requests: [ReceivedRequest] { state.withLock { $0.requests } }
    var streamedBytes: Int { state.withLock { $0.streamedBytes } }

    func opened(_ socket: Socket) {
        state.withLock { $0.open[socket.descriptor] = socket }
    }

    /// Closes the socket inside the lock, so that `stopAll` cannot hit a reused descriptor.
    func closed(_ socket: Socket) {
        let waiters = state.withLock { state in
            state.open[socket.descriptor] = nil
            socket.end()
            guard state.open.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.idleWaiters = [] }
            return state.idleWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func stopAll() {
        state.withLock { state in
            for socket in state.open.values { socket.stop() }
        }
    }

    /// Records a request and gives its index.
    func received(_ request: ReceivedRequest) -> Int {
        state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
    }

    func streamed(_ count: Int) {
        state.withLock { $0.streamedBytes += count }
    }

    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let idle = state.withLock { state in
                if !state.open.isEmpty { state.idleWaiters.append(continuation) }
                return state.open.isEmpty
            }
            if idle { continuation.resume() }
        }
    }
}
