import WebApplication

/// The open connections: where each comes from, and since when it asks for nothing.
struct ConnectionTable {
    /// Whether a new connection may stay.
    enum Admission: Equatable {
        /// It stays.
        case stays
        /// It stays, and an older one that asks for nothing goes.
        case staysInstead(of: Int)
        /// Its address has as many as it may have, and all of them wait for answers.
        case refused
    }

    private struct Connection {
        let address: String?
        /// Since when it asks for nothing; nil while an answer is being made.
        var idleSince: ContinuousClock.Instant?
    }

    /// How many connections there are at most before one that asks for nothing goes for each new one.
    private let most: Int
    /// How many connections an address may have.
    private let mostOfAddress: Int
    private var connections: [Int: Connection] = [:]
    private var next = 0

    init(most: Int, mostOfAddress: Int) { (self.most, self.mostOfAddress) = (most, mostOfAddress) }

    /// Notes a new connection, which asks for nothing yet.
    ///
    /// - Parameter address: what it is counted under; nil where the connections of an address are not counted.
    mutating func open(from address: String?, at now: ContinuousClock.Instant) -> (id: Int, Admission) {
        next += 1
        var admission = Admission.stays
        if let address, connections.values.count(where: { $0.address == address }) >= mostOfAddress {
            guard let idle = longestIdle(where: { $0 == address }) else { return (next, .refused) }
            admission = .staysInstead(of: idle)
        } else if connections.count >= most {
            let crowded = crowded
            if let idle = longestIdle(where: { $0 == crowded }) { admission = .staysInstead(of: idle) }
        }
        if case .staysInstead(let id) = admission { connections[id] = nil }
        connections[next] = Connection(address: address, idleSince: now)
        return (next, admission)
    }

    /// Notes that a connection asks for something.
    mutating func begin(_ id: Int) { connections[id]?.idleSince = nil }

    /// Notes that a connection has all its answers.
    mutating func end(_ id: Int, at now: ContinuousClock.Instant) { connections[id]?.idleSince = now }

    /// Notes that a connection is closed.
    mutating func close(_ id: Int) { connections[id] = nil }

    /// The address with the most connections that ask for nothing: who has many loses one first.
    private var crowded: String? {
        var counts: [String?: Int] = [:]
        for connection in connections.values where connection.idleSince != nil {
            counts[connection.address, default: 0] += 1
        }
        return counts.max { ($0.value, $0.key ?? "") < ($1.value, $1.key ?? "") }?.key ?? nil
    }

    private func longestIdle(where isMeant: (String?) -> Bool) -> Int? {
        connections.filter { $0.value.idleSince != nil && isMeant($0.value.address) }
            .min { ($0.value.idleSince ?? .now, $0.key) < ($1.value.idleSince ?? .now, $1.key) }?.key
    }
}
