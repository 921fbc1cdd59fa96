import Presentation

public import struct Foundation.Date

/// The destination after a sign-in: a page, or a form that was sent after the session had ended. The sign-in page keeps it.
public struct SignInDestination: Sendable, Equatable {
    /// The page.
    public let next: String
    /// Where a form was sent, and its fields as they were sent; nil when there was none.
    public let form: (path: String, fields: String)?

    /// Creates a destination from a page, or from a form that is to be sent again.
    public init(next: String, form: (path: String, fields: String)? = nil) {
        self.next = next
        self.form = form
    }

    /// Whether two destinations are the same.
    public static func == (lhs: SignInDestination, rhs: SignInDestination) -> Bool {
        lhs.next == rhs.next && lhs.form?.path == rhs.form?.path && lhs.form?.fields == rhs.form?.fields
    }

    fileprivate var fields: [HTML] {
        [.hidden("next", next)] + (form.map { [.hidden("to", $0.path), .hidden("sent", $0.fields)] } ?? [])
    }
}

extension Page {
    /// The sign-in page.
    ///
    /// - Parameters:
    ///   - fields: what was typed, and what is wrong with it.
    ///   - knowsPeople: whether people sign in with passwords; else whoever has the printed address is let in.
    public static func login(_ fields: FormFields, knowsPeople: Bool, _ destination: SignInDestination) -> Page {
        let typed: [HTML] =
            knowsPeople
            ? [
                fields.input(
                    "name", "Name",
                    [.init("autocomplete", "username"), .init("required"), .init("autocapitalize", "none")]),
                fields.input(
                    "password", "Password", type: "password",
                    [.init("autocomplete", "current-password"), .init("required")]),
            ]
            : [
                fields.input(
                    "token", "The address that was printed when the program was started", type: "password",
                    hint: "It lets one browser in, once, for ten minutes. Start the program again for another one.",
                    [.init("autocomplete", "off"), .init("required")])
            ]
        let waiting: [HTML] =
            destination.form == nil
            ? []
            : [.notice(.attention, [.paragraph("What you typed was not saved yet. It is kept while you sign in.")])]
        return Page(
            "Sign in", in: nil,
            [HTML("h1", text: "Sign in")] + waiting + [
                fields.summary,
                HTML(
                    "form", [.class("fields"), .init("method", "post"), .init("action", "/login")],
                    typed + destination.fields + [HTML("button", [.class("primary")], text: "Sign in")]),
                knowsPeople ? .paragraph("Guests open the link again that they were sent.") : .nothing,
            ])
    }

    /// A form that was not carried out, to be sent again.
    ///
    /// - Parameters:
    ///   - title: what has happened.
    ///   - message: what became of the form.
    ///   - path: where it is sent.
    ///   - fields: its fields.
    ///   - secret: fields that are not shown.
    ///   - csrf: proves that it comes from a page of the present session.
    ///   - send: what sending it is called.
    public static func resubmit(
        _ title: String, _ message: HTML, _ path: String, _ fields: [String: String], secret: Set<String>,
        csrf: String, send: String
    ) -> Page {
        Page(
            "Go on", in: nil,
            [
                HTML("h1", text: title), HTML("p", [], [message]), typed(fields.filter { !secret.contains($0.key) }),
                HTML(
                    "form", [.init("method", "post"), .init("action", path)],
                    [.hidden("csrf", csrf)]
                        + fields.sorted { $0.key < $1.key }.filter { $0.key != "csrf" }.map {
                            .hidden($0.key, $0.value)
                        }
                        + [HTML("button", [.class("primary")], text: send)]),
                HTML("p", [], [.link("Do not send it", to: "/")]),
            ])
    }

    /// A form about something that is not there any more: what was typed can be read, and entered elsewhere.
    public static func notFound(_ message: String, _ fields: [String: String]) -> Page {
        Page(
            "Not there any more", in: nil,
            [
                HTML("h1", text: "Not there any more"), .paragraph(message),
                .paragraph("It was deleted while you typed. Nothing was written."), typed(fields),
                HTML("p", [], [.link("Activity", to: "/activity"), .text(" · "), .link("Overview", to: "/")]),
            ])
    }

    private static func typed(_ fields: [String: String]) -> HTML {
        let own: Set = ["amounts", "csrf", "once", "entry", "set", "as-of", "display", "passphrase", "password"]
        let shown = fields.filter { name, value in
            !own.contains(name) && !name.hasPrefix(FieldMerge.beginnings) && !value.isEmpty
        }
        var table = DataTable("What you typed", [.text("Field"), .text("What you typed")])
        for (name, value) in shown.sorted(by: { $0.key < $1.key }) {
            table.add([.text(name), .name(value)])
        }
        return table.html
    }

    /// The page of somebody who was a guest, and is none any more.
    ///
    /// - Parameter name: the name of the link that was followed in this browser last; nil where that is not known.
    public static func guestEnded(_ name: String?) -> Page {
        Page(
            "Savings goals", in: nil,
            [
                HTML("h1", text: "Open your link again"),
                HTML(
                    "p", [],
                    [.text("This page is shown to guests by a link")]
                        + (name.map { [.text(": it was the one for "), .name($0)] } ?? [])
                        + [.text(". Open the link again that you were sent. It needs no password.")]),
                .paragraph("If it shows nothing any more, ask whoever sent it for a new one."),
                HTML("p", [], [.text("Or "), .link("sign in with a password", to: "/login?next=/"), .text(".")]),
            ])
    }

    /// What a link shows before it is followed: what looks at links in messages uses nothing up.
    public static func invitation(to path: String) -> Page {
        Page(
            "Savings", in: nil,
            [
                HTML("h1", text: "Savings goals"),
                .paragraph("You were sent this page: it shows how far these savings goals are."),
                HTML(
                    "form", [.init("method", "post"), .init("action", path)],
                    [HTML("button", [.class("primary")], text: "Show them")]),
            ])
    }

    /// Somebody who has come in.
    public struct Presence: Sendable {
        let id: String
        let who: String
        let browser: String?
        let began: Date
        let used: Date
        let isOwn: Bool

        /// Somebody, by what the session is listed under.
        ///
        /// - Parameter browser: the browser in words; nil where that is not known.
        public init(id: String, who: String, browser: String? = nil, began: Date, used: Date, isOwn: Bool) {
            (self.id, self.who, self.browser, self.began, self.used, self.isOwn) = (
                id, who, browser, began, used, isOwn
            )
        }
    }

    /// Who has come in, each with a button that ends it.
    public static func sessions(_ presences: [Presence], csrf: String, _ style: PageStyle) -> Page {
        var table = DataTable("Sessions", [.text("Who"), .text("Since"), .text("Last used"), .text("")])
        for presence in presences {
            let end =
                presence.isOwn
                ? HTML.text("this one")
                : HTML(
                    "form", [.init("method", "post"), .init("action", "/sessions/end")],
                    [
                        .hidden("csrf", csrf), .hidden("id", presence.id),
                        HTML("button", [.init("aria-label", "End the session of \(presence.who)")], text: "End"),
                    ])
            let browser = presence.browser.map { HTML("span", [.class("sub")], text: $0) } ?? .nothing
            table.add([
                .group([.name(presence.who), browser]), style.time(presence.began), style.time(presence.used), end,
            ])
        }
        return Page(
            "Sessions", in: nil,
            [
                HTML("h1", text: "Sessions"),
                .card(
                    "Signed in now", id: "sessions", isWide: true,
                    [
                        .paragraph("Everybody listed here is signed in. A session ends after 12 hours without use."),
                        table.html,
                    ]),
            ])
    }
}
