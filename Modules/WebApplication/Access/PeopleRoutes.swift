import CommandSupport
import Foundation
import HTTPTypes
import Persistence
import PluginKit
import Values
import WebAccess
import WebPages

extension WebApp {
    /// People with a password, guest links and tokens.
    package static let peopleRoutes: [Route] = [
        Route(.get, "/people", .owner, "People, guest links and tokens") { context in
            try await context.peoplePage()
        },
        change("/people/add", "Lets somebody sign in", .person) { context, place, now in
            let typed = context.typed
            var trial = try await place.read()
            try trial.add(person: typed["name"] ?? "", .owner, .ofNobody, at: now)
            let hash = try await PasswordHash.made(of: typed["password"] ?? "")
            try await place.write { access in
                // Without an owner nobody could change anything any more.
                let role: Access.Role = access.people.isEmpty || typed["role"] != "reader" ? .owner : .reader
                try access.add(person: typed["name"] ?? "", role, hash, at: now)
            }
            return (
                "\(typed["name"] ?? "") can sign in now, with this name and the password, at the address below. "
                    + context.reachOfLinks, context.ownAddress + "/"
            )
        },
        change("/people/rename", "Gives somebody another name", .rename) { context, place, _ in
            let typed = context.typed
            try await place.write { try $0.rename(person: typed["person"] ?? "", to: typed["name"] ?? "") }
            return nil
        },
        change("/people/remove", "Lets somebody sign in no more", .person) { context, place, _ in
            let name = context.typed["name"] ?? ""
            try await place.write { access in
                if let own = context.principal?.name, access.person(name)?.name == own { throw WebProblem.role }
                try access.remove(person: name)
            }
            return nil
        },
        change("/people/links/add", "Makes a guest link", .link) { context, place, now in
            let typed = context.typed
            let goal = try await context.guestLinkGoal(typed["goal"] ?? "")
            let secret = try await place.write { access in
                try access.add(
                    link: typed["name"] ?? "", goal: goal,
                    showsAmounts: typed["amounts"] == "yes",
                    days: typed["days"].flatMap { Int($0) } ?? 30, at: now)
            }
            return (
                "The link, which is shown this once. \(context.reachOfLinks)",
                "\(context.ownAddress)/g/\(secret)"
            )
        },
        change("/people/links/remove", "Ends a guest link", .link) { context, place, _ in
            try await place.write { try $0.remove(link: context.typed["name"] ?? "") }
            return nil
        },
        change("/people/tokens/add", "Makes a token", .token) { context, place, now in
            let typed = context.typed
            let token = try await place.write { access in
                try access.add(
                    token: typed["name"] ?? "", typed["role"] == "owner" ? .owner : .reader,
                    days: typed["days"].flatMap { Int($0) }, at: now)
            }
            return ("The token, which is shown this once. A program sends it with each request.", token)
        },
        change("/people/tokens/remove", "Ends a token", .token) { context, place, _ in
            try await place.write { try $0.remove(token: context.typed["name"] ?? "") }
            return nil
        },
    ]

    /// A route that changes who may sign in.
    ///
    /// - Parameter body: makes the change; returns what is shown once, with a sentence before it.
    private static func change(
        _ path: String, _ summary: String, _ form: PeopleForm,
        _ body: @escaping @Sendable (RequestContext, any AccessPlace, Date) async throws -> (String, String)?
    ) -> Route {
        Route(.post, path, .owner, summary) { context in
            guard !context.app.isDemo else { throw WebProblem.sample }
            do {
                let made = try await body(context, context.app.policy.list.place, context.app.policy.now())
                guard let made else { return context.redirect(to: "/people") }
                let shown = HTML.notice(
                    .good,
                    [
                        HTML("p", [.init("role", "status")], text: made.0),
                        .copied(made.1, id: "made"),
                    ])
                return try await context.peoplePage(made: shown)
            } catch let problem as any Problem {
                // One that is gone is removed.
                if problem.kind == .missing { return context.redirect(to: "/people") }
                guard !(problem is WebProblem), problem.kind == .usage || problem.kind == .refused else {
                    throw problem
                }
                let typed = context.typed.filter { !["password", "current", "csrf"].contains($0.key) }
                let fields = FormFields(
                    typed, issues: context.issues(of: problem, at: "name"), prefix: form.rawValue)
                var answer = try await context.peoplePage([form: fields])
                answer.status = .unprocessableContent
                return answer
            }
        }
    }
}

extension RequestContext {
    /// The address of the dashboard as this browser knows it, without a slash at its end.
    var ownAddress: String { "\(origin)\(app.policy.place.prefix)" }

    /// From where and when the dashboard opens for others, in sentences.
    fileprivate var reachOfLinks: String {
        let place = app.policy.place
        if place.isLocal { return "Only this machine reaches it as the program runs now." }
        guard place.isFoundByNumber else { return "It opens while this program runs." }
        return
            "It opens in the network of this machine alone, as at home, and while this program runs. The browser warns "
            + "first that it does not know the certificate: it was made by this machine."
    }

    fileprivate func peoplePage(
        _ fields: [PeopleForm: FormFields] = [:], made: HTML = .nothing
    ) async throws -> WebResponse {
        // Where the store cannot be read, people still can be removed.
        let goals = try? await guestLinkGoals()
        let page = Page.people(
            try await app.policy.list.current, own: principal?.name, goals: goals ?? [], fields, made: made,
            reach: reachOfLinks,
            csrf: session?.session.csrf ?? "", style, at: app.policy.now())
        return .html(frame(nil, nil).text(page))
    }

    /// The things that a guest link may show alone.
    ///
    /// - Throws: ``StoreError``.
    private func guestLinkGoals() async throws -> [(id: UUID, title: String)] {
        let goals = app.sections.compactMap(\.guestLinkGoals)
        return try await app.host.services().store.read { reader in try goals.flatMap { try $0(reader) } }
    }

    /// The goal that a new link shows alone; nil for all. No link is made while the choice cannot be read: it would show more than was
    /// chosen.
    ///
    /// - Throws: `ValidationError` for one that cannot be chosen, ``StoreError``.
    fileprivate func guestLinkGoal(_ text: String) async throws -> UUID? {
        let goals = try await guestLinkGoals()
        guard !text.isEmpty else { return nil }
        guard let goal = goals.first(where: { $0.id == UUID(uuidString: text) }) else {
            throw ValidationError(
                issue: ValidationIssue(
                    code: "unknownGoal", field: "goal", message: "There is no such goal to show. Choose another one."))
        }
        return goal.id
    }

    /// The origin of the program's pages as others find it: the address that it was given, else that of this machine.
    fileprivate var origin: String {
        let place = app.policy.place
        let names = ["://localhost", "://127.0.0.1", "://[::1]"]
        let far = place.origins.sorted().first { origin in !names.contains { origin.contains($0) } }
        return far ?? "\(place.isSecure ? "https" : "http")://127.0.0.1:\(place.port)"
    }
}

extension PasswordHash {
    /// The hash of a password, made on a thread of its own: on those that answer requests it would keep pages waiting.
    ///
    /// - Throws: ``AccessError/password(bytes:)``, or what the library throws.
    static func made(of password: String) async throws -> PasswordHash {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try PasswordHash(of: password) }) }
        }
    }
}
