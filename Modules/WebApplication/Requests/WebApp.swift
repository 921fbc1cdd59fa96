package import CommandSupport
import Foundation
import HTTPTypes
package import Persistence
package import Presentation
import Values
import WebAccess
import WebPages

/// Answers requests: finds the route, asks the policy, and turns what goes wrong into pages and documents, at this one place.
package struct WebApp: Sendable {
    package let program: CommandContext
    package let host: ServiceHost
    package let figureCache: FigureCache
    package let policy: AccessPolicy
    /// The files that were uploaded.
    package let uploads: UploadFolder
    package let events = EventHub()
    package let metrics = Metrics()
    /// The notes that all servers of the household share.
    package let notes: any SharedNotes
    package let isDemo: Bool
    /// Whether the store keeps things in memory only.
    package let isVolatile: Bool

    /// The name of the program that all pages have in common.
    package let title: String
    /// The domains that the program shows.
    package let sections: [Section]
    /// Every address there is.
    package let routes: [Route]
    /// The names of the fields of forms that hold a number.
    let numberFields: Set<String>
    /// The words of pages for remedies.
    package let remedies: RemedyWords
    /// The paths of the pages that sentences can name, by title; a title that two pages have names none.
    let pages: [String: String]

    package init(
        program: CommandContext, title: String, host: ServiceHost, sections: [Section], policy: AccessPolicy,
        notes: any SharedNotes, uploads: UploadFolder, isDemo: Bool, isVolatile: Bool
    ) {
        self.program = program
        self.host = host
        self.title = title
        self.sections = sections
        self.policy = policy
        self.notes = notes
        self.uploads = uploads
        self.isDemo = isDemo
        self.isVolatile = isVolatile
        figureCache = FigureCache(host, program)
        routes = Self.routes(of: sections)
        numberFields = Set(sections.flatMap(\.numbers))
        let common = [("Activity", "/activity"), ("Health", "/health"), ("Settings", "/settings")]
        let found = common + sections.flatMap { $0.entries + $0.footer }.map { ($0.title, $0.path) }
        pages = Dictionary(grouping: found, by: \.0).compactMapValues { $0.count == 1 ? $0[0].1 : nil }
        remedies = RemedyWords(Section.storeRemedies, sections.reduce(into: [:]) { $0.merge($1.remedies) { $1 } })
    }

    /// The addresses of a program with sections.
    package static func routes(of sections: [Section]) -> [Route] {
        signInRoutes + guestRoutes + peopleRoutes + passwordRoutes + overviewRoutes + sections.flatMap(\.routes)
            + activityRoutes
            + searchRoutes
            + eventRoutes + uploadRoutes + settingsRoutes + settingsWrites + stateRoutes + descriptionRoutes
    }

    /// Keeps pages up to date until the program ends.
    package func watch() async {
        await uploads.deleteLeftovers()
        let uploads = uploads
        let cleaning = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(60))
                await uploads.deleteExpired()
            }
        }
        let beside = sections.compactMap(\.backgroundWork).map { work in Task { await work(self) } }
        await events.watch(figureCache)
        for task in beside { task.cancel() }
        cleaning.cancel()
    }

    /// Ends what goes on beside requests.
    package func stop() async {
        await events.stop()
        await uploads.deleteAll()
        for section in sections { await section.stop() }
    }

    /// The most bytes of the body of a request that brings a file; nil for one that brings none.
    func mostUploadBytes(_ request: WebRequest) -> Int? {
        route(of: request)?.takesUpload == true ? uploads.mostBytes + UploadReceiver.mostBeside : nil
    }

    /// Takes the body of a request that brings a file, from somebody who may send it; nil for a request that brings none.
    ///
    /// - Throws: ``WebProblem`` before anything of the file is read.
    func receiver(_ request: WebRequest) async throws -> UploadReceiver? {
        guard let route = route(of: request), route.takesUpload else { return nil }
        guard let principal = try await policy.principal(of: request) else { throw WebProblem.session }
        guard let role = route.access.role, principal.role >= role else { throw WebProblem.role }
        if principal.session != nil, !policy.comesFromHere(request) { throw WebProblem.own }
        return UploadReceiver(request, uploads, owner: principal.key)
    }

    private func route(of request: WebRequest) -> Route? {
        routes.first { $0.method == request.method && $0.match(request.path) != nil }
    }

    /// How long an answer may take.
    private static let limit = Duration.seconds(30)

    /// The answer to a request, and the pattern of its address for the log.
    package func answer(_ request: WebRequest) async -> (answer: WebResponse, pattern: String) {
        program.readSettingsAgain()
        let matches = routes.compactMap { route in route.match(request.path).map { (route: route, values: $0) } }
        let precision = matches.map(\.route.precision).max()
        let found = matches.filter { $0.route.precision == precision }
        let method = request.method == .head ? .get : request.method
        guard let first = found.first else {
            return (await errorPage(WebProblem.page, request), "(none)")
        }
        guard let (route, values) = found.first(where: { $0.route.method == method }) else {
            let allowed = Set(found.flatMap { $0.route.method == .get ? ["GET", "HEAD"] : [$0.route.method.rawValue] })
            var answer = await errorPage(WebProblem.method(request.method.rawValue), request)
            answer.headers[.allow] = allowed.sorted().joined(separator: ", ")
            return (answer, first.route.pattern)
        }
        var principal: Principal?
        var answer: WebResponse
        do {
            principal = try await policy.principal(of: request)
            guard let query = request.query else { throw WebProblem.query }
            let context = RequestContext(
                app: self, request: request, values: values, query: query, section: route.section, principal: principal)
            if principal == nil, route.access != .everybody, let login = try await context.login(for: route) {
                return (login, route.pattern)
            }
            do { try await admit(principal, to: route, request) } catch WebProblem.own {
                guard let form = context.formOfAnotherSession() else { throw WebProblem.own }
                if let upload = request.upload { await uploads.delete(upload) }
                return (form, route.pattern)
            }
            answer = try await Self.inTime { try await route.handle(context) }
        } catch {
            // A request that is refused leaves no file.
            if let upload = request.upload { await uploads.delete(upload) }
            answer = await errorPage(error, request, principal: principal, isOfMembers: route.body?.isEmpty == false)
            if let page = keptForm(of: error, answer.status, request, principal, route) {
                answer.body = Array(page.utf8)
            }
        }
        answer.who = principal?.name
        return (answer, route.pattern)
    }

    /// Lets somebody ask who may.
    ///
    /// - Throws: ``WebProblem``.
    private func admit(_ principal: Principal?, to route: Route, _ request: WebRequest) async throws {
        guard let role = route.access.role else { return }
        guard let principal else { throw WebProblem.session }
        guard principal.role >= role else { throw WebProblem.role }
        guard route.isForm else { return }
        guard route.body != nil || request.form != nil else { throw WebProblem.form }
        guard policy.isOwn(request, principal) else { throw WebProblem.own }
        if route.access == .owner, await !policy.sessions.mayWrite(principal.key) { throw WebProblem.hurry(seconds: 1) }
    }

    /// Returns the response of `body`, unless it takes too long or nobody waits for it any more: then it is cancelled, and not waited for.
    private static func inTime(
        _ body: @escaping @Sendable () async throws -> WebResponse
    ) async throws -> WebResponse {
        let (answers, continuation) = AsyncThrowingStream.makeStream(of: WebResponse.self)
        let work = Task {
            do { continuation.yield(try await body()) } catch { continuation.finish(throwing: error) }
        }
        let clock = Task {
            try await Task.sleep(for: limit)
            continuation.finish(throwing: WebProblem.time)
        }
        defer {
            work.cancel()
            clock.cancel()
        }
        for try await answer in answers { return answer }
        throw CancellationError()
    }

    /// The response to an error, as a page or as a document.
    ///
    /// - Parameter isOfMembers: whether what is wrong is a value in a body that could be read, not the address.
    package func errorPage(
        _ error: any Error, _ request: WebRequest, principal: Principal? = nil, isOfMembers: Bool = false
    ) async -> WebResponse {
        let status = Self.status(of: error, isOfMembers: isOfMembers)
        let shown =
            request.isForPrograms
            ? program.commandError(for: error) : program.commandError(for: error, in: remedies)
        let advice = (error as? WebProblem)?.advice ?? shown.hint
        var answer: WebResponse
        if request.isForPrograms {
            answer = .json(shown.jsonText, status)
        } else {
            let context = RequestContext(app: self, request: request, values: [:], query: [:], principal: principal)
            let page = Page.problem(
                Self.title(of: status), status: status.code,
                message: shown.message.split(separator: "\n").map { context.style.linkedMessage(String($0)) },
                advice: advice.map(context.style.linkedMessage),
                links: context.links)
            answer = .html(context.frame(nil, nil).text(page), status)
        }
        if status == .serviceUnavailable { answer.headers[.retryAfter] = "5" }
        if case WebProblem.hurry(let seconds) = error { answer.headers[.retryAfter] = "\(seconds)" }
        if status == .unauthorized, request.isForPrograms, let name = HTTPField.Name("WWW-Authenticate") {
            answer.headers[name] = "Bearer"
        }
        return answer
    }

    /// The page of a form that could not be carried out now, with everything that was typed, to be sent again; nil where nothing
    /// was typed on a page of ours, or trying again would not help.
    private func keptForm(
        of error: any Error, _ status: HTTPResponse.Status, _ request: WebRequest, _ principal: Principal?,
        _ route: Route
    ) -> String? {
        guard status.code == 429 || status.code >= 500, route.access == .owner, !request.isForPrograms,
            let principal, let session = principal.session?.session, let fields = request.form, !fields.isEmpty,
            policy.isOwn(request, principal)
        else { return nil }
        let shown = program.commandError(for: error, in: remedies)
        let context = RequestContext(app: self, request: request, values: [:], query: [:], principal: principal)
        let message = context.style.linkedMessage(
            ["What you typed was not saved.", shown.message, (error as? WebProblem)?.advice ?? shown.hint]
                .compactMap(\.self).joined(separator: " "))
        let page = Page.resubmit(
            Self.title(of: status), message, context.target, fields, secret: context.secretFields,
            csrf: session.csrf,
            send: "Send it again")
        return context.frame(nil, nil).text(page)
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
        case 401: "Please sign in"
        case 403: "This is not allowed"
        case 404: "Not found"
        case 405: "Not possible here"
        case 409: "Something changed meanwhile"
        case 413: "Too large"
        case 415: "In another form"
        case 421: "Another address"
        case 429: "Too often"
        case 422: "This cannot be worked out"
        case 503: "Not possible at the moment"
        default: "Something went wrong"
        }
    }
}
