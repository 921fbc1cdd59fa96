import Foundation
import HTTPTypes
import WebPages

extension WebApp {
    /// The way in and out, and what a reader chooses for this browser.
    static let doorRoutes: [Route] = [
        Route(.get, "/open", .everybody, "Lets somebody in who has the address of the start") { visit in
            // What only looks ahead uses nothing up.
            let isAhead = visit.request.headers[named: "sec-purpose"]?.contains("prefetch") == true
            let token = visit.query["token"] ?? ""
            var cookie = visit.session?.cookie
            // Who has come in already, and loads the page again, goes on.
            if cookie == nil, visit.request.method == .get, !isAhead {
                cookie = await visit.app.door.sessions.open(token)
            }
            guard let cookie else { throw WebProblem.session }
            let page = Page(
                "Savings", in: nil,
                [HTML("h1", text: "Welcome"), HTML("p", [], [.link("Go on to the overview", to: "/")])])
            // Going on by redirection would lose a strict cookie when the link was followed on another site.
            var answer = WebAnswer.html(visit.frame(nil, []).text(page, onward: "/"))
            answer.headers[.setCookie] = visit.app.door.cookie(cookie)
            return answer
        },
        Route(.post, "/logout", .form, "Ends the session") { visit in
            if let cookie = visit.session?.cookie { await visit.app.door.sessions.close(cookie) }
            let page = Page(
                "Savings", in: nil,
                [HTML("h1", text: "You have left"), .paragraph("To come in again, start cst-web again.")])
            let frame = Frame("/", entries: [], reader: nil, figures: nil, isDemo: false)
            var answer = WebAnswer.html(frame.text(page))
            answer.headers[.setCookie] = visit.app.door.cookie(nil)
            if let name = HTTPField.Name("Clear-Site-Data") {
                answer.headers[name] = "\"cache\", \"cookies\", \"storage\""
            }
            return answer
        },
        Route(.post, "/preferences", .form, "Keeps what a reader chose in this browser") { visit in
            let form = visit.request.form ?? [:]
            let back = form["back"] ?? "/"
            var answer = WebAnswer.seeOther(
                back.hasPrefix("/") && !back.hasPrefix("//") && !back.contains("\\") ? back : "/")
            for (name, accepted) in [("private", ["0", "1"]), ("theme", ["light", "dark", "system"])] {
                guard let value = form[name], accepted.contains(value) else { continue }
                let cookie =
                    "\(visit.app.door.cookieName)-\(name)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
                answer.headers.append(HTTPField(name: .setCookie, value: cookie))
            }
            return answer
        },
        Route(.get, "/files/{name}", .everybody, "A file that pages need") { visit in
            guard let asset = WebAsset.all.first(where: { $0.path == "/files/\(visit["name"])" }) else {
                throw WebProblem.page
            }
            return WebAnswer(
                .ok, asset.mediaType, asset.bytes, [.cacheControl: "public, max-age=31536000, immutable"])
        },
    ]
}
