import CommandSupport
import Foundation
public import HTTPTypes
import Persistence
public import Presentation
public import Values
import WebAccess
import WebPages

/// A request of a program to write, with everything that its use case needs.
public struct WritingRequest: Sendable {
    /// The request with its sender.
    public let context: RequestContext
    /// The members of its body.
    public let members: JSONMembers
    /// The use cases to write with.
    public let services: WebServices
    /// The call of the use case, with idempotency key and expected version.
    public let call: Call
    /// The id of the thing that the address names; empty where it names none.
    public let id: String
}

/// An operation of the API that writes: the use case of a command, which answers the command's document.
public struct WritingOperation: Sendable {
    /// Runs the use case and returns the document to respond with.
    public typealias Body = @Sendable (WritingRequest) async throws -> Document

    package let method: HTTPRequest.Method
    package let path: String
    /// The kind of thing that the address names.
    package var thing: VersionedThing?
    /// The kind of thing that is made.
    package var makes: VersionedThing?
    package var members: [Route.Member] = []
    /// The command that does the same, for the history: made of the members and the name of the thing.
    package let command: @Sendable (RequestContext, JSONMembers, String) -> String
    /// The document for a request that was sent before, by an entry of the journal; nil for the thing as the entry left
    /// it.
    package var replay: (@Sendable (WritingRequest, Int) async throws -> Document)?
    /// Whether the request leaves somebody else's changes of the thing as they are.
    private let losesNothing: Bool

    /// An operation.
    ///
    /// - Parameters:
    ///   - path: its address below `/api/v1`.
    ///   - thing: the kind of thing that the address names.
    ///   - makes: the kind of thing that is made.
    ///   - members: those of the body.
    ///   - command: the words for the history, made of the members and the name of the thing.
    ///   - losesNothing: whether it leaves somebody else's changes of the thing as they are, so that a request names no version.
    ///   - replay: the document for a request that was sent before, by the number of its entry of the journal; nil for the thing as
    ///     the entry left it. What is sent by POST and neither names nor makes a thing needs one.
    public init(
        method: HTTPRequest.Method, path: String, thing: VersionedThing? = nil, makes: VersionedThing? = nil,
        members: [Route.Member] = [], losesNothing: Bool = false,
        command: @escaping @Sendable (RequestContext, JSONMembers, String) -> String,
        replay: (@Sendable (WritingRequest, Int) async throws -> Document)? = nil
    ) {
        self.method = method
        self.path = path
        self.thing = thing
        self.makes = makes
        self.members = members
        self.losesNothing = losesNothing
        self.command = command
        self.replay = replay
    }

    /// Whether somebody else's change of the thing would be lost: what is added loses none.
    package var needsVersion: Bool { thing != nil && makes == nil && !losesNothing }

    /// The address of the operation, which answers what its use case gives, with its warnings.
    ///
    /// - Parameters:
    ///   - summary: a phrase for the description of the API.
    ///   - shape: that of the document to respond with.
    ///   - body: runs the use case.
    public func route<Value: Sendable>(
        _ summary: String, _ shape: DocumentShape<Value>,
        _ body: @escaping @Sendable (WritingRequest) async throws -> Outcome<Value>
    ) -> Route {
        route(summary, shape.description.name) { request in
            Document(shape, try await body(request), asOf: request.call.today)
        }
    }

    /// The address of the operation.
    ///
    /// - Parameters:
    ///   - summary: a phrase for the description of the API.
    ///   - document: the name of the schema of the response.
    ///   - own: parameters of the query.
    ///   - body: runs the use case and returns the document to respond with.
    public func route(
        _ summary: String, _ document: String, parameters own: [Route.Parameter] = [], _ body: @escaping Body
    ) -> Route {
        let parameters = [WebApp.displayParameter] + own
        let writing = Route.WriteRules(
            needsVersion: needsVersion, takesKey: method == .post, makes: makes?.path,
            tells: makes != nil || needsVersion && method != .delete)
        var route = Route(
            method, "/api/v1\(path)", .owner, summary, documents: [document], parameters: parameters, body: members,
            writing: writing
        ) { context in
            // A document of another day shows what was or will be; what is written counts from now on.
            guard context.query["as-of"] == nil, !context.app.program.isAsOf else { throw WebProblem.otherDay }
            try context.check(parameters)
            return try await carryOut(context, body)
        }
        if method == .post, thing == nil, makes == nil, replay == nil {
            route.defect =
                "POST \(path) makes no thing and names none. Its operation needs a 'replay' for what is sent again."
        }
        return route
    }

    private func carryOut(_ context: RequestContext, _ body: Body) async throws -> WebResponse {
        let match = needsVersion ? try context.versionMatch : .any
        let members = try JSONMembers(context.request, members)
        let services = try await context.app.host.services().displaying(try context.display)
        // Each has a key, so that the entry of exactly this request is known afterwards.
        let idempotencyKey = try context.idempotencyKey(method) ?? "api:\(Secret().text)"
        let fingerprint = context.fingerprint(members)
        func request(_ id: String, _ command: String, _ expectedVersion: Call.ExpectedVersion? = nil) -> WritingRequest
        {
            var call = context.call(command)
            (call.idempotencyKey, call.fingerprint, call.expectedVersion) = (
                idempotencyKey, fingerprint, expectedVersion
            )
            return WritingRequest(context: context, members: members, services: services, call: call, id: id)
        }
        let (done, found) = try await services.store.read { reader in
            let done = try Receipt.of(idempotencyKey, in: reader)
            // It may be gone by this very request, sent for the second time.
            return (done, done == nil ? try thing?.current(context["id"], in: reader) : nil)
        }
        if let done { return try await replayed(request(context["id"], ""), done) }
        if let found, !match.holds(found.version) { return try await preconditionFailed(context) }
        let expectedVersion =
            match == .any ? nil : found.flatMap { thing?.expectedVersion($0.record.key, entry: $0.version) }
        let request = request(
            found?.record.key.id ?? context["id"], command(context, members, found?.record.name ?? context["id"]),
            expectedVersion
        )
        do {
            let document = context.app.program.worded(try await body(request))
            try context.checkStrict(document)
            // It was written, so a store that is locked now fails nothing.
            try? await services.store.keep(document.warnings, of: request.call)
            let entry = try await services.store.read { try Receipt.of(idempotencyKey, in: $0)?.entry }
            return try await answer(request, document, entry, found?.record.key)
        } catch StoreError.alreadyDone(let entry) {
            // The same key at the same moment.
            guard let done = try await services.store.read({ try Receipt.of(idempotencyKey, in: $0) }) else {
                throw StoreError.alreadyDone(entry: entry)
            }
            return try await replayed(request, done)
        } catch StoreError.changedUnderneath where expectedVersion != nil {
            return try await preconditionFailed(context)
        }
    }

    /// The response with the thing as it is now, where another version was expected.
    private func preconditionFailed(_ context: RequestContext) async throws -> WebResponse {
        guard let thing else { throw WebProblem.noVersion }
        return try await context.figures { set in
            let tag = try await context.tag(of: thing, context["id"], set)
            let document = context.app.program.worded(try await thing.document(context["id"], set))
            return .json(document.jsonText, .preconditionFailed, [.eTag: tag])
        }
    }

    /// The response to a request that was sent before: the thing as the entry left it, whatever was written later.
    ///
    /// - Throws: ``WebProblem/reusedKey`` where the request has other contents.
    private func replayed(_ request: WritingRequest, _ done: Receipt) async throws -> WebResponse {
        guard done.contents == request.call.fingerprint else { throw WebProblem.reusedKey }
        let (name, entry) = (request.id, done.entry)
        let record = try await request.services.store.read { reader -> Record? in
            if let makes {
                return try reader.change(in: entry) { $0.key.kind == makes.kind && $0.before == nil }?.after
            }
            guard let thing else { return nil }
            let key = try (try? thing.found(name, in: reader))?.key ?? thing.key(name)
            let change = try reader.change(in: entry) { $0.key == key }
            // A request that changed nothing left the thing as it was.
            return try change?.after ?? change?.before ?? reader.record(key)
        }
        if let replay {
            let document = request.context.app.program.worded(try await replay(request, entry)).adding(
                done.shownWarnings)
            return try await answer(request, document, entry, record?.key)
        }
        guard let subject = makes ?? thing, let record else {
            throw LookupError.unknown(kind: (makes ?? thing)?.kind ?? "", name: name, nearest: nil)
        }
        let document = try await subject.changed(record, request.services, request.call.today).adding(
            done.shownWarnings)
        return try await answer(request, document, entry, record.key)
    }

    /// An answer with where what is new stands, or with the version that was left behind.
    ///
    /// - Parameters:
    ///   - entry: the number of the entry that was made; nil when nothing was written.
    ///   - key: of the thing that the address names.
    private func answer(
        _ request: WritingRequest, _ document: Document, _ entry: Int?, _ key: EntityKey?
    ) async throws -> WebResponse {
        let (thing, makes) = (thing, makes)
        var answer = WebResponse.json(request.context.app.program.worded(document).jsonText)
        if let makes {
            let made = try await request.services.store.read { reader in
                try entry.flatMap { entry in
                    try reader.change(in: entry) { $0.key.kind == makes.kind && $0.before == nil }
                }
            }
            answer.status = .created
            answer.headers[.location] = made.map {
                request.context.app.policy.place.prefix + makes.path + $0.key.id.lowercased()
            }
            answer.headers[.eTag] = entry.map { "\"j\($0)\"" }
        } else if let thing, let key, method != .delete {
            // What others wrote after this request is no part of what it answers.
            let version = try await request.services.store.read {
                try $0.version(
                    of: thing.expectedVersion(key, entry: entry ?? request.call.expectedVersion?.entry ?? .max))
            }
            answer.headers[.eTag] = "\"j\(version)\""
        }
        return answer
    }
}

extension StoreReader {
    /// The first change of an entry that is meant.
    fileprivate func change(in entry: Int, where isMeant: (Change) -> Bool) throws -> Change? {
        var found: Change?
        _ = try forEachChange(ofEntry: entry) { change in
            if isMeant(change) { found = change }
            return found == nil
        }
        return found
    }
}
