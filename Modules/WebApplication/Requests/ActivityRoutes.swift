import CommandSupport
import Foundation
import HTTPTypes
import Persistence
import Values
import WebPages

extension WebApp {
    /// The journal of changes, and undoing them.
    package static let activityRoutes: [Route] = [
        Route(.get, "/activity", .reader, "What was changed") { context in
            let (limit, newest) = (50, context.query["from"].flatMap { Int($0) })
            return try await context.page { set, style in
                let history = try await set.reading.history
                let entries = try await history.entries(
                    from: newest, limit: limit + 1, most: PageStyle.mostCountedChanges
                ).value
                return Page.activity(
                    Array(entries.prefix(limit)), older: entries.count > limit ? entries.last?.head.number : nil,
                    isNewest: newest == nil, next: try await history.next(), style)
            }
        },
        back("undo", "Undoes a change") { try await $0.history.undo($1, expecting: $2) },
        back("redo", "Redoes what an undo undid") { try await $0.history.redo($1, expecting: $2) },
    ]

    private static func back(
        _ word: String, _ summary: String,
        _ body: @escaping @Sendable (WebServices, Call, Int) async throws -> Outcome<HistoryEntry>
    ) -> Route {
        Route(.post, "/history/\(word)", .owner, summary) { context in
            guard let aim = context.typed["aim"].flatMap(Int.init) else { throw WebProblem.form }
            // It goes on where it was pressed, unless that page may be gone with the change.
            let path = context.typed["back"].flatMap { $0.isOwnPath ? context.app.placeAfterUndo($0) : nil }
            return try await context.save(
                word == "undo" ? "undo \(aim)" : "undo --redo \(aim)", then: path ?? "/activity"
            ) {
                services, call in
                return try await body(services, call, aim)
            }
        }
    }
}

extension WebApp {
    /// The page to go on to after an undo: the one that it was pressed on without its notice; of the page of one thing, which may
    /// be gone, the list above it.
    fileprivate func placeAfterUndo(_ back: String) -> String {
        let path = back.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/").map { String($0) }
        let pages = routes.filter { $0.method == .get && $0.match(parts) != nil }
        guard let page = pages.max(by: { $0.precision < $1.precision }) else { return "/activity" }
        guard page.precision < parts.count else { return String(path) }
        return "/" + parts.prefix { UUID(uuidString: $0) == nil }.joined(separator: "/")
    }
}
