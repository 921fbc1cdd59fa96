import CommandSupport
import Foundation
import HTTPTypes
import Presentation
public import Values
import WebAccess
public import WebPages

/// A request with everything that a response is made of.
public struct RequestContext: Sendable {
    package let app: WebApp
    package let request: WebRequest
    /// The values of the pattern's names in the path.
    public let values: [String: String]
    /// The parameters of the query.
    public let query: [String: String]
    /// The id of the section that the address is of; nil for those of all sections.
    package var section: String?
    /// The signed-in user, token or guest; nil if there is none.
    package let principal: Principal?

    /// The session of a browser; nil for programs, and without a sign-in.
    package var session: (cookie: String, session: Sessions.Session)? { principal?.session }

    /// The value of a name in the path.
    public subscript(_ name: String) -> String { values[name] ?? "" }

    /// The choice for all figures of a page; a form sends along that of its page.
    private func choice(_ name: String) -> String? {
        (query[name] ?? request.form?[name]).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The day that is asked for; nil for the present one.
    ///
    /// - Throws: ``CalendarError``.
    package var day: CalendarDay? { get throws { try choice("as-of").map { try CalendarDay($0) } } }

    /// The currency for totals that is asked for; nil for that of the settings.
    ///
    /// - Throws: ``CurrencyError``.
    package var display: Currency? { get throws { try choice("display").map { try Currency(code: $0) } } }

    /// How figures are shown to this reader.
    public var style: PageStyle {
        PageStyle(
            WebSettings.numbers(app.program.settings, accepted: request.headers[.acceptLanguage] ?? ""),
            hidesAmounts: request.cookies["\(app.policy.cookieName)-private"] == "1"
                || request.form?["amounts"] == "hidden", zone: .current,
            today: app.program.call(at: app.program.presentInstant, "show").today,
            choices: ["as-of": choice("as-of"), "display": choice("display")].compactMapValues(\.self),
            typed: [.get, .head].contains(request.method) ? query : typed, now: app.program.presentInstant,
            place: place,
            sentences: app.sections.map(\.sentence), remedies: app.remedies, pages: app.pages)
    }

    /// The fields of a form, with numbers read as this reader writes them.
    public func entered(_ typed: [String: String]) -> EnteredFields {
        EnteredFields(typed, style.numbers, numbers: app.numberFields)
    }

    /// The fields of the form that was sent, with numbers read as this reader writes them.
    public var entered: EnteredFields { entered(typed) }

    /// Whether the page of the form that was sent left amounts out, whatever was chosen meanwhile in another tab: what is empty for
    /// that was not emptied.
    package var formHidesAmounts: Bool { request.form?["amounts"].map { $0 == "hidden" } ?? style.hidesAmounts }

    /// The same for pages of a set, whose forms can write unless they are of another day.
    ///
    /// - Parameter entry: the entry that a form is still of which was sent and comes back; nil for one that is made now.
    public func style(_ set: FigureSnapshot, madeFrom entry: Int? = nil) -> PageStyle {
        style.writing(writing(entry ?? set.entry, set.id), today: set.key.today)
    }

    /// The token of forms that write; nil where nothing may be written.
    ///
    /// - Parameters:
    ///   - entry: the entry of the journal that they are of.
    ///   - set: the figures that they are of.
    package func writing(_ entry: Int, _ set: String) -> FormToken? {
        let isAsOf = choice("as-of") != nil || app.program.isAsOf
        guard let csrf = session?.session.csrf, !isAsOf, principal?.role == .owner else { return nil }
        return FormToken(csrf: csrf, entry: entry, set: set, hidesAmounts: formHidesAmounts) { Secret().text }
    }

    /// The call of a use case: now, by the principal.
    public func call(_ command: String) -> Call {
        var call = app.program.call(at: app.program.presentInstant, command)
        call.person = principal?.name
        return call
    }

    /// Runs `body` on one snapshot of figures.
    public func figures<Value: Sendable>(_ body: @Sendable (FigureSnapshot) async throws -> Value) async throws
        -> Value
    {
        try await app.figureCache.with(day: try day, display: try display, body)
    }

    /// Runs `body` on one snapshot of figures for a page, which does not wait long for anybody outside.
    private func shown<Value: Sendable>(
        _ body: @escaping @Sendable (FigureSnapshot) async throws -> Value
    ) async throws -> Value {
        // A page that follows waits: it was told that there is something newer.
        guard request.headers[named: "x-live"] == nil else { return try await figures(body) }
        let events = app.events
        return try await app.figureCache.shown(
            request.path.joined(separator: "/"), day: try day, display: try display,
            arrived: { await events.replace($0) }, body)
    }

    /// A page of one snapshot of figures.
    ///
    /// - Parameter needsFigures: whether the page shows figures; a form without any waits for none, so the list beside it has those that
    ///   are there.
    public func page(
        needsFigures: Bool = true, _ body: @escaping @Sendable (FigureSnapshot, PageStyle) async throws -> Page
    ) async throws -> WebResponse {
        let (page, set, side, notice) = try await shown { set in
            let page = try await body(set, style(set))
            return (page, set, try await sideList(set, waits: needsFigures), try await note(set, above: page))
        }
        return .html(frame(set, side, note: notice).text(page))
    }

    /// A page with a form, whose status says whether what was typed can be worked out.
    ///
    /// - Parameter entry: the entry that the form is still of; nil for one that is made now.
    public func formPage(
        madeFrom entry: Int? = nil,
        _ body: @escaping @Sendable (FigureSnapshot, PageStyle) async throws -> (Page, hasFaults: Bool)
    ) async throws -> WebResponse {
        let (page, hasFaults, set, side) = try await shown { set in
            let (page, hasFaults) = try await body(set, style(set, madeFrom: entry))
            return (page, hasFaults, set, try await sideList(set, waits: false))
        }
        let note = set.isProvisional ? Page.fetching : .nothing
        return .html(frame(set, side, note: note).text(page), hasFaults ? .unprocessableContent : .ok)
    }

    /// A part of a page, for a form that is being filled in.
    public func fragment(
        _ body: @Sendable (FigureSnapshot, PageStyle) async throws -> (HTML, hasFaults: Bool)
    ) async throws -> WebResponse {
        let (html, hasFaults) = try await figures { try await body($0, style($0)) }
        let links = PageLinks(under: app.policy.place.prefix, keeping: style.choices)
        return .html(html.text(links), hasFaults ? .unprocessableContent : .ok)
    }

    /// The list of pages; Overview and Activity are those of all sections.
    private var pages: Frame.Pages {
        Frame.Pages(
            first: [Frame.Entry("Overview", "/", sign: "⌂")],
            groups: app.sections.map { Frame.Group($0.title, $0.entries, isCurrent: $0.id == section) },
            last: [Frame.Entry("Activity", "/activity", sign: "∿")])
    }

    /// The frame of a page.
    ///
    /// - Parameter note: what the page begins with.
    package func frame(_ set: FigureSnapshot?, _ side: Frame.SideList?, note: HTML = .nothing) -> Frame {
        let reader =
            principal?.role == .guest
            ? nil
            : session.map { session in
                Frame.Reader(
                    style, theme: request.cookies["\(app.policy.cookieName)-theme"].flatMap(Frame.Reader.Theme.init),
                    csrf: session.session.csrf)
            }
        let figures = set.map { set in
            Frame.Figures(
                today: set.key.today, instant: set.instant, revision: set.key.revision, set: set.id,
                isAsOf: choice("as-of") != nil || app.program.isAsOf)
        }
        return Frame(
            place, name: app.title, pages: pages, side: side, footer: app.sections.flatMap(\.footer),
            actions: writing(0, "") == nil ? [] : app.sections.flatMap(\.actions), reader: reader,
            figures: figures, isDemo: app.isDemo, isVolatile: app.isVolatile, note: note, base: app.policy.place.prefix,
            copiesLast: keepsCopies ? Int(Sessions.idle) : nil)
    }

    /// Whether browsers keep copies of pages: not on this machine, where each start lets somebody in anew, and another program may get
    /// the same port.
    private var keepsCopies: Bool {
        !app.isDemo && !app.policy.place.isLocal && !app.policy.place.isFoundByNumber
            && WebSettings.keepsCopies(app.program.settings)
    }

    /// The address that was asked for.
    package var target: String {
        "/" + request.path.map(\.urlEscaped).joined(separator: "/")
            + (request.rawQuery.isEmpty ? "" : "?\(request.rawQuery)")
    }

    /// The address of the page; for a form that comes back from an address which has no page, that of the page above.
    private var place: String {
        guard ![.get, .head].contains(request.method) else { return target }
        var parts = request.path
        while !parts.isEmpty, !app.routes.contains(where: { $0.method == .get && $0.match(parts) != nil }) {
            parts.removeLast()
        }
        return "/" + parts.map(\.urlEscaped).joined(separator: "/")
    }

    /// The list beside the page: that of the first section that has one.
    private func sideList(_ set: FigureSnapshot, waits: Bool) async throws -> Frame.SideList? {
        guard let list = app.sections.lazy.compactMap(\.sideList).first else { return nil }
        return Frame.SideList(list.title, try await list.entries(set, style(set), waits))
    }

    /// The file that came with the request.
    ///
    /// - Throws: ``WebProblem/noFile``.
    public var upload: Upload {
        get throws {
            guard let upload = request.upload else { throw WebProblem.noFile }
            return upload
        }
    }

    /// The most megabytes of a file.
    public var mostUploadMegabytes: Int { app.uploads.mostBytes / 1_000_000 }

    /// The file with an id that this session uploaded before.
    ///
    /// - Throws: ``WebProblem/upload``.
    public func upload(_ id: String) async throws -> Upload {
        try await app.uploads.find(id, owner: principal?.key ?? "")
    }

    /// Deletes a file that is not needed any more.
    public func delete(_ upload: Upload) async { await app.uploads.delete(upload) }

    /// A number of the query, from 1 on.
    public func number(_ name: String) -> Int { max(1, min(query[name].flatMap { Int($0) } ?? 1, 1_000_000)) }
}
