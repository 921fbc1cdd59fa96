import Foundation
import HTTPTypes
import WebAccess
import WebPages

extension WebApp {
    /// The page of guests, which leads nowhere else.
    package static let guestRoutes: [Route] = [
        Route(.get, "/g/{link}", .everybody, "Invites a guest") { context in
            // Looking at it uses nothing up: programs that show messages do.
            _ = try await context.followed()
            return .html(context.frame(nil, nil).text(Page.invitation(to: "/g/\(context["link"])")))
        },
        Route(.post, "/g/{link}", .everybody, "Lets a guest in") { context in
            let link = try await context.followed()
            guard context.app.policy.comesFromHere(context.request) else { throw WebProblem.own }
            // Who sees everything sees what a guest would, and stays.
            if let principal = context.principal, principal.role > .guest { return try await context.shared(link) }
            let list = context.app.policy.list
            // A folder that cannot be written keeps no guest out.
            let now = context.app.policy.now()
            _ = try? await list.place.write { $0.follow(link, at: now) }
            var answer = try await context.signIn(.guest(link), to: SignInDestination(next: "/shared"))
            // Once the session has ended, the page says whose link it was.
            let mark = context.app.policy.cookie("guest", chosen: link.name.urlEscaped)
            answer.headers.append(HTTPField(name: .setCookie, value: mark))
            return answer
        },
        Route(.get, "/shared", .guest, "What a guest sees") { context in
            guard let link = context.principal?.link else { return context.redirect(to: "/") }
            return try await context.shared(link)
        },
    ]
}

extension RequestContext {
    /// The link that an address names.
    ///
    /// - Throws: ``WebProblem/link`` when there is none, or no more.
    fileprivate func followed() async throws -> Access.Link {
        guard let link = try await app.policy.list.current.link(self["link"], at: app.policy.now()) else {
            throw WebProblem.link
        }
        return link
    }

    /// The page of a link as it is today, in the usual currency: a guest chooses neither.
    fileprivate func shared(_ link: Access.Link) async throws -> WebResponse {
        guard let guestPage = app.sections.lazy.compactMap(\.guestPage).first else { throw WebProblem.link }
        let numbers = style.numbers
        let page = try await app.figureCache.with(day: nil, display: nil) { set in
            let style = PageStyle(numbers, hidesAmounts: !link.showsAmounts, zone: .current, today: set.key.today)
            let page = try await guestPage(link, set, style)
            let note = HTML(
                "p", [.class("hint")],
                [
                    .text("Shown to "), .name(link.name), .text(" until "), style.time(link.expires),
                    .text(". Keep the link: it opens this page again."),
                ])
            return Page(page.title, in: page.place, [page.content, note])
        }
        return .html(frame(nil, nil).text(page))
    }
}
