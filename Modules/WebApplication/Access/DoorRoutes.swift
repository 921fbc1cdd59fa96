import CommandSupport
import Foundation
import HTTPTypes
import Values
import WebAccess
import WebPages

extension WebApp {
    /// The way in and out, and what a reader chooses for this browser.
    package static let doorRoutes: [Route] = [
        Route(.get, "/open", .everybody, "Lets somebody in who has the address of the start") { visit in
            // What only looks ahead uses nothing up.
            let isAhead = visit.request.headers[named: "sec-purpose"]?.contains("prefetch") == true
            // Who has come in already, and loads the page again, goes on; a guest may come in as more than that.
            let isGuest = visit.visitor?.role == .guest
            var cookie = isGuest ? nil : visit.session?.cookie
            if cookie == nil, visit.request.method == .get, !isAhead {
                cookie = await visit.app.door.sessions.open(visit.query["token"] ?? "")
            }
            guard let cookie else { throw WebProblem.session }
            if isGuest, let old = visit.session?.cookie { await visit.app.door.sessions.close(old) }
            let page = Page(
                "Savings", in: nil,
                [HTML("h1", text: "Welcome"), HTML("p", [], [.link("Go on to the overview", to: "/")])])
            // Going on by redirection would lose a strict cookie when the link was followed on another site.
            var answer = WebAnswer.html(visit.frame(nil, []).text(page, onward: "/"))
            answer.headers[.setCookie] = visit.app.door.cookie(cookie)
            return answer
        },
        Route(.get, "/login", .everybody, "Where somebody logs in") { visit in
            if let visitor = visit.visitor, visitor.role > .guest { return visit.goOn(to: visit.onward.next) }
            return await visit.loginPage([], .ok)
        },
        Route(.post, "/login", .everybody, "Logs somebody in") { visit in
            guard visit.request.form != nil else { throw WebProblem.form }
            // Nobody is made to come in as somebody else by another page.
            guard visit.app.door.comesFromHere(visit.request) else { throw WebProblem.own }
            return try await visit.app.door.list.current.people.isEmpty ? visit.loginByToken() : visit.loginByPassword()
        },
        Route(.post, "/logout", .guest, "Ends the session") { visit in
            if let cookie = visit.session?.cookie { await visit.app.door.sessions.close(cookie) }
            let knowsPeople = await !visit.app.door.list.current.people.isEmpty
            let page = Page(
                "Savings", in: nil,
                [
                    HTML("h1", text: "You have left"),
                    knowsPeople
                        ? HTML("p", [], [.link("Log in again", to: "/login")])
                        : .paragraph("To come in again, start cst-web again."),
                ])
            let frame = Frame(
                "/", entries: [], reader: nil, figures: nil, isDemo: false, base: visit.app.door.place.prefix)
            var answer = WebAnswer.html(frame.text(page))
            answer.headers[.setCookie] = visit.app.door.cookie(nil)
            if let name = HTTPField.Name("Clear-Site-Data") {
                // Cookies are those of all programs of this machine.
                answer.headers[name] = "\"cache\", \"storage\""
            }
            return answer
        },
        Route(.get, "/sessions", .owner, "Who has come in") { visit in
            let presences = await visit.app.door.sessions.all.map { id, session in
                let who =
                    switch session.identity {
                    case .start: "whoever opened the printed address"
                    case .person(let name, _): name
                    case .guest(let link): "guest: \(link.name)"
                    }
                return Page.Presence(
                    id: id, who: who, began: session.began, used: session.used,
                    isOwn: session.csrf == visit.session?.session.csrf)
            }
            let page = Page.sessions(presences, csrf: visit.session?.session.csrf ?? "", visit.style)
            return .html(visit.frame(nil, []).text(page))
        },
        Route(.post, "/sessions/end", .owner, "Ends somebody's session") { visit in
            await visit.app.door.sessions.close(listed: visit.typed["id"] ?? "")
            return visit.goOn(to: "/sessions")
        },
        Route(.post, "/preferences", .reader, "Keeps what a reader chose in this browser") { visit in
            let form = visit.request.form ?? [:]
            let back = form["back"].flatMap { $0.isOwnPath ? $0 : nil } ?? "/"
            var answer = visit.goOn(to: back)
            for (name, accepted) in [("private", ["0", "1"]), ("theme", ["light", "dark", "system"])] {
                guard let value = form[name], accepted.contains(value) else { continue }
                answer.headers.append(
                    HTTPField(name: .setCookie, value: visit.app.door.cookie(name, chosen: value)))
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

extension Visit {
    /// The page for logging in, with what is wrong.
    fileprivate func loginPage(_ issues: [ValidationIssue], _ status: HTTPResponse.Status) async -> WebAnswer {
        let knowsPeople = await !app.door.list.current.people.isEmpty
        let typed = ["name": request.form?["name"] ?? ""]
        let page = Page.login(FormFields(typed, issues: issues, prefix: "login"), knowsPeople: knowsPeople, onward)
        return .html(frame(nil, []).text(page), status)
    }

    fileprivate func loginByPassword() async throws -> WebAnswer {
        let door = app.door
        let outcome = await door.passwords.check(
            name: request.form?["name"] ?? "", password: request.form?["password"] ?? "",
            address: door.address(of: request), mark: request.cookies["\(door.cookieName)-known"],
            await door.list.current)
        switch outcome {
        case .right(let person):
            var answer = await letIn(.person(person.name, person.password), onward)
            let mark = door.cookie("known", chosen: KnownBrowser.mark(for: person))
            answer.headers.append(HTTPField(name: .setCookie, value: mark))
            return answer
        case .wrong:
            // Which of both is wrong is nobody's business.
            let issue = ValidationIssue(
                code: "wrong", field: "password", message: "The name or the password is wrong.")
            return await loginPage([issue], .unauthorized)
        case .wait(let seconds):
            let problem = WebProblem.hurry(seconds: seconds)
            var answer = await loginPage(
                [ValidationIssue(code: problem.code, field: "password", message: problem.description)], .tooManyRequests
            )
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
    }

    fileprivate func loginByToken() async throws -> WebAnswer {
        let typed = request.form?["token"] ?? ""
        // Whoever was told an address types that.
        let token = typed.split(separator: "token=").last.map(String.init) ?? ""
        guard let cookie = await app.door.sessions.open(token.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            let issue = ValidationIssue(
                code: "wrong", field: "token", message: "This lets nobody in, or not any more.")
            return await loginPage([issue], .unauthorized)
        }
        return await entered(cookie, onward)
    }
}
