import CommandSupport
public import Foundation
package import Persistence
import Presentation
public import Values
import WebAccess
import WebPages

/// The figures of one state of the store at one instant, so that all figures of a page belong together. Each is computed once, when it is
/// first requested.
public actor FigureSnapshot {
    /// The key of a snapshot.
    public struct Key: Hashable, Sendable {
        /// The services that it is made with: another database may have the same revision.
        public let services: UUID
        /// The revision of the store.
        public let revision: Int
        /// The sum of the store's journal: after a server has lost its newest writes, another state has the same revision.
        let journal: UInt64
        /// The day of the figures.
        public let today: CalendarDay
        /// The currency for totals that was asked for; nil for that of the settings.
        public let display: Currency?
        /// The ten minutes in which it is made, where others serve the same household; nil elsewhere.
        let period: Int?

        /// The id that every program gives to the figures of one state, so that any of them can save a form of another; nil where
        /// there are no others. Rates are asked for again with each period.
        var sharedID: String? {
            period.map { period in
                let text = "\(revision) \(journal) \(today) \(display?.code ?? "-") \(period)"
                return String(Secret.kept(text).prefix(12))
            }
        }
    }

    /// The id of the snapshot, which forms and tags name.
    public nonisolated let id: String
    /// Its key.
    public nonisolated let key: Key
    /// The use cases as they are now, to write with.
    public nonisolated let services: WebServices
    /// The instant at which it was made.
    public nonisolated let instant: Date
    /// The number of the journal's newest entry.
    package nonisolated let entry: Int
    /// Whether its figures are made of what is known without requests to the outside, while others are waited for.
    package nonisolated let isProvisional: Bool
    private let newCall: @Sendable () -> Call
    /// The requests to the outside of figures that are being computed, by name.
    private var requests: [String: OutsideRequests] = [:]
    /// The state of the set, while somebody makes an answer of it.
    private var snapshot: (any Store)?
    private var users = 0
    private var parts: [String: Task<any Sendable, any Error>] = [:]
    /// The figures that are worked out, by name.
    private var known: [String: any Sendable] = [:]

    package init(
        _ key: Key, _ services: WebServices, of snapshot: (any Store)?, at instant: Date, entry: Int,
        isProvisional: Bool = false, call: @escaping @Sendable () -> Call
    ) {
        self.key = key
        self.snapshot = snapshot
        self.services = services
        self.instant = instant
        self.entry = entry
        self.isProvisional = isProvisional
        newCall = call
        id = (isProvisional ? nil : key.sharedID) ?? String(Secret().text.prefix(12))
    }

    /// The instant and the day of the set; the time that the outside may take runs from now on.
    public nonisolated var call: Call {
        var call = newCall()
        if isProvisional { call.deadline = Deadline(in: .zero, on: ContinuousClock()) }
        if let requests = OutsideRequests.ofPage { call.deadline = call.deadline.noting { requests.note() } }
        return call
    }

    /// Whether a figure that is being computed has requested something outside.
    package var isWaiting: Bool { requests.values.contains(where: \.areSent) }

    /// The snapshot of the same state whose figures are made of what is known without requests to the outside.
    package func provisional() -> FigureSnapshot {
        FigureSnapshot(
            key, services, of: snapshot, at: instant, entry: entry, isProvisional: true, call: newCall)
    }

    /// The newest changes, for the overview.
    package func changes() async throws -> [HistoryEntry] {
        try await figure("changes") { services, _ in
            try await services.history.entries(limit: 5, most: PageStyle.mostCountedChanges).value
        }
    }

    /// Returns a figure, computed when it is first requested.
    ///
    /// - Parameters:
    ///   - name: its name among the figures of all sections: `savings.required`.
    ///   - make: computes it with the use cases on the state of the snapshot.
    /// - Throws: ``FigureClash``, ``Stale``, what `make` throws.
    public func figure<Value: Sendable>(
        _ name: String, _ make: @escaping @Sendable (WebServices, Call) async throws -> Value
    ) async throws -> Value {
        let task = parts[name] ?? compute(name, make)
        defer { requests[name] = nil }
        let made: any Sendable
        do { made = try await task.value } catch {
            // What failed may work the next time.
            parts[name] = nil
            throw error
        }
        guard let value = made as? Value else { throw FigureClash(name: name, wanted: "\(Value.self)") }
        known[name] = value
        return value
    }

    private func compute<Value: Sendable>(
        _ name: String, _ make: @escaping @Sendable (WebServices, Call) async throws -> Value
    ) -> Task<any Sendable, any Error> {
        let sent = OutsideRequests()
        var call = call
        call.deadline = call.deadline.noting { sent.note() }
        let task = Task { [call] in try await make(reading, call) as any Sendable }
        (parts[name], requests[name]) = (task, sent)
        return task
    }

    /// A figure that is computed already; nil if it is not.
    public func known<Value: Sendable>(_ name: String, as type: Value.Type) -> Value? { known[name] as? Value }

    /// The store as it was when the set was made.
    ///
    /// - Throws: ``Stale``, ``StoreError``.
    private func state() async throws -> any Store {
        if let snapshot { return snapshot }
        let state = try await services.store.snapshot()
        guard try await state.read({ try $0.revision() }) == key.revision else { throw Stale() }
        if users > 0 { snapshot = state }
        return state
    }

    /// The use cases on that state, for what is no part of the set.
    ///
    /// - Throws: ``Stale``, ``StoreError``.
    public var reading: WebServices { get async throws { services.reading(try await state()) } }

    /// Runs `body` on the snapshot, all of whose parts it finds as they were.
    package func use<Value: Sendable>(_ body: @Sendable (FigureSnapshot) async throws -> Value) async throws -> Value {
        users += 1
        defer {
            users -= 1
            if users == 0 { snapshot = nil }
        }
        return try await body(self)
    }

    /// Thrown when a figure that is not yet computed is wanted of a snapshot whose state is gone: retry with a newer one.
    public struct Stale: Error {}
}

/// Thrown when two figures have one name and are not of one type: a defect of the program.
public struct FigureClash: Error, CustomStringConvertible {
    /// The name of both.
    public let name: String
    /// The type of the one that was wanted.
    public let wanted: String
    /// A sentence for the developer.
    public var description: String {
        "Two figures are named '\(name)', and the first is no \(wanted). Begin each name with its section: 'savings.\(name)'."
    }
}
