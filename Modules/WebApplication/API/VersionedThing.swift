import CommandSupport
import Foundation
package import HTTPTypes
package import Persistence
public import Presentation
public import Values
import WebAccess
import WebPages

/// A kind of thing with a version of its own in the API: the number of the newest entry of the journal that changed it.
public struct VersionedThing: Sendable {
    /// The address of one in the API, up to its id: `/api/v1/goals/`.
    public let path: String
    /// The kind of the entity.
    public let kind: String
    /// Whether it is all parts of an owner, which the owner's id names.
    package let isParts: Bool
    /// The kind that the id is of.
    private let owner: String
    /// The address of its page, up to its id; nil without one.
    public let page: String?
    /// The one that a name or an id means.
    private let find: @Sendable (String, any StoreReader) throws -> Record
    /// The titles of all, with their ids.
    let titles: @Sendable (any StoreReader) throws -> [(title: String, id: String)]
    /// The document of one, by its name, with its figures.
    package let document: @Sendable (String, FigureSnapshot) async throws -> Document
    /// The document for a response to a change, without warnings.
    package let changed: @Sendable (Record, WebServices, CalendarDay) async throws -> Document

    /// Things of a kind.
    ///
    /// - Parameters:
    ///   - path: the address of one in the API, up to its id: `/api/v1/goals/`.
    ///   - page: the address of its page, up to its id; nil without one.
    ///   - document: the document of the one that a name or an id means, with its figures.
    ///   - changed: the document of one after a change, without warnings.
    public init<E: Entity>(
        _ type: E.Type, path: String, page: String? = nil,
        document: @escaping @Sendable (String, FigureSnapshot) async throws -> Document,
        changed: @escaping @Sendable (E, WebServices, CalendarDay) async throws -> Document
    ) {
        self.path = path
        kind = type.declaration.description.kind
        owner = kind
        isParts = false
        self.page = page
        find = { Record(try $1.find(type, named: $0)) }
        titles = { reader in
            try reader.all(type).map { value in
                let record = Record(value)
                return (record.name, record.key.id)
            }
        }
        self.document = document
        self.changed = { record, services, day in
            guard let value = try record.value(type) else {
                throw LookupError.unknown(kind: record.key.kind, name: record.key.id, nearest: nil)
            }
            return try await changed(value, services, day)
        }
    }

    /// All parts of an owner together: they have one version and one document.
    public init<Part: Entity>(
        _ type: Part.Type, of owner: VersionedThing,
        document: @escaping @Sendable (String, FigureSnapshot) async throws -> Document
    ) {
        path = owner.path
        kind = type.declaration.description.kind
        self.owner = owner.kind
        isParts = true
        page = nil
        find = owner.find
        titles = { _ in [] }
        self.document = document
        changed = owner.changed
    }

    /// The one that a name or an id means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    package func found(_ name: String, in reader: any StoreReader) throws -> Record { try find(name, reader) }

    /// The same with its version.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    package func current(_ name: String, in reader: any StoreReader) throws -> (record: Record, version: Int) {
        let record = try found(name, in: reader)
        return (record, try reader.version(of: expectedVersion(record.key)))
    }

    /// The key of one that is gone, by its id.
    ///
    /// - Throws: ``LookupError`` for a name.
    package func key(_ id: String) throws -> EntityKey {
        guard let id = UUID(uuidString: id) else { throw LookupError.unknown(kind: kind, name: id, nearest: nil) }
        return EntityKey(kind: owner, cells: [.text(id.uuidString)])
    }

    /// The version of the thing at an entry of the journal.
    package func expectedVersion(_ key: EntityKey, entry: Int = .max) -> Call.ExpectedVersion {
        Call.ExpectedVersion(key, parts: isParts ? kind : nil, entry: entry)
    }
}

extension RequestContext {
    /// A thing as it is now, with its tag: its version, and the figures that it is shown with.
    ///
    /// - Throws: ``LookupError``, ``FigureSnapshot/Stale``, ``StoreError``, what working out its figures throws.
    package func tag(of thing: VersionedThing, _ name: String, _ set: FigureSnapshot) async throws -> String {
        let version = try await set.reading.store.read { try thing.current(name, in: $0).version }
        return "\"j\(version)-\(set.id)\""
    }
}

/// The versions of a thing that a request may change (RFC 9110, `If-Match`).
package enum VersionMatch: Equatable {
    case any
    case versions(Set<Int>)

    /// Whether one of them is meant.
    package func holds(_ version: Int) -> Bool {
        switch self {
        case .any: true
        case .versions(let versions): versions.contains(version)
        }
    }
}

extension RequestContext {
    /// The versions that the request may change. A tag of ours begins with the version; one of somebody else, or a weak one, is of
    /// none.
    ///
    /// - Throws: ``WebProblem``.
    package var versionMatch: VersionMatch {
        get throws {
            guard let text = request.headers[.ifMatch]?.trimmingCharacters(in: .whitespaces) else {
                throw WebProblem.noVersion
            }
            if text == "*" { return .any }
            let tags = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard !tags.isEmpty, tags.allSatisfy({ $0.wholeMatch(of: #/(W\/)?"[^"]*"/#) != nil }) else {
                throw WebProblem.badHeader(name: "If-Match", expected: "a tag in quotes as 'ETag' has it, or *")
            }
            return .versions(
                Set(tags.compactMap { $0.wholeMatch(of: #/"j([0-9]{1,18})(-[^"]*)?"/#).flatMap { Int($0.output.1) } }))
        }
    }

    /// The idempotency key: two requests of one sender with the same key and address run once. Nil if the client sent none. Senders
    /// who chose the same key by chance have keys of their own.
    ///
    /// - Throws: ``WebProblem/badHeader(name:expected:)``.
    package func idempotencyKey(_ method: HTTPRequest.Method) throws -> String? {
        let name = "Idempotency-Key"
        guard method == .post, let key = request.headers[named: name] else { return nil }
        // Programs that count 1, 2, 3 would take each other's requests for their own.
        guard (16...100).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw WebProblem.badHeader(
                name: name, expected: "of 16 to 100 visible letters, digits and signs, as a random UUID")
        }
        // No form has a key with a space in it, and no name a colon.
        return "api: \(key) /\(request.path.joined(separator: "/")) \(principal?.name ?? ":start")"
    }

    /// The request fingerprint: the same for a request that is sent again, another one for other contents.
    package func fingerprint(_ members: JSONMembers) -> String {
        let query = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.urlEscaped)" }
        return Secret.kept((query + [members.canonicalText]).joined(separator: "\n"))
    }
}

extension Record {
    /// The title that people use; the summary without one.
    package var name: String { title ?? summary }
}

extension EntityKey {
    /// The id, of a thing that has one.
    package var id: String { if case .text(let id) = cells.first { id } else { "" } }
}
