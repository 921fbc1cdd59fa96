public import Foundation
package import Persistence

/// How often somebody may be wrong: after 5 failures of a name, or 20 of an address, within 15 minutes each further try has to
/// wait, twice as long after every failure. A browser in which somebody signed in before has 5 failures of its own, whatever
/// others try under the same name or from the same address.
public struct LoginLimits: Sendable {
    fileprivate struct Failures {
        var count = 0
        var last = Date.distantPast
    }

    private static let window = 900.0, longest = 900.0
    private static let most = (name: 5, address: 20)
    /// Forgetting is better than being filled up by whoever tries names.
    private static let mostKept = 10_000

    private var names: [String: Failures] = [:]
    private var addresses: [String: Failures] = [:]
    private var browsers: [String: Failures] = [:]

    /// Nobody was wrong yet.
    public init() {}

    /// The origin of a try to sign in.
    public struct Attempt: Sendable {
        let name: String
        let address: String
        let browser: String?

        /// A try under a name.
        ///
        /// - Parameters:
        ///   - address: of the household that it comes from, as ``ClientAddress`` tells it.
        ///   - browser: what a browser is counted under in which the same person signed in before; nil for any other.
        public init(name: String, address: String, browser: String? = nil) {
            (self.name, self.address, self.browser) = (Access.folded(String(name.prefix(64))), address, browser)
        }
    }

    /// How many seconds a try has to wait; 0 when it need not.
    public func wait(_ attempt: Attempt, at now: Date) -> Int {
        let ends =
            if let browser = attempt.browser {
                [Self.end(browsers[browser], Self.most.name)]
            } else {
                [
                    Self.end(names[attempt.name], Self.most.name),
                    Self.end(addresses[attempt.address], Self.most.address),
                ]
            }
        return max(0, Int((ends.max() ?? now).timeIntervalSince(now).rounded(.up)))
    }

    /// Counts a try that failed.
    public mutating func fail(_ attempt: Attempt, at now: Date) {
        if let browser = attempt.browser { return Self.count(&browsers, browser, now) }
        Self.count(&names, attempt.name, now)
        Self.count(&addresses, attempt.address, now)
    }

    /// Forgets the failure that was counted before the try succeeded: the name begins again. The address has its other failures
    /// still, or one known password would allow guessing others.
    public mutating func succeed(_ attempt: Attempt) {
        if let browser = attempt.browser { return browsers[browser] = nil }
        names[attempt.name] = nil
        addresses[attempt.address]?.count -= 1
    }

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

extension LoginLimits {
    /// The notes in which the failures stand that count for a try.
    package static func notes(of attempt: Attempt) -> [String] {
        func name(_ kind: String, _ key: String) -> String { "login/\(kind)/\(Secret.kept(key))" }
        if let browser = attempt.browser { return [name("browser", browser)] }
        return [name("name", attempt.name), name("address", attempt.address)]
    }

    /// The failures that count for a try, as they stand in its notes.
    package init(_ notes: [String: SharedNote], of attempt: Attempt) {
        let found = Self.notes(of: attempt).map { notes[$0].flatMap { Failures($0.text) } }
        if let browser = attempt.browser {
            browsers[browser] = found[0]
        } else {
            (names[attempt.name], addresses[attempt.address]) = (found[0], found[1])
        }
    }

    /// Puts the failures that count for a try into its notes.
    package func write(_ attempt: Attempt, to notes: inout [String: SharedNote]) {
        let failures =
            attempt.browser.map { [browsers[$0]] } ?? [names[attempt.name], addresses[attempt.address]]
        for (name, failures) in zip(Self.notes(of: attempt), failures) {
            notes[name] = failures.map { SharedNote($0.text, until: $0.last.addingTimeInterval(Self.window)) }
        }
    }
}

extension LoginLimits.Failures {
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), let last = Double(parts[1]) else { return nil }
        (self.count, self.last) = (count, Date(timeIntervalSince1970: last))
    }

    fileprivate var text: String { "\(count) \(last.timeIntervalSince1970)" }
}
