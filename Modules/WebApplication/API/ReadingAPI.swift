import CommandSupport
import Foundation
import HTTPTypes
import Persistence
import PluginKit
public import Presentation
public import Values
import WebPages

extension WebApp {
    /// The parameters of all addresses that answer figures.
    package static let commonParameters = [
        Route.Parameter(
            name: "as-of", summary: "The day to answer for; later transactions do not count.",
            pattern: #"^\d{4}-\d{2}-\d{2}$"#),
        displayParameter, strictParameter,
    ]
    /// The currency for totals.
    package static let displayParameter = Route.Parameter(
        name: "display", summary: "The currency for totals.", pattern: "^[A-Za-z0-9]{2,12}$")
    /// Whether something may be missing.
    package static let strictParameter = Route.Parameter(
        name: "strict", summary: "Whether figures that are not complete are refused.", pattern: "^(true|false)$")
    /// The description of the API.
    package static let descriptionRoutes: [Route] = [
        Route(.get, "/api/v1/openapi.json", .everybody, "This description") { context in
            .json(OpenAPI(context.app.routes).text)
        },
        Route(.get, "/api", .reader, "The API in words") { context in
            .html(context.frame(nil, nil).text(OpenAPI(context.app.routes).page))
        },
    ]
}

extension Route {
    /// An address that answers with one thing, and with its version.
    public static func read(
        _ thing: VersionedThing, _ path: String, _ summary: String, _ document: String
    ) -> Route {
        read(path, summary, document, of: thing) { context, set in try await thing.document(context["id"], set) }
    }

    /// An address that answers with what a use case gives of a set of figures.
    ///
    /// - Parameters:
    ///   - path: below `/api/v1`.
    ///   - shape: that of the document.
    public static func read<Value: Sendable>(
        _ path: String, _ summary: String, _ shape: DocumentShape<Value>,
        _ make: @escaping @Sendable (RequestContext, FigureSnapshot) async throws -> Outcome<Value>
    ) -> Route {
        read(path, summary, shape.description.name) { context, set in
            Document(shape, try await make(context, set), asOf: set.key.today)
        }
    }

    /// An address that answers with one document of a set of figures.
    ///
    /// - Parameters:
    ///   - path: below `/api/v1`.
    ///   - document: the name of its schema.
    ///   - own: parameters of the query beside those of all documents.
    ///   - thing: the kind of thing that it is of, whose version the response tells.
    public static func read(
        _ path: String, _ summary: String, _ document: String, _ own: [Route.Parameter] = [],
        of thing: VersionedThing? = nil,
        _ make: @escaping @Sendable (RequestContext, FigureSnapshot) async throws -> Document
    ) -> Route {
        let parameters = WebApp.commonParameters + own
        return Route(.get, "/api/v1\(path)", .reader, summary, documents: [document], parameters: parameters) {
            context in
            try context.check(parameters)
            return try await context.figures { set in
                // What is shown follows from the set alone: who has it already is not sent it again. Of one thing the tag begins
                // with its version, by which it can be changed whatever its figures are by then.
                let tag =
                    if let thing {
                        try await context.tag(of: thing, context["id"], set)
                    } else {
                        "\"r\(set.key.revision)-\(set.id)\""
                    }
                let known = context.request.headers[.ifNoneMatch]?.split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
                if known?.contains(tag) == true { return WebResponse(.notModified, "application/json", "", headers) }
                let document = context.app.program.worded(try await make(context, set))
                try context.checkStrict(document)
                return .json(document.jsonText, .ok, headers)
            }
        }
    }
}

extension RequestContext {
    /// Refuses figures that are not complete where only complete ones are wanted.
    ///
    /// - Throws: ``WebProblem/incomplete``.
    package func checkStrict(_ document: Document) throws {
        if query["strict"] == "true", !document.isComplete { throw WebProblem.incomplete }
    }

    /// Refuses names that mean nothing here: one that is mistyped would silently be left out.
    ///
    /// - Throws: ``WebProblem``.
    package func check(_ parameters: [Route.Parameter]) throws {
        for (name, value) in query.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw WebProblem.unknownParameter(
                    name: name, nearest: nearestName(to: name, among: parameters.map(\.name)))
            }
            guard value.range(of: parameter.pattern, options: .regularExpression) != nil else {
                throw WebProblem.badParameter(name: name, value: value)
            }
        }
    }
}
