import HTTPTypes
import Persistence

extension WebApp {
    /// For whoever watches over the program: nothing about anybody's money.
    static let stateRoutes: [Route] = [
        Route(.get, "/health/live", .everybody, "Whether the program answers") { _ in
            .text(.ok, "live\n")
        },
        Route(.get, "/health/ready", .everybody, "Whether the database can be read") { visit in
            do {
                _ = try await visit.app.household.services().store.read { try $0.revision() }
                return .text(.ok, "ready\n")
            } catch {
                return .text(.serviceUnavailable, "not ready\n")
            }
        },
        Route(.get, "/metrics", .everybody, "What the program counts of itself") { visit in
            let app = visit.app
            let (sessions, streams) = await app.door.sessions.counts
            let gauges = [
                ("cst_sessions", "Sessions.", sessions),
                ("cst_event_streams", "Pages that are kept up to date.", streams),
                ("cst_figure_set_hits", "Requests that found their figures.", await app.sets.hits),
                ("cst_figure_set_misses", "Requests that had them worked out.", await app.sets.misses),
            ]
            return WebAnswer(.ok, "text/plain; version=0.0.4; charset=utf-8", await app.metrics.text(gauges))
        },
    ]
}
