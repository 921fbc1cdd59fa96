import Foundation
public import Persistence

/// The place of people, tokens and guest links.
public protocol AccessPlace: Sendable {
    /// A text that differs after every change; nil where nothing was kept yet.
    ///
    /// - Throws: ``StoreError``.
    func version() async throws -> String?

    /// The people, tokens and links; none where nothing was kept yet.
    ///
    /// - Throws: ``AccessError``, ``StoreError``.
    func read() async throws -> Access

    /// Changes them, one program after another.
    ///
    /// - Throws: ``AccessError``, ``StoreError``, what `change` throws.
    func write<Value: Sendable>(_ change: @Sendable (inout Access) throws -> Value) async throws -> Value
}

/// People, tokens and guest links beside a household on a server, for all programs that serve it.
public struct AccessNotes: AccessPlace {
    private static let name = "access"

    private let notes: any SharedNotes

    /// Those of a household.
    public init(_ notes: any SharedNotes) { self.notes = notes }

    /// The text that is kept.
    public func version() async throws -> String? {
        try await notes.read([Self.name], at: .distantPast)[Self.name]
    }

    /// The people, tokens and links.
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
