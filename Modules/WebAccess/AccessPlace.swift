import Foundation
public import Persistence

/// Where it is kept who may come in.
public protocol AccessPlace: Sendable {
    /// What is different after every change; nil where nothing was kept yet.
    ///
    /// - Throws: ``StoreError``.
    func version() async throws -> String?

    /// What is kept there; nobody where there is nothing.
    ///
    /// - Throws: ``AccessError``, ``StoreError``.
    func read() async throws -> Access

    /// Changes what is kept there, one program after another.
    ///
    /// - Throws: ``AccessError``, ``StoreError``, what `change` throws.
    func write<Value: Sendable>(_ change: @Sendable (inout Access) throws -> Value) async throws -> Value
}

/// Who may come in, kept beside a household on a server, for all programs that serve it.
public struct AccessNotes: AccessPlace {
    private static let name = "access"

    private let notes: any SharedNotes

    /// Those of a household.
    public init(_ notes: any SharedNotes) { self.notes = notes }

    /// The text that is kept.
    public func version() async throws -> String? {
        try await notes.read([Self.name], at: .distantPast)[Self.name]
    }

    /// What is kept.
    public func read() async throws -> Access { try Self.access(try await version()) }

    /// Changes what is kept.
    public func write<Value: Sendable>(_ change: @Sendable (inout Access) throws -> Value) async throws -> Value {
        try await notes.change([Self.name], at: .distantPast) { notes in
            var access = try Self.access(notes[Self.name]?.text)
            let value = try change(&access)
            let text = String(decoding: try AccessFile.encoder.encode(access), as: UTF8.self)
            notes[Self.name] = SharedNote(text, until: nil)
            return value
        }
    }

    private static func access(_ text: String?) throws -> Access {
        guard let text else { return Access() }
        do { return try AccessFile.decoder.decode(Access.self, from: Data(text.utf8)) } catch {
            throw AccessError.unreadable(path: "the server", detail: "it is not what was written there")
        }
    }
}
