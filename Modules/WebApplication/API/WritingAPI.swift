import CommandSupport
import Foundation
package import HTTPTypes
import Persistence
package import Presentation
package import Values
import WebAccess
import WebPages

/// What a program asked to be written, with everything that carrying it out takes.
package struct WritingRequest: Sendable {
    package let visit: Visit
    package let members: JSONMembers
    package let services: WebServices
    package let call: Call
    /// The id of the thing that the address names; empty where it names none.
    package let id: String
}

/// An operation of the API that writes: the use case of a command, which answers the command's document.
package struct WritingOperation: Sendable {
    /// Carries it out.
    package typealias Body = @Sendable (WritingRequest) async throws -> Document

    package let method: HTTPRequest.Method
    package let path: String
    /// What the address names.
    package var thing: VersionedThing?
    /// What is new after it.
    package var makes: VersionedThing?
    package var members: [Route.Member] = []
    /// The command that does the same, for the history: made of the members and the name of the thing.
    package let command: @Sendable (Visit, JSONMembers, String) -> String
    /// What is answered to a request that was carried out before, by an entry of the journal; nil for the thing as the entry left
    /// it.
    package var again: (@Sendable (WritingRequest, Int) async throws -> Document)?

    package init(
        method: HTTPRequest.Method, path: String, thing: VersionedThing? = nil, makes: VersionedThing? = nil,
        members: [Route.Member] = [], command: @escaping @Sendable (Visit, JSONMembers, String) -> String,
        again: (@Sendable (WritingRequest, Int) async throws -> Document)? = nil
    ) {
        self.method = method
        self.path = path
        self.thing = thing
        self.makes = makes
        self.members = members
        self.command = command
        self.again = again
    }

    /// Whether somebody else's change of the thing would be lost: what is added loses none.
    package var needsVersion: Bool { thing != nil && makes == nil }

    /// The address with what carries it out.
    package func route(
        _ summary: String, _ document: String, parameters own: [Route.Parameter] = [], _ body: @escaping Body
    ) -> Route {
        let parameters = [WebApp.displayParameter] + own
        let writing = Route.Writing(
            needsVersion: needsVersion, takesKey: method == .post, makes: makes?.path,
            tells: makes != nil || needsVersion && method != .delete)
        return Route(
            method, "/api/v1\(path)", .owner, summary, documents: [document], parameters: parameters, body: members,
            writing: writing
        ) { visit in
            // A document of another day shows what was or will be; what is written counts from now on.
            guard visit.query["as-of"] == nil, !visit.app.context.isAsOf else { throw WebProblem.otherDay }
            try visit.check(parameters)
            return try await carryOut(visit, body)
        }
    }

    private func carryOut(_ visit: Visit, _ body: Body) async throws -> WebAnswer {
        let match = needsVersion ? try visit.versionMatch : .any
        let members = try JSONMembers(visit.request, members)
        let services = try await visit.app.host.services().displaying(try visit.display)
        // Each has a key, so that the entry of exactly this request is known afterwards.
        let once = try visit.idempotencyKey(method) ?? "api:\(Secret().text)"
        let contents = visit.fingerprint(members)
        func request(_ id: String, _ command: String, _ basis: Call.Basis? = nil) -> WritingRequest {
            var call = visit.call(command)
            (call.once, call.contents, call.basis) = (once, contents, basis)
            return WritingRequest(visit: visit, members: members, services: services, call: call, id: id)
        }
        let (done, found) = try await services.store.read { reader in
            let done = try Receipt.of(once, in: reader)
            // It may be gone by this very request, sent for the second time.
            return (done, done == nil ? try thing?.current(visit["id"], in: reader) : nil)
        }
        if let done { return try await repeated(request(visit["id"], ""), done) }
        if let found, !match.holds(found.version) { return try await moved(visit) }
        let basis = match == .any ? nil : found.flatMap { thing?.basis($0.record.key, entry: $0.version) }
        let request = request(
            found?.record.key.id ?? visit["id"], command(visit, members, found?.record.name ?? visit["id"]), basis)
        do {
            let document = visit.app.context.worded(try await body(request))
            try visit.checkStrict(document)
            try await services.store.keep(document.warnings, of: request.call)
            let entry = try await services.store.read { try Receipt.of(once, in: $0)?.entry }
            return try await answer(request, document, entry, found?.record.key)
        } catch StoreError.alreadyDone(let entry) {
            // The same key at the same moment.
            guard let done = try await services.store.read({ try Receipt.of(once, in: $0) }) else {
                throw StoreError.alreadyDone(entry: entry)
            }
            return try await repeated(request, done)
        } catch StoreError.changedUnderneath where basis != nil {
            return try await moved(visit)
        }
    }

    /// What is there instead of what was seen.
    private func moved(_ visit: Visit) async throws -> WebAnswer {
        guard let thing else { throw WebProblem.noVersion }
        return try await visit.figures { set in
            let tag = try await visit.tag(of: thing, visit["id"], set)
            let document = visit.app.context.worded(try await thing.document(visit["id"], set))
            return .json(document.jsonText, .preconditionFailed, [.eTag: tag])
        }
    }

    /// What is answered to a request that was carried out before: the thing as the entry left it, whatever came later.
    ///
    /// - Throws: ``WebProblem/reusedKey`` where the request has other contents.
    private func repeated(_ request: WritingRequest, _ done: Receipt) async throws -> WebAnswer {
        guard done.contents == request.call.contents else { throw WebProblem.reusedKey }
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
        if let again {
            let document = request.visit.app.context.worded(try await again(request, entry)).adding(done.told)
            return try await answer(request, document, entry, record?.key)
        }
        guard let subject = makes ?? thing, let record else {
            throw LookupError.unknown(kind: (makes ?? thing)?.kind ?? "", name: name, nearest: nil)
        }
        let document = try await subject.changed(record, request.services, request.call.today).adding(done.told)
        return try await answer(request, document, entry, record.key)
    }

    /// An answer with where what is new stands, or with the version that was left behind.
    ///
    /// - Parameters:
    ///   - entry: the number of the entry that was made; nil when nothing was written.
    ///   - key: of the thing that the address names.
    private func answer(
        _ request: WritingRequest, _ document: Document, _ entry: Int?, _ key: EntityKey?
    ) async throws -> WebAnswer {
        let (thing, makes) = (thing, makes)
        var answer = WebAnswer.json(request.visit.app.context.worded(document).jsonText)
        if let makes {
            let made = try await request.services.store.read { reader in
                try entry.flatMap { entry in
                    try reader.change(in: entry) { $0.key.kind == makes.kind && $0.before == nil }
                }
            }
            answer.status = .created
            answer.headers[.location] = made.map {
                request.visit.app.door.place.prefix + makes.path + $0.key.id.lowercased()
            }
            answer.headers[.eTag] = entry.map { "\"j\($0)\"" }
        } else if let thing, let key, method != .delete {
            // What others wrote after this request is no part of what it answers.
            let version = try await request.services.store.read {
                try $0.version(of: thing.basis(key, entry: entry ?? request.call.basis?.entry ?? .max))
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
