import Foundation
import HTTPTypes
import ProgramSupport
import Testing
import WebAccess

@testable import SavingsWeb
@testable import WebApplication
@testable import WebServer

/// Every address, and who is let in: a new one fails until it stands here.
struct WebAccessMatrixTests {
    /// What somebody has to be for each address.
    private static let table = """
        reader GET /
        reader GET /activity
        reader GET /api
        reader GET /api/v1/assets
        owner POST /api/v1/assets
        owner DELETE /api/v1/assets/{id}
        reader GET /api/v1/assets/{id}
        owner PATCH /api/v1/assets/{id}
        owner POST /api/v1/assets/{id}/adjust
        reader GET /api/v1/assets/{id}/allocations
        owner PUT /api/v1/assets/{id}/allocations
        reader POST /api/v1/assets/{id}/allocations/preview
        reader GET /api/v1/assets/{id}/transactions
        owner POST /api/v1/assets/{id}/transactions
        reader GET /api/v1/budget
        owner POST /api/v1/budget/apply
        reader POST /api/v1/budget/preview
        reader GET /api/v1/doctor
        owner DELETE /api/v1/flex
        owner PUT /api/v1/flex
        reader POST /api/v1/flex/preview
        reader GET /api/v1/goals
        owner POST /api/v1/goals
        owner DELETE /api/v1/goals/{id}
        reader GET /api/v1/goals/{id}
        owner PATCH /api/v1/goals/{id}
        owner POST /api/v1/goals/{id}/archive
        owner POST /api/v1/goals/{id}/cancel
        owner POST /api/v1/goals/{id}/finish
        owner PUT /api/v1/goals/{id}/flex-state
        reader GET /api/v1/goals/{id}/forecast
        owner POST /api/v1/goals/{id}/pause
        reader POST /api/v1/goals/{id}/preview
        owner POST /api/v1/goals/{id}/resume
        reader GET /api/v1/goals/{id}/schedule
        reader POST /api/v1/goals/{id}/what-if
        reader GET /api/v1/history
        reader GET /api/v1/months
        reader GET /api/v1/months/{month}
        owner POST /api/v1/months/{month}/close
        owner POST /api/v1/months/{month}/start
        owner POST /api/v1/months/{month}/undo
        everybody GET /api/v1/openapi.json
        reader GET /api/v1/rates
        owner POST /api/v1/rates
        reader GET /api/v1/rates/{from}/{to}
        owner POST /api/v1/redo
        reader GET /api/v1/required
        reader GET /api/v1/search
        reader GET /api/v1/settings
        owner DELETE /api/v1/transactions/{id}
        reader GET /api/v1/transactions/{id}
        owner PATCH /api/v1/transactions/{id}
        owner POST /api/v1/undo
        reader GET /assets
        reader GET /assets/import
        owner POST /assets/import
        owner GET /assets/import/{upload}
        owner POST /assets/import/{upload}
        owner POST /api/v1/imports
        reader POST /api/v1/imports/preview
        owner POST /api/v1/uploads
        reader GET /assets/new
        owner POST /assets/new
        reader GET /assets/sync
        owner POST /assets/sync
        reader GET /assets/{id}
        reader GET /assets/{id}/adjust
        owner POST /assets/{id}/adjust
        reader POST /assets/{id}/adjust/preview
        reader GET /assets/{id}/allocations
        owner POST /assets/{id}/allocations
        reader POST /assets/{id}/allocations/preview
        owner POST /assets/{id}/delete
        reader GET /assets/{id}/edit
        owner POST /assets/{id}/edit
        owner POST /assets/{id}/transactions
        reader GET /assets/{id}/transfer
        owner POST /assets/{id}/transfer
        reader GET /budget
        owner POST /budget/apply
        reader POST /budget/preview
        reader GET /events
        owner GET /data
        owner POST /data/backup
        owner POST /data/export
        owner POST /data/restore
        owner GET /data/restore/{upload}
        owner POST /data/restore/{upload}
        everybody GET /manifest.webmanifest
        everybody GET /worker.js
        everybody GET /files/{name}
        owner GET /people
        owner POST /people/add
        owner POST /people/remove
        owner POST /people/rename
        reader GET /people/password
        reader POST /people/password
        owner POST /people/links/add
        owner POST /people/links/remove
        owner POST /people/tokens/add
        owner POST /people/tokens/remove
        reader GET /flex
        reader POST /flex/preview
        owner POST /flex/reset
        owner POST /flex/save
        everybody GET /g/{link}
        everybody POST /g/{link}
        reader GET /goals
        reader GET /goals/new
        owner POST /goals/new
        reader POST /goals/new/preview
        reader GET /goals/{id}
        owner POST /goals/{id}/delete
        reader GET /goals/{id}/edit
        owner POST /goals/{id}/edit
        reader POST /goals/{id}/edit/preview
        reader GET /goals/{id}/end
        reader GET /goals/{id}/fund
        owner POST /goals/{id}/fund
        owner POST /goals/{id}/lifecycle
        owner POST /goals/{id}/payment
        reader GET /goals/{id}/payments
        reader GET /goals/{id}/what-if
        reader POST /goals/{id}/what-if/preview
        reader GET /health
        everybody GET /health/live
        everybody GET /health/ready
        reader GET /help
        owner POST /history/redo
        owner POST /history/undo
        everybody GET /login
        everybody POST /login
        guest POST /logout
        everybody GET /metrics
        reader GET /money/add
        owner POST /money/add
        reader GET /month
        owner POST /month/close
        owner POST /month/start
        owner POST /month/undo
        reader GET /month/{month}
        everybody GET /open
        reader POST /preferences
        reader GET /print/{month}
        reader GET /rates
        owner POST /rates
        owner POST /rates/{id}/remove
        reader GET /reminders
        owner POST /reminders/quiet
        owner POST /reminders/send
        owner GET /reminders/setup/{channel}
        owner POST /reminders/setup/{channel}
        owner POST /reminders/stop
        owner POST /reminders/test
        reader GET /search
        owner GET /sessions
        reader GET /settings
        reader GET /settings/{group}
        owner POST /settings/{group}
        reader POST /health
        owner PATCH /api/v1/settings
        owner POST /sessions/end
        guest GET /shared
        owner POST /sample
        reader GET /transactions
        owner POST /transactions/change
        reader GET /transactions/{id}
        owner POST /transactions/{id}
        owner POST /transactions/{id}/delete
        """

    @Test func `every address says who may ask`() throws {
        let told = WebApp.routes(of: [.savings()]).map { "\($0.access) \($0.method) \($0.pattern)" }
        let known = Set(Self.table.split(separator: "\n").map(String.init))
        #expect(told.filter { !known.contains($0) } == [])
        #expect(known.subtracting(told) == [])
        #expect(Set(told).count == told.count)
        // Whoever is not known sends nothing but who it is.
        #expect(
            WebApp.routes(of: [.savings()]).filter { $0.method != .get && !$0.isForm }.map(\.pattern) == [
                "/login", "/g/{link}",
            ])
    }

    /// Somebody who asks.
    private struct Asker {
        let who: String
        let role: String?
        let headers: [(String, String)]
        let isProgram: Bool
        var csrf: String?
    }

    @Test func `everybody is let in where the table says, and nowhere else`() async throws {
        let people = try await WebPeople(try await Household().folder)
        let program = try await LocalDashboard(people.folder)
        let (owner, reader) = (
            try await program.visitor("Ana", people.password), try await program.visitor("Ben", people.password)
        )
        let invited = try await program.ask(
            "POST", people.link,
            [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")],
            body: "")
        let guest = try #require(invited.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        let started = try await program.comeIn()
        func cookie(_ who: String, _ role: String, _ cookie: String, _ csrf: String?) -> Asker {
            Asker(who: who, role: role, headers: [("Cookie", cookie)], isProgram: false, csrf: csrf)
        }
        let askers = [
            Asker(who: "nobody", role: nil, headers: [], isProgram: false),
            cookie("an owner", "owner", owner.cookie, try await owner.csrf()),
            cookie("a reader", "reader", reader.cookie, try await reader.csrf()),
            cookie("a guest", "guest", guest, "guessed"),
            cookie("whoever started it", "owner", started.cookie, try await started.csrf()),
            Asker(who: "a program", role: "owner", headers: WebPeople.bearer(people.ownerToken), isProgram: true),
            Asker(
                who: "a reading program", role: "reader", headers: WebPeople.bearer(people.readerToken), isProgram: true
            ),
            Asker(who: "a wrong token", role: nil, headers: WebPeople.bearer(people.link), isProgram: true),
            // A wrong token is not made up for by a right cookie, where programs show them; on pages a proxy's own log-in is none of ours.
            Asker(
                who: "a wrong token with a cookie", role: nil,
                headers: WebPeople.bearer("x") + [("Cookie", owner.cookie)], isProgram: true),
            Asker(
                who: "an owner behind a proxy with a password", role: "owner",
                headers: [("Authorization", "Basic eDp5"), ("Cookie", owner.cookie)], isProgram: false,
                csrf: try await owner.csrf()),
        ]
        for route in WebApp.routes(of: [.savings()]) where !["/logout", "/events"].contains(route.pattern) {
            let path = route.pattern.replacing(#/\{\w+\}/#) { _ in "2026-05" }
            let isForPrograms = path.hasPrefix("/api/")
            for asker in askers where asker.who != "a wrong token with a cookie" || isForPrograms {
                let answer = try await send(route, path, asker, csrf: asker.csrf, program)
                let what = "\(route.method) \(route.pattern) by \(asker.who): \(answer.status)"
                guard let needed = route.access.role else {
                    #expect(
                        ![401, 403].contains(answer.status) || route.pattern == "/login" || route.pattern == "/open",
                        "\(what)")
                    continue
                }
                let isKnown = asker.role != nil && (!asker.isProgram || isForPrograms || path == "/metrics")
                let ranks = ["guest": 0, "reader": 1, "owner": 2]
                if !isKnown {
                    let goesToLogin = answer.status == 303 && answer.header("Location")?.hasPrefix("/login") == true
                    #expect(answer.status == 401 || goesToLogin, "\(what)")
                    #expect(!goesToLogin || route.method == .get, "\(what)")
                } else if (ranks[asker.role ?? ""] ?? -1) < (ranks[needed.rawValue] ?? 9) {
                    #expect(answer.status == 403, "\(what)")
                } else if asker.role != "guest" || !route.isForm {
                    #expect(![401, 403].contains(answer.status), "\(what)")
                    #expect(answer.status < 500, "\(what)")
                    // A cookie alone sends nothing: another page could have made the browser do it.
                    if route.isForm, !asker.isProgram {
                        for csrf in [nil, "guessed"] {
                            #expect(try await send(route, path, asker, csrf: csrf, program).status == 403, "\(what)")
                        }
                    }
                }
            }
        }
    }

    private func send(
        _ route: Route, _ path: String, _ asker: Asker, csrf: String?, _ program: any Dashboard
    ) async throws -> DashboardAnswer {
        guard route.method != .get else { return try await program.ask("GET", path, asker.headers) }
        let isForm = route.body == nil
        let headers = [
            ("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json"),
            ("Sec-Fetch-Site", "same-origin"),
        ]
        return try await program.ask(
            route.method.rawValue, path, asker.headers + headers + (csrf.map { [("X-CSRF-Token", $0)] } ?? []),
            body: isForm ? "" : "{}")
    }
}
