import CommandSupport
import Foundation
import HTTPTypes
import Values
import WebAccess
package import WebPages

extension RequestContext {
    /// The sign-in page as the response to a request without a sign-in; nil where a refusal says enough.
    package func login(for route: Route) async throws -> WebResponse? {
        guard !request.isForPrograms, request.headers[named: "x-live"] == nil, route.pattern != "/events" else {
            return nil
        }
        if route.access == .guest, [.get, .head].contains(request.method) {
            let name = request.cookies["\(app.policy.cookieName)-guest"]?.removingPercentEncoding
            let page = Page.guestEnded(name.map { String($0.prefix(100)) })
            return .html(frame(nil, nil).text(page), .unauthorized)
        }
        let knowsPeople = try await !app.policy.list.current.people.isEmpty
        if [.get, .head].contains(request.method) {
            guard knowsPeople else { return nil }
            return redirect(to: "/login?next=\(target.urlEscaped)")
        }
        // What somebody typed before the session ended is kept in the page. What other pages send is not ours to keep.
        guard route.isForm, request.form?.isEmpty == false, app.policy.comesFromHere(request) else { return nil }
        let page = Page.login(
            FormFields(prefix: "login"), knowsPeople: knowsPeople,
            SignInDestination(next: "/", form: (target, request.rawForm)))
        return .html(frame(nil, nil).text(page), .unauthorized)
    }

    /// The redirect to another page of this program.
    package func redirect(to path: String) -> WebResponse { .seeOther(app.policy.place.prefix + path) }

    /// Begins a session of its own for an identity that was shown, whatever cookie came along.
    package func signIn(_ identity: Principal.Identity, to destination: SignInDestination) async throws -> WebResponse {
        let cookie = try await app.policy.sessions.begin(identity, browser: browser)
        return try await signedIn(cookie, to: destination)
    }

    /// The browser that asks, in words; nil where that is not known.
    package var browser: String? { BrowserName.words(request.headers[.userAgent] ?? "") }

    /// The response after a sign-in: the page that was requested, or the form that was sent before it.
    package func signedIn(_ cookie: String, to destination: SignInDestination) async throws -> WebResponse {
        if let old = session?.cookie { try await app.policy.sessions.close(old) }
        var answer: WebResponse
        if let form = destination.form, let fields = WebRequest.form(inside: form.fields),
            let session = try await app.policy.sessions.session(cookie)
        {
            answer = .html(frame(nil, nil).text(redisplay(form.path, fields, csrf: session.csrf)))
        } else {
            answer = redirect(to: destination.next)
        }
        answer.headers[.setCookie] = app.policy.cookie(cookie)
        return answer
    }

    /// The form of a page of an earlier session, to be sent again after the sign-in; nil where nothing was typed, or by a
    /// page of somebody else's.
    package func formOfAnotherSession() -> WebResponse? {
        guard !request.isForPrograms, let session = session?.session, let fields = request.form, !fields.isEmpty,
            app.policy.comesFromHere(request)
        else { return nil }
        return .html(frame(nil, nil).text(redisplay(target, fields, csrf: session.csrf)), .forbidden)
    }

    private func redisplay(_ path: String, _ fields: [String: String], csrf: String) -> Page {
        Page.resubmit(
            "You are signed in again", .text("What you typed was not saved yet."), path, fields,
            secret: secretFields, csrf: csrf, send: "Send it now")
    }

    /// The page to go on to after a sign-in. An address of another site is none.
    package var destination: SignInDestination {
        let form = request.form ?? [:]
        let next = (form["next"] ?? query["next"]).flatMap { $0.isOwnPath ? $0 : nil } ?? "/"
        guard let to = form["to"], to.isOwnPath, let sent = form["sent"] else { return SignInDestination(next: next) }
        return SignInDestination(next: next, form: (to, sent))
    }

    /// The links of an error page.
    package var links: [HTML] {
        switch principal?.role {
        case nil: []
        case .guest: [.link("Savings goals", to: "/shared")]
        case .reader, .owner: [.link("Overview", to: "/"), .text(" · "), .link("Health", to: "/health")]
        }
    }
}

extension String {
    /// Whether it is an address of this program, and no browser takes it for one of another.
    package var isOwnPath: Bool {
        hasPrefix("/") && !hasPrefix("//") && !contains("\\")
            && unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7f }
    }
}
