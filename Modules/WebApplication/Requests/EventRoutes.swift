import HTTPTypes
import WebPages

extension WebApp {
    /// The stream that keeps pages up to date.
    package static let eventRoutes: [Route] = [
        Route(.get, "/events", .reader, "What has changed, as it does") { context in
            let asked = context.request.headers[named: "last-event-id"] ?? context.query["since"]
            let since = asked.flatMap { Int($0) }
            let (events, sets) = (context.app.events, context.app.figureCache)
            if context.query["wait"] == "0" {
                return .json(await events.news(since: since, in: sets)?.json ?? "{}")
            }
            guard context.request.method == .get else { return WebResponse(.ok, "text/event-stream", "") }
            guard let cookie = context.session?.cookie, try await context.app.policy.sessions.takeStream(cookie) else {
                throw WebProblem.streams
            }
            var answer = WebResponse(.ok, "text/event-stream", "")
            answer.events = await events.listen(since: since, in: sets)
            return answer
        }
    ]
}
