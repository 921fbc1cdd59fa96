import Foundation
import HTTPTypes
import Values
import WebAccess
import WebPages

extension WebApp {
    /// The own password of everybody who signs in with one.
    package static let passwordRoutes: [Route] = [
        Route(.get, "/people/password", .reader, "The form for another password") { context in
            context.passwordPage(FormFields(prefix: PeopleForm.password.rawValue))
        },
        Route(.post, "/people/password", .reader, "Changes one's own password") { context in
            guard !context.app.isDemo else { throw WebProblem.sample }
            do {
                try await context.changeOwnPassword()
            } catch let problem as any Problem {
                guard !(problem is WebProblem), problem.kind == .usage || problem.kind == .refused else {
                    throw problem
                }
                let fields = FormFields(
                    issues: context.issues(of: problem, at: RequestContext.ownPassword),
                    prefix: PeopleForm.password.rawValue)
                var answer = context.passwordPage(fields)
                answer.status = .unprocessableContent
                return answer
            }
            let page = Page.changedPassword(signInAt: context.ownAddress + "/")
            return .html(context.frame(nil, nil).text(page))
        },
    ]
}

extension RequestContext {
    fileprivate func passwordPage(_ fields: FormFields) -> WebResponse {
        let page = Page.ownPassword(fields, canChange: hasOwnPassword, csrf: session?.session.csrf ?? "")
        return .html(frame(nil, nil).text(page))
    }

    /// Changes the password of the person who is signed in, once the old one is given.
    ///
    /// - Throws: ``ValidationError``, ``AccessError``, ``WebProblem``, ``StoreError``.
    fileprivate func changeOwnPassword() async throws {
        guard hasOwnPassword, let name = principal?.name else {
            throw ValidationError(
                issue: ValidationIssue(
                    code: "noPassword", field: "current",
                    message: "Whoever signed in by the printed address has no password."))
        }
        try await checkOwnPassword(in: "current")
        let hash = try await PasswordHash.made(of: typed[Self.ownPassword] ?? "")
        try await app.policy.list.place.write { try $0.change(hash, ofPerson: name) }
    }
}

extension Page {
    /// The form for another password.
    ///
    /// - Parameter canChange: whether the reader signed in with a password.
    static func ownPassword(_ fields: FormFields, canChange: Bool, csrf: String) -> Page {
        let form = HTML(
            "form", [.class("fields"), .init("method", "post"), .init("action", "/people/password")],
            [
                .hidden("csrf", csrf),
                fields.input(
                    "current", "Current password", type: "password",
                    [.init("autocomplete", "current-password"), .init("required")]),
                fields.input(
                    "password", "New password", type: "password", hint: "12 characters or more",
                    [.init("autocomplete", "new-password"), .init("required")]),
                HTML("div", [.class("actions")], [HTML("button", [.class("primary")], text: "Change the password")]),
            ])
        return Page(
            "Your password", in: nil,
            [
                HTML("h1", text: "Your password"), HTML("p", [], [.link("Settings", to: "/settings")]), fields.summary,
                canChange
                    ? .card(
                        "Change it", id: "password",
                        [.paragraph("Another password ends your sessions on every device, this one too."), form])
                    : .paragraph("You signed in by the printed address, which needs no password.", "empty"),
            ])
    }

    /// The page after a change, which ended the session.
    static func changedPassword(signInAt address: String) -> Page {
        Page(
            "Your password", in: nil,
            [
                HTML("h1", text: "Your password was changed"),
                HTML("p", [.init("role", "status")], text: "Sign in with the new one at:"),
                .copied(address, id: "made"),
            ])
    }
}
