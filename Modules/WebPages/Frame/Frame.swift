import Presentation
public import Values

public import struct Foundation.Date

/// The frame around every page.
public struct Frame: Sendable {
    /// An entry of the list of pages.
    public struct Entry: Sendable {
        let title: String
        let path: String
        let sign: String

        /// An entry; the sign is for the eye alone.
        public init(_ title: String, _ path: String, sign: String) {
            (self.title, self.path, self.sign) = (title, path, sign)
        }
    }

    /// An entry of the list beside the pages.
    public struct SideEntry: Sendable {
        let title: String
        let note: String
        let path: String

        /// An entry with a few words behind it.
        public init(_ title: String, note: String, path: String) {
            (self.title, self.note, self.path) = (title, note, path)
        }
    }

    /// The frame's notes about the figures.
    public struct Figures: Sendable {
        let today: CalendarDay
        let instant: Date
        let zone: String
        let revision: Int
        let set: String
        let isAsOf: Bool

        /// Figures of a day, worked out at an instant from a state of the store.
        ///
        /// - Parameters:
        ///   - set: the id of the set that they belong to.
        ///   - isAsOf: whether another day than the present one was asked for.
        public init(today: CalendarDay, instant: Date, zone: String, revision: Int, set: String, isAsOf: Bool) {
            self.today = today
            self.instant = instant
            self.zone = zone
            self.revision = revision
            self.set = set
            self.isAsOf = isAsOf
        }
    }

    /// The reader's choices.
    public struct Reader: Sendable {
        /// Light, dark, or as the system has it.
        public enum Theme: String, Sendable, CaseIterable {
            case light
            case dark
        }

        let style: PageStyle
        let theme: Theme?
        /// Proves that a form came from a page of this session.
        let csrf: String

        /// A reader.
        public init(_ style: PageStyle, theme: Theme?, csrf: String) {
            self.style = style
            self.theme = theme
            self.csrf = csrf
        }
    }

    private let entries: [Entry]
    private let side: [SideEntry]
    private let reader: Reader?
    private let figures: Figures?
    private let isDemo: Bool
    private let isVolatile: Bool
    private let path: String
    private let note: HTML
    private let base: String

    /// A frame.
    ///
    /// - Parameters:
    ///   - path: the address of the page, to which small forms come back.
    ///   - reader: nil on pages for whoever has not come in yet.
    ///   - figures: nil on pages without any.
    ///   - isVolatile: whether what is entered is gone when the program ends.
    ///   - note: what every page begins with, below what the frame says itself.
    ///   - base: the path before all paths of this program, where a proxy gives it a part of its own.
    public init(
        _ path: String, entries: [Entry], side: [SideEntry] = [], reader: Reader?, figures: Figures?, isDemo: Bool,
        isVolatile: Bool = false, note: HTML = .nothing, base: String = ""
    ) {
        self.path = path
        self.note = note
        self.base = base
        self.entries = entries
        self.side = side
        self.reader = reader
        self.figures = figures
        self.isDemo = isDemo
        self.isVolatile = isVolatile
    }

    /// The common title of all pages.
    public static let name = "Savings"

    /// The whole page as text.
    ///
    /// - Parameter onward: where it goes on to by itself; nil for nowhere.
    public func text(_ page: Page, onward: String? = nil) -> String {
        var head: [HTML] = [
            HTML("meta", [.init("charset", "utf-8")]),
            HTML("meta", [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")]),
            HTML("meta", [.init("name", "color-scheme"), .init("content", reader?.theme?.rawValue ?? "light dark")]),
            HTML("title", text: page.title == Self.name ? Self.name : "\(page.title) · \(Self.name)"),
            HTML("link", [.init("rel", "stylesheet"), .href(WebAsset.style.path)]),
            HTML("link", [.init("rel", "icon"), .href(WebAsset.icon.path), .init("type", "image/svg+xml")]),
        ]
        if let onward {
            head.append(HTML("meta", [.init("http-equiv", "refresh"), .init("content", "0; url=\(base)\(onward)")]))
        }
        if reader != nil {
            head.append(HTML("script", [.init("type", "module"), .init("src", WebAsset.script.path)]))
        }
        var root: [HTML.Attribute] = [.init("lang", "en"), .init("dir", "ltr")]
        if let theme = reader?.theme { root.append(.init("data-theme", theme.rawValue)) }
        var state: [HTML.Attribute] = [.init("data-page", page.place ?? "")]
        if let reader { state.append(.init("data-csrf", reader.csrf)) }
        if !base.isEmpty { state.append(.init("data-base", base)) }
        if let figures {
            state += [.init("data-revision", "\(figures.revision)"), .init("data-set", figures.set)]
        }
        let body = HTML(
            "body", state,
            [
                HTML("a", [.class("skip"), .href("#main")], text: "Skip to the content"),
                HTML(
                    "div", [.class("shell")],
                    [header, pages(page)] + sideList + [HTML("div", [.class("view")], [main(page), footer])]),
                HTML(
                    "p", [.init("role", "status"), .id("announcer"), .class("visually-hidden")]),
            ])
        // Where there are no figures, what was chosen may be no day or currency at all.
        let links = PageLinks(under: base, keeping: figures == nil ? [:] : reader?.style.choices ?? [:])
        return "<!doctype html>\n" + HTML("html", root, [HTML("head", [], head), body]).text(links) + "\n"
    }

    private var header: HTML {
        var content: [HTML] = [
            HTML(
                "a", [.class("brand"), .href("/")],
                [HTML("span", [.init("aria-hidden", "true")], text: "◔ "), .text(Self.name)])
        ]
        if let figures, let reader {
            content.append(
                HTML(
                    "p", [.class("as-of")],
                    [
                        .text("Figures of "),
                        HTML("span", [.init("data-live-id", "as-of")], [reader.style.time(figures.instant)]),
                        .text(" \(figures.zone)"),
                    ]))
        }
        if let reader { content.append(HTML("div", [.class("bar-actions")], actions(reader))) }
        return HTML("header", [.class("bar")], content)
    }

    private func actions(_ reader: Reader) -> [HTML] {
        func form(_ action: String, _ name: String, _ value: String, _ label: String) -> HTML {
            HTML(
                "form", [.init("method", "post"), .init("action", action)],
                [
                    .hidden("csrf", reader.csrf), .hidden("back", path), .hidden(name, value),
                    HTML("button", text: label),
                ])
        }
        let isHidden = reader.style.hidesAmounts
        let next: (value: String, label: String) =
            switch reader.theme {
            case nil: ("light", "Theme: system")
            case .light: ("dark", "Theme: light")
            case .dark: ("system", "Theme: dark")
            }
        return [
            form("/preferences", "private", isHidden ? "0" : "1", isHidden ? "Show amounts" : "Hide amounts"),
            form("/preferences", "theme", next.value, next.label), .link("Help", to: "/help"),
            form("/logout", "all", "0", "Log out"),
        ]
    }

    private func pages(_ page: Page) -> HTML {
        guard reader != nil else { return .nothing }
        return HTML(
            "nav", [.class("pages"), .init("aria-label", "Pages")],
            [
                HTML(
                    "ul", [],
                    entries.map { entry in
                        let current: [HTML.Attribute] =
                            entry.title == page.place ? [.init("aria-current", "page")] : []
                        return HTML(
                            "li", [],
                            [
                                HTML(
                                    "a", [.href(entry.path)] + current,
                                    [
                                        HTML("span", [.init("aria-hidden", "true")], text: entry.sign),
                                        .text(" \(entry.title)"),
                                    ])
                            ])
                    })
            ])
    }

    private var sideList: [HTML] {
        guard !side.isEmpty else { return [] }
        return [
            HTML(
                "nav", [.class("side"), .init("aria-label", "Goals")],
                [
                    HTML(
                        "ul", [],
                        side.map { entry in
                            HTML(
                                "li", [],
                                [
                                    HTML(
                                        "a", [.href(entry.path)],
                                        [
                                            .name(entry.title), .text(" "),
                                            HTML("span", [.class("percent")], text: entry.note),
                                        ])
                                ])
                        })
                ])
        ]
    }

    private func main(_ page: Page) -> HTML {
        var notes: [HTML] = [
            HTML("div", [.class("live-bar"), .init("hidden")])
        ]
        if isDemo {
            notes.append(
                .paragraph("These are sample goals at made-up rates, kept in memory alone.", "demo-banner"))
        } else if isVolatile {
            notes.append(
                .paragraph(
                    "Everything is kept in memory only: what you enter is gone when the program ends. "
                        + "Set persistence.provider to sqlite in the settings file to keep it.", "demo-banner"))
        }
        if let figures, figures.isAsOf, let reader {
            notes.append(
                HTML(
                    "p", [.class("as-of-banner")],
                    [
                        .text("As of "), reader.style.day(figures.today), .text(": later transactions do not count. "),
                        .link("Back to today", to: "?" + PageLinks.query(of: path, without: "as-of")),
                    ]))
        }
        return HTML("main", [.id("main"), .init("tabindex", "-1")], notes + [note, page.content])
    }

    private var footer: HTML {
        guard let figures, reader != nil else { return HTML("footer", [.class("foot")]) }
        return HTML(
            "footer", [.class("foot")],
            [
                HTML(
                    "p", [.init("data-live-id", "state")],
                    text: "State \(figures.revision) of the database, day \(figures.today), \(figures.zone)."),
                HTML(
                    "p", [],
                    [
                        .link("Refresh", to: path), .text(" · "), .link("Search", to: "/search"), .text(" · "),
                        .link("Health", to: "/health"), .text(" · "),
                        .link("Rates", to: "/rates"), .text(" · "), .link("Settings", to: "/settings"),
                    ]),
            ])
    }
}

extension HTML {
    /// A value that a form sends along.
    public static func hidden(_ name: String, _ value: String) -> HTML {
        HTML("input", [.init("type", "hidden"), .init("name", name), .init("value", value)])
    }
}
