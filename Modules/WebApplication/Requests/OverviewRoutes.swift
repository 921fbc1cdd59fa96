import HTTPTypes
import WebPages

extension WebApp {
    /// Pages made of parts of every section.
    static let overviewRoutes: [Route] = [
        Route(.get, "/", .reader, "Overview") { context in
            try await context.page { set, style in
                var parts: [Page.Overview] = []
                for section in context.app.sections {
                    if let overview = section.overview { parts.append(try await overview(context, set, style)) }
                }
                return Page.overview(parts)
            }
        },
        Route(.get, "/help", .reader, "Words and keys") { context in
            let sections = context.app.sections
            return .html(
                context.frame(nil, nil).text(
                    .help(sections.flatMap(\.words), actions: sections.flatMap(\.actions))))
        },
    ]
}
