import NIOCore
import Synchronization
import WebAccess
import WebApplication

/// The places for connections: one that asks for nothing makes room for a new one, and no address has all of them.
final class ConnectionPlaces: Sendable {
    private struct State {
        var table: ConnectionTable
        var channels: [Int: any Channel] = [:]
    }

    private let state: Mutex<State>
    /// Whether the connections of an address are counted together: not those of a proxy, nor where only this machine asks.
    private let isCounted: @Sendable (String) -> Bool

    init(most: Int, mostOfAddress: Int, isCounted: @escaping @Sendable (String) -> Bool) {
        state = Mutex(State(table: ConnectionTable(most: most, mostOfAddress: mostOfAddress)))
        self.isCounted = isCounted
    }

    /// Takes a place for a connection; nil where it may not stay.
    func open(_ channel: any Channel) -> Int? {
        let peer = channel.remoteAddress?.ipAddress
        let address = peer.flatMap { isCounted($0) ? ClientAddress.network($0) ?? $0 : nil }
        let (id, leaving) = state.withLock { state -> (Int?, (any Channel)?) in
            let (id, admission) = state.table.open(from: address, at: .now)
            if admission == .refused { return (nil, nil) }
            state.channels[id] = channel
            guard case .staysInstead(let other) = admission else { return (id, nil) }
            return (id, state.channels.removeValue(forKey: other))
        }
        leaving?.close(promise: nil)
        return id
    }

    /// Notes that a connection asks for something.
    func begin(_ id: Int) { state.withLock { $0.table.begin(id) } }

    /// Notes that a connection has all its answers.
    func end(_ id: Int) { state.withLock { $0.table.end(id, at: .now) } }

    /// Gives a place back.
    func close(_ id: Int) {
        state.withLock { state in
            state.table.close(id)
            state.channels[id] = nil
        }
    }
}
