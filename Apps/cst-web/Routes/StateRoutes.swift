import CommandSupport
import ExchangeRates
import Foundation
import HTTPTypes
import Persistence
import Planning
import WebAccess
import WebPages

extension WebApp {
    /// For whoever watches over the program: nothing about anybody's money.
    static let stateRoutes: [Route] = [
        Route(.get, "/health/live", .everybody, "Whether the program answers") { _ in
            .text(.ok, "live\n")
        },
        Route(.get, "/health/ready", .everybody, "Whether pages can be made of the database") { visit in
            do {
                try await visit.app.household.checkReadable()
                return .text(.ok, "ready\n")
            } catch {
                return .text(.serviceUnavailable, "not ready\n")
            }
        },
        Route(.get, "/metrics", .everybody, "What the program counts of itself") { visit in
            let app = visit.app
            // Others than this machine see it with a token, or as who may see everything.
            guard app.door.place.isLocal || visit.visitor.map({ $0.role > .guest }) == true else {
                throw WebProblem.session
            }
            let (sessions, streams) = await app.door.sessions.counts
            let known = await app.sets.newestReport
            let gauges = [
                Metrics.Gauge("cst_sessions", "Sessions.", sessions),
                .init("cst_event_streams", "Pages that are kept up to date.", streams),
                .init("cst_figure_sets", "Sets of figures that are kept.", await app.sets.count),
                .init("cst_figure_set_hits", "Requests that found their figures.", await app.sets.hits),
                .init("cst_figure_set_misses", "Requests that had them worked out.", await app.sets.misses),
                .init(
                    "cst_rates", "Rates of the newest figures, by state.", by: "state",
                    RateState.allCases.map { state in
                        (state.rawValue, known?.rates.count { $0.state == state } ?? 0)
                    }),
                .init(
                    "cst_rate_age_seconds", "Age of the oldest rate of the newest figures.",
                    known?.rates.map { Int(app.context.presentInstant.timeIntervalSince($0.time)) }.max() ?? 0),
                .init(
                    "cst_gaps", "What the newest figures could not count.",
                    known?.rows.reduce(0) { $0 + $1.unavailable.count } ?? 0),
            ]
            return WebAnswer(.ok, "text/plain; version=0.0.4; charset=utf-8", await app.metrics.text(gauges))
        },
    ]
}
