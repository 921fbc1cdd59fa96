import CommandSupport
import Foundation
import HTTPTypes
import Models
import Persistence
import SavingsPages
import WebPages

/// Answers requests: finds the route, asks the door, and turns what goes wrong into pages and documents, at this one place.
struct WebApp: Sendable {
    let context: CommandContext
    let household: Household
    let sets: FigureSets
    let door: Door
    let events: EventHub
    let metrics: Metrics
    let isDemo: Bool

    /// Every address there is.
    static let routes =
        doorRoutes + pageRoutes + tryRoutes + goalSaves + assetSaves + paymentSaves + eventRoutes + apiRoutes
        + previewRoutes + goalWrites + assetWrites + paymentWrites + settingsRoutes + settingsWrites + stateRoutes

    /// How long an answer may take.
    private static let limit = Duration.seconds(30), slow = Duration.milliseconds(300)

    /// The answer to a request, and the pattern of its address for the log.
    func answer(_ request: WebRequest) async -> (answer: WebAnswer, pattern: String) {
        let matches = Self.routes.compactMap { route in route.match(request.path).map { (route: route, values: $0) } }
        let precision = matches.map(\.route.precision).max()
        let found = matches.filter { $0.route.precision == precision }
        let method = request.method == .head ? .get : request.method
        guard let first = found.first else {
            return (await told(WebProblem.page, request), "(none)")
        }
        guard let (route, values) = found.first(where: { $0.route.method == method }) else {
            let allowed = Set(found.flatMap { $0.route.method == .get ? ["GET", "HEAD"] : [$0.route.method.rawValue] })
            var answer = await told(WebProblem.method(request.method.rawValue), request)
            answer.headers[.allow] = allowed.sorted().joined(separator: ", ")
            return (answer, first.route.pattern)
        }
        let session = await door.session(of: request)
        do {
            guard let query = request.query else { throw WebProblem.query }
            if route.access != .everybody, session == nil { throw WebProblem.session }
            if route.access == .form, let session {
                guard route.body != nil || request.form != nil else { throw WebProblem.form }
                guard door.isOwn(request, session.session) else { throw WebProblem.own }
            }
            let visit = Visit(app: self, request: request, values: values, query: query, session: session)
            return (try await Self.inTime(request) { try await route.handle(visit) }, route.pattern)
        } catch {
            return (
                await told(error, request, session: session, isOfMembers: route.body?.isEmpty == false), route.pattern
            )
        }
    }

    /// What `body` answers, unless it takes too long: then it is cancelled, and not waited for. So it is when nobody waits for
    /// it any more, which is asked of slow ones alone: a connection that is kept would gather what is to be done at its end.
    private static func inTime(
        _ request: WebRequest, _ body: @escaping @Sendable () async throws -> WebAnswer
    ) async throws -> WebAnswer {
        let (answers, continuation) = AsyncThrowingStream.makeStream(of: WebAnswer.self)
        let work = Task {
            do { continuation.yield(try await body()) } catch { continuation.finish(throwing: error) }
        }
        let clock = Task {
            try await Task.sleep(for: slow)
            request.onClose { work.cancel() }
            try await Task.sleep(for: limit - slow)
            continuation.finish(throwing: WebProblem.time)
        }
        defer {
            work.cancel()
            clock.cancel()
        }
        for try await answer in answers { return answer }
        throw CancellationError()
    }

    /// What went wrong, as a page or as a document.
    ///
    /// - Parameter isOfMembers: whether what is wrong is a value in a body that could be read, not the address.
    func told(
        _ error: any Error, _ request: WebRequest, session: (cookie: String, session: Sessions.Session)? = nil,
        isOfMembers: Bool = false
    ) async -> WebAnswer {
        let status = Self.status(of: error, isOfMembers: isOfMembers)
        let told = context.told(error)
        let advice = (error as? WebProblem)?.advice ?? told.hint
        var answer: WebAnswer
        if request.isForPrograms {
            answer = .json(told.jsonText, status)
        } else {
            let visit = Visit(app: self, request: request, values: [:], query: [:], session: session)
            let page = Page.problem(
                Self.title(of: status), status: status.code,
                message: told.message.split(separator: "\n").map { visit.style.message(String($0)) },
                advice: advice,
                links: session == nil ? [] : [.link("Overview", to: "/"), .text(" · "), .link("Health", to: "/health")])
            answer = .html(visit.frame(nil, []).text(page), status)
        }
        if status == .serviceUnavailable { answer.headers[.retryAfter] = "5" }
        return answer
    }

    private static func status(of error: any Error, isOfMembers: Bool) -> HTTPResponse.Status {
        if let missing = error as? WebProblem { return HTTPResponse.Status(code: missing.status) }
        if error is CancellationError { return .serviceUnavailable }
        guard let problem = error as? any Problem else { return .internalServerError }
        return switch problem.kind {
        case .usage: isOfMembers ? .unprocessableContent : .badRequest
        case .refused: .unprocessableContent
        case .missing: .notFound
        case .conflict: .conflict
        case .outside, .damaged: .serviceUnavailable
        }
    }

    private static func title(of status: HTTPResponse.Status) -> String {
        switch status.code {
        case 400: "This cannot be read"
        case 401: "Please come in"
        case 403: "This is not allowed"
        case 404: "Not found"
        case 405: "Not possible here"
        case 409: "Something changed meanwhile"
        case 413: "Too large"
        case 415: "In another form"
        case 421: "Another address"
        case 422: "This cannot be worked out"
        case 503: "Not possible at the moment"
        default: "Something went wrong"
        }
    }
}
