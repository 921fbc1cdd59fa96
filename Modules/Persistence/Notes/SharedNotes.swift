public import Foundation
public import PluginKit

/// Short texts by name that end after a while, beside the things of a household and in no backup: people and tokens,
/// sessions, failed sign-ins. All programs that serve one household on a server share them; where the household is in a file, they
/// are those of one program.
public protocol SharedNotes: Sendable {
    /// Whether other programs see them.
    var isShared: Bool { get }

    /// The texts of all names that begin with one of some prefixes.
    ///
    /// - Throws: ``StoreError``.
    func read(_ prefixes: [String], at now: Date) async throws -> [String: String]

    /// Changes texts while nobody else does.
    ///
    /// - Parameters:
    ///   - prefixes: of the names that `body` gets.
    ///   - body: gets what is there and changes it; may run again.
    /// - Throws: ``StoreError``, what `body` throws; then nothing is changed.
    func change<Result: Sendable>(
        _ prefixes: [String], at now: Date, _ body: @Sendable (inout [String: SharedNote]) throws -> Result
    ) async throws -> Result

    /// Takes a name for a while, or keeps it for longer: until then nobody else has it, by the clock of the server.
    ///
    /// - Parameter holder: names whoever takes it among all.
    /// - Returns: whether nobody else has it.
    /// - Throws: ``StoreError``.
    func take(_ name: String, for holder: String, lasting: Duration) async throws -> Bool

    /// Gives a name back, if `holder` has it.
    ///
    /// - Throws: ``StoreError``.
    func giveBack(_ name: String, by holder: String) async throws
}

/// A text with the instant at which it ends.
public struct SharedNote: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The instant from which it is not there any more; nil for never.
    public var end: Date?

    /// A note.
    public init(_ text: String, until end: Date?) {
        self.text = text
        self.end = end
    }

    /// Whether it is there at an instant.
    package func isThere(at now: Date) -> Bool { end.map { now < $0 } ?? true }
}

/// Notes of one program, gone with it.
public actor MemoryNotes: SharedNotes {
    private var notes: [String: SharedNote] = [:]
    private var leases: [String: (holder: String, end: ContinuousClock.Instant)] = [:]

    /// No notes.
    public init() {}

    /// False.
    public nonisolated let isShared = false

    /// The texts of all names that begin with one of some prefixes.
    public func read(_ prefixes: [String], at now: Date) -> [String: String] {
        notes(prefixes, at: now).mapValues(\.text)
    }

    /// Changes texts.
    public func change<Result: Sendable>(
        _ prefixes: [String], at now: Date, _ body: @Sendable (inout [String: SharedNote]) throws -> Result
    ) throws -> Result {
        let old = notes(prefixes, at: now)
        var new = old
        let result = try body(&new)
        for name in old.keys where new[name] == nil { notes[name] = nil }
        notes.merge(new) { $1 }
        notes = notes.filter { $0.value.isThere(at: now) }
        return result
    }

    /// Takes a name for a while.
    public func take(_ name: String, for holder: String, lasting: Duration) -> Bool {
        if let lease = leases[name], lease.holder != holder, .now < lease.end { return false }
        leases[name] = (holder, .now + lasting)
        return true
    }

    /// Gives a name back.
    public func giveBack(_ name: String, by holder: String) {
        if leases[name]?.holder == holder { leases[name] = nil }
    }

    private func notes(_ prefixes: [String], at now: Date) -> [String: SharedNote] {
        notes.filter { name, note in note.isThere(at: now) && prefixes.contains { name.hasPrefix($0) } }
    }
}

extension ServiceKey where Service == any SharedNotes {
    /// The notes beside the program's store, by the provider of the store.
    public static var sharedNotes: ServiceKey<any SharedNotes> {
        ServiceKey<any SharedNotes>("sharedNotes", selection: .along(with: "persistence"), neverFallsBack: true)
    }
}
