import CommandSupport
import Foundation
import HTTPTypes
import Persistence
import Presentation
import WebAccess
import WebPages

extension WebApp {
    /// For whoever watches over the program: nothing about anybody's money.
    package static let stateRoutes: [Route] = [
        Route(.get, "/health/live", .everybody, "Whether the program answers") { _ in
            .text(.ok, "live\n")
        },
        Route(.get, "/health/ready", .everybody, "Whether pages can be made of the database") { context in
            do {
                try await context.app.host.checkReadable()
                return .text(.ok, "ready\n")
            } catch {
                return .text(.serviceUnavailable, "not ready\n")
            }
        },
        Route(.get, "/metrics", .everybody, "What the program counts of itself") { context in
            let app = context.app
            // Others than this machine see it with a token, or as who may see everything.
            guard app.policy.place.isLocal || context.principal.map({ $0.role > .guest }) == true else {
                throw WebProblem.session
            }
            let (sessions, streams) = try await app.policy.sessions.counts
            var gauges = [
                Metrics.Gauge("cst_sessions", "Sessions.", sessions),
                .init("cst_event_streams", "Pages that are kept up to date.", streams),
                .init("cst_figure_sets", "Sets of figures that are kept.", await app.figureCache.count),
                .init("cst_figure_set_hits", "Requests that found their figures.", await app.figureCache.hits),
                .init("cst_figure_set_misses", "Requests that had them worked out.", await app.figureCache.misses),
            ]
            for section in app.sections {
                gauges += await section.gauges(app.figureCache, app.program.presentInstant)
            }
            return WebResponse(.ok, "text/plain; version=0.0.4; charset=utf-8", await app.metrics.text(gauges))
        },
        Route(.get, "/health", .reader, "How everything is") { context in
            let report = try await context.app.host.health()
            // The page has to come also when there are no figures.
            let csrf = context.session?.session.csrf
            return .html(context.frame(nil, nil).text(Page.health(report, csrf: csrf, context.style)))
        },
        Route(.get, "/api/v1/doctor", .reader, "How every service is", documents: ["doctor"]) { context in
            let report = try await context.app.host.health()
            return .json(Document(health: report, asOf: context.app.program.today).jsonText)
        },
    ]
}
