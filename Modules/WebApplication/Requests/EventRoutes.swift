import HTTPTypes
import WebPages

extension WebApp {
    /// The stream that keeps pages up to date.
    package static let eventRoutes: [Route] = [
        Route(.get, "/events", .reader, "What has changed, as it does") { visit in
            let asked = visit.request.headers[named: "last-event-id"] ?? visit.query["since"]
            let since = asked.flatMap { Int($0) }
            let (events, sets) = (visit.app.events, visit.app.sets)
            if visit.query["wait"] == "0" {
                return .json(await events.news(since: since, in: sets)?.json ?? "{}")
            }
            guard visit.request.method == .get else { return WebAnswer(.ok, "text/event-stream", "") }
            guard let cookie = visit.session?.cookie, await visit.app.door.sessions.takeStream(cookie) else {
                throw WebProblem.streams
            }
            var answer = WebAnswer(.ok, "text/event-stream", "")
            answer.events = await events.listen(since: since, in: sets)
            return answer
        }
    ]
}
