import CommandSupport
import Foundation
import HTTPTypes
import Values
import WebAccess
import WebPages

extension WebApp {
    /// The way in and out, and what a reader chooses for this browser.
    package static let signInRoutes: [Route] = [
        Route(.get, "/open", .everybody, "Lets somebody in who has the address of the start") { context in
            // What only looks ahead uses nothing up.
            let isAhead = context.request.headers[named: "sec-purpose"]?.contains("prefetch") == true
            // Who has come in already, and loads the page again, goes on; a guest may come in as more than that.
            let isGuest = context.principal?.role == .guest
            var cookie = isGuest ? nil : context.session?.cookie
            if cookie == nil, context.request.method == .get, !isAhead {
                cookie = try await context.app.policy.sessions.open(
                    context.query["token"] ?? "", browser: context.browser)
            }
            guard let cookie else { throw WebProblem.session }
            if isGuest, let old = context.session?.cookie { try await context.app.policy.sessions.close(old) }
            let page = Page(
                "Savings", in: nil,
                [HTML("h1", text: "Welcome"), HTML("p", [], [.link("Go on to the overview", to: "/")])])
            // Going on by redirection would lose a strict cookie when the link was followed on another site.
            var answer = WebResponse.html(context.frame(nil, nil).text(page, redirectingTo: "/"))
            answer.headers[.setCookie] = context.app.policy.cookie(cookie)
            return answer
        },
        Route(.get, "/login", .everybody, "Where somebody signs in") { context in
            if let principal = context.principal, principal.role > .guest {
                return context.redirect(to: context.destination.next)
            }
            return try await context.loginPage([], .ok)
        },
        Route(.post, "/login", .everybody, "Signs somebody in") { context in
            guard context.request.form != nil else { throw WebProblem.form }
            // Nobody is made to come in as somebody else by another page.
            guard context.app.policy.comesFromHere(context.request) else { throw WebProblem.own }
            return try await context.app.policy.list.current.people.isEmpty
                ? context.loginByToken() : context.loginByPassword()
        },
        Route(.post, "/logout", .guest, "Ends the session") { context in
            if let cookie = context.session?.cookie { try await context.app.policy.sessions.close(cookie) }
            let knowsPeople = try await !context.app.policy.list.current.people.isEmpty
            let page = Page(
                context.app.title, in: nil,
                [
                    HTML("h1", text: "You have signed out"),
                    knowsPeople
                        ? HTML("p", [], [.link("Sign in again", to: "/login")])
                        : .paragraph("To sign in again, start the program again."),
                ])
            let frame = Frame(
                "/", name: context.app.title, reader: nil, figures: nil, isDemo: false,
                base: context.app.policy.place.prefix)
            var answer = WebResponse.html(frame.text(page))
            answer.headers[.setCookie] = context.app.policy.cookie(nil)
            if let name = HTTPField.Name("Clear-Site-Data") {
                // Cookies are those of all programs of this machine.
                answer.headers[name] = "\"cache\", \"storage\""
            }
            return answer
        },
        Route(.get, "/sessions", .owner, "Who is signed in") { context in
            let access = try await context.app.policy.list.current
            let presences = try await context.app.policy.sessions.all.map { id, session in
                let who =
                    switch session.identity {
                    case .start: "whoever opened the printed address"
                    case .person(let name, let password): access.person(with: password)?.name ?? name
                    case .guest(let link): "guest: \(link.name)"
                    }
                return Page.Presence(
                    id: id, who: who, browser: session.browser, began: session.began, used: session.used,
                    isOwn: session.csrf == context.session?.session.csrf)
            }
            let page = Page.sessions(presences, csrf: context.session?.session.csrf ?? "", context.style)
            return .html(context.frame(nil, nil).text(page))
        },
        Route(.post, "/sessions/end", .owner, "Ends somebody's session") { context in
            try await context.app.policy.sessions.close(listed: context.typed["id"] ?? "")
            return context.redirect(to: "/sessions")
        },
        Route(.post, "/preferences", .reader, "Keeps what a reader chose in this browser") { context in
            let form = context.request.form ?? [:]
            let back = form["back"].flatMap { $0.isOwnPath ? $0 : nil } ?? "/"
            var answer = context.redirect(to: back)
            for (name, accepted) in [("private", ["0", "1"]), ("theme", ["light", "dark", "system"])] {
                guard let value = form[name], accepted.contains(value) else { continue }
                answer.headers.append(
                    HTTPField(name: .setCookie, value: context.app.policy.cookie(name, chosen: value)))
            }
            return answer
        },
        Route(.get, "/files/{name}", .everybody, "A file that pages need") { context in
            guard let asset = WebAsset.all.first(where: { $0.path == "/files/\(context["name"])" }) else {
                throw WebProblem.page
            }
            return WebResponse(
                .ok, asset.mediaType, asset.bytes, [.cacheControl: "public, max-age=31536000, immutable"])
        },
        Route(.get, "/worker.js", .everybody, "The script that keeps copies of pages") { _ in
            WebResponse(.ok, "text/javascript; charset=utf-8", WebAsset.worker, [.cacheControl: "no-cache"])
        },
        Route(.get, "/manifest.webmanifest", .everybody, "How the program is installed") { context in
            WebResponse(
                .ok, "application/manifest+json",
                WebAsset.manifest(context.app.title, base: context.app.policy.place.prefix),
                [.cacheControl: "no-cache"])
        },
    ]
}

extension RequestContext {
    /// The page for logging in, with what is wrong.
    fileprivate func loginPage(
        _ issues: [ValidationIssue], _ status: HTTPResponse.Status
    ) async throws -> WebResponse {
        let knowsPeople = try await !app.policy.list.current.people.isEmpty
        let typed = ["name": request.form?["name"] ?? ""]
        let page = Page.login(FormFields(typed, issues: issues, prefix: "login"), knowsPeople: knowsPeople, destination)
        return .html(frame(nil, nil).text(page), status)
    }

    fileprivate func loginByPassword() async throws -> WebResponse {
        let policy = app.policy
        let outcome = try await policy.passwords.check(
            name: request.form?["name"] ?? "", password: request.form?["password"] ?? "",
            address: policy.address(of: request), mark: request.cookies["\(policy.cookieName)-known"],
            try await policy.list.current)
        switch outcome {
        case .right(let person):
            var answer = try await signIn(.person(person.name, person.password), to: destination)
            let mark = policy.cookie("known", chosen: KnownBrowser.mark(for: person))
            answer.headers.append(HTTPField(name: .setCookie, value: mark))
            return answer
        case .wrong:
            // Which of both is wrong is nobody's business.
            let issue = ValidationIssue(
                code: "wrong", field: "password", message: "The name or the password is wrong.")
            return try await loginPage([issue], .unauthorized)
        case .wait(let seconds):
            let problem = WebProblem.hurry(seconds: seconds)
            var answer = try await loginPage(
                [ValidationIssue(code: problem.code, field: "password", message: problem.description)], .tooManyRequests
            )
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
    }

    fileprivate func loginByToken() async throws -> WebResponse {
        let typed = request.form?["token"] ?? ""
        // Whoever was told an address types that.
        let token = typed.split(separator: "token=").last.map(String.init) ?? ""
        guard
            let cookie = try await app.policy.sessions.open(
                token.trimmingCharacters(in: .whitespacesAndNewlines), browser: browser)
        else {
            let issue = ValidationIssue(
                code: "wrong", field: "token", message: "This lets nobody in, or not any more.")
            return try await loginPage([issue], .unauthorized)
        }
        return try await signedIn(cookie, to: destination)
    }
}
