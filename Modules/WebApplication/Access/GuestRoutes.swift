import Foundation
import HTTPTypes
import WebAccess
import WebPages

extension WebApp {
    /// What guests see: one page, and nothing that leads further.
    package static let guestRoutes: [Route] = [
        Route(.get, "/g/{link}", .everybody, "Invites a guest") { visit in
            // Looking at it uses nothing up: programs that show messages do.
            _ = try await visit.followed()
            return .html(visit.frame(nil, []).text(Page.invitation(to: "/g/\(visit["link"])")))
        },
        Route(.post, "/g/{link}", .everybody, "Lets a guest in") { visit in
            let link = try await visit.followed()
            guard visit.app.door.comesFromHere(visit.request) else { throw WebProblem.own }
            // Who sees everything sees what a guest would, and stays.
            if let visitor = visit.visitor, visitor.role > .guest { return try await visit.shared(link) }
            let list = visit.app.door.list
            // A folder that cannot be written keeps no guest out.
            _ = try? list.file.write { $0.follow(link, at: visit.app.door.now()) }
            return await visit.letIn(.guest(link), Onward(next: "/shared"))
        },
        Route(.get, "/shared", .guest, "What a guest sees") { visit in
            guard let link = visit.visitor?.link else { return visit.goOn(to: "/") }
            return try await visit.shared(link)
        },
    ]
}

extension Visit {
    /// The link that an address names.
    ///
    /// - Throws: ``WebProblem/link`` when there is none, or no more.
    fileprivate func followed() async throws -> Access.Link {
        guard let link = await app.door.list.current.link(self["link"], at: app.door.now()) else {
            throw WebProblem.link
        }
        return link
    }

    /// The page of a link as it is today, in the usual currency: a guest chooses neither.
    fileprivate func shared(_ link: Access.Link) async throws -> WebAnswer {
        guard let guestPage = app.sections.lazy.compactMap(\.guestPage).first else { throw WebProblem.link }
        let numbers = style.numbers
        let page = try await app.sets.with(day: nil, display: nil) { set in
            try await guestPage(
                link, set,
                PageStyle(numbers, hidesAmounts: !link.showsAmounts, zone: .current, today: set.key.today))
        }
        return .html(frame(nil, []).text(page))
    }
}
