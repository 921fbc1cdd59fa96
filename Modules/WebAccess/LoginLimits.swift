public import Foundation

/// How often somebody may be wrong: after 5 failures of a name, or 20 of an address, within 15 minutes each further try has to
/// wait, twice as long after every failure.
public struct LoginLimits: Sendable {
    private struct Failures {
        var count = 0
        var last = Date.distantPast
    }

    private static let window = 900.0, longest = 900.0
    private static let most = (name: 5, address: 20)
    /// Forgetting is better than being filled up by whoever tries names.
    private static let mostKept = 10_000

    private var names: [String: Failures] = [:]
    private var addresses: [String: Failures] = [:]

    /// Nobody was wrong yet.
    public init() {}

    /// How many seconds a try has to wait; 0 when it need not.
    public func wait(name: String, address: String, at now: Date) -> Int {
        let ends = [
            Self.end(names[Self.key(name)], Self.most.name), Self.end(addresses[address], Self.most.address),
        ]
        return max(0, Int((ends.max() ?? now).timeIntervalSince(now).rounded(.up)))
    }

    /// That a try failed.
    public mutating func fail(name: String, address: String, at now: Date) {
        Self.count(&names, Self.key(name), now)
        Self.count(&addresses, address, now)
    }

    /// That a try succeeded which was counted as a failure before: the name begins again. The address has its other failures still,
    /// or one known password would allow guessing others.
    public mutating func succeed(name: String, address: String) {
        names[Self.key(name)] = nil
        addresses[address]?.count -= 1
    }

    private static func key(_ name: String) -> String { Access.folded(String(name.prefix(64))) }

    private static func end(_ failures: Failures?, _ most: Int) -> Date {
        guard let failures, failures.count >= most else { return .distantPast }
        return failures.last.addingTimeInterval(min(longest, pow(2, Double(min(failures.count - most, 20)))))
    }

    private static func count(_ all: inout [String: Failures], _ key: String, _ now: Date) {
        if all.count >= mostKept { all = all.filter { now.timeIntervalSince($0.value.last) < window } }
        if all.count >= mostKept, let oldest = all.min(by: { $0.value.last < $1.value.last }) { all[oldest.key] = nil }
        var failures = all[key] ?? Failures()
        if now.timeIntervalSince(failures.last) >= window { failures.count = 0 }
        failures.count += 1
        failures.last = now
        all[key] = failures
    }
}
