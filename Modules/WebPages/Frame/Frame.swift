import Presentation
import Values

/// The frame around every page.
public struct Frame: Sendable {
    private let name: String
    private let pages: Pages
    private let side: SideList?
    private let footerLinks: [Entry]
    private let actions: [Entry]
    private let reader: Reader?
    private let figures: Figures?
    private let isDemo: Bool
    private let isVolatile: Bool
    private let path: String
    private let note: HTML
    private let base: String
    private let copiesLast: Int?

    /// A frame.
    ///
    /// - Parameters:
    ///   - path: the address of the page, to which small forms come back.
    ///   - name: the title of the program, which all pages have in common.
    ///   - pages: the list of pages.
    ///   - side: the list beside every page.
    ///   - footer: links of domains at the end of every page.
    ///   - actions: what can be done from every page, the most frequent first.
    ///   - reader: nil on pages for whoever has not come in yet.
    ///   - figures: nil on pages without any.
    ///   - isVolatile: whether what is entered is gone when the program ends.
    ///   - note: what every page begins with, below what the frame says itself.
    ///   - base: the path before all paths of this program, where a proxy gives it a part of its own.
    ///   - copiesLast: the seconds for which browsers keep copies of pages with figures, to be read while the program does not answer;
    ///     nil where they keep none.
    public init(
        _ path: String, name: String, pages: Pages = Pages(), side: SideList? = nil, footer: [Entry] = [],
        actions: [Entry] = [], reader: Reader?, figures: Figures?, isDemo: Bool, isVolatile: Bool = false,
        note: HTML = .nothing,
        base: String = "", copiesLast: Int? = nil
    ) {
        self.copiesLast = copiesLast
        self.path = path
        self.note = note
        self.base = base
        self.name = name
        self.pages = pages
        self.side = side
        footerLinks = footer
        self.actions = actions
        self.reader = reader
        self.figures = figures
        self.isDemo = isDemo
        self.isVolatile = isVolatile
    }

    /// The whole page as text.
    ///
    /// - Parameter destination: the page that the browser loads by itself afterwards; nil for none.
    public func text(_ page: Page, redirectingTo destination: String? = nil) -> String {
        var head: [HTML] = [
            HTML("meta", [.init("charset", "utf-8")]),
            HTML("meta", [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")]),
            HTML("meta", [.init("name", "color-scheme"), .init("content", reader?.theme?.rawValue ?? "light dark")]),
            HTML("title", text: page.title == name ? name : "\(page.title) · \(name)"),
            HTML("link", [.init("rel", "stylesheet"), .href(WebAsset.style.path)]),
            HTML("link", [.init("rel", "icon"), .href(WebAsset.icon.path), .init("type", "image/svg+xml")]),
            HTML("link", [.init("rel", "apple-touch-icon"), .href(WebAsset.touchIcon.path)]),
            HTML("link", [.init("rel", "manifest"), .href("/manifest.webmanifest")]),
        ]
        for (scheme, color) in WebAsset.grounds where reader?.theme.map({ $0 == scheme }) ?? true {
            let media = HTML.Attribute("media", "(prefers-color-scheme: \(scheme.rawValue))")
            head.append(
                HTML(
                    "meta",
                    [.init("name", "theme-color"), .init("content", color)] + (reader?.theme == nil ? [media] : [])))
        }
        if let destination {
            head.append(
                HTML("meta", [.init("http-equiv", "refresh"), .init("content", "0; url=\(base)\(destination)")]))
        }
        if reader != nil {
            for script in [WebAsset.script, .extras] {
                head.append(HTML("script", [.init("type", "module"), .init("src", script.path)]))
            }
        }
        var root: [HTML.Attribute] = [.init("lang", "en"), .init("dir", "ltr")]
        if let theme = reader?.theme { root.append(.init("data-theme", theme.rawValue)) }
        var state: [HTML.Attribute] = [.init("data-page", page.place ?? "")]
        if let reader { state.append(.init("data-csrf", reader.csrf)) }
        if !base.isEmpty { state.append(.init("data-base", base)) }
        if reader != nil, copiesLast != nil { state.append(.init("data-worker", "\(base)/worker.js")) }
        if let figures {
            state += [.init("data-revision", "\(figures.revision)"), .init("data-set", figures.set)]
        }
        let body = HTML(
            "body", state,
            [
                HTML("a", [.class("skip"), .href("#main")], text: "Skip to the content"),
                HTML(
                    "div", [.class("shell")],
                    [header, list(page)] + sideList + [HTML("div", [.class("view")], [main(page), footer])]),
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
                [HTML("span", [.init("aria-hidden", "true")], [Icon.html("◔")]), .text(name)])
        ]
        if let figures, let reader {
            content.append(
                HTML(
                    "p", [.class("as-of")],
                    [
                        .text("Figures of "),
                        HTML("span", [.init("data-live-id", "as-of")], [reader.style.time(figures.instant)]),
                    ]))
        }
        if let reader {
            if !actions.isEmpty {
                content.append(
                    HTML(
                        "div", [.class("quick")],
                        actions.enumerated().map { place, entry in
                            .link(
                                entry.title, to: entry.path,
                                [.class(place == 0 ? "button primary" : "button"), .init("data-key-for", entry.sign)])
                        }))
            }
            content.append(HTML("div", [.class("bar-actions")], choices(reader)))
        }
        return HTML("header", [.class("bar")], content)
    }

    private func choices(_ reader: Reader) -> [HTML] {
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
            form("/preferences", "theme", next.value, next.label), .link("Settings", to: "/settings"),
            .link("Help", to: "/help"),
            form("/logout", "all", "0", "Sign out"),
        ]
    }

    private func list(_ page: Page) -> HTML {
        guard reader != nil else { return .nothing }
        func link(_ entry: Entry, isCurrent: Bool) -> HTML {
            HTML(
                "li", [],
                [
                    HTML(
                        "a", [.href(entry.path)] + (isCurrent ? [.init("aria-current", "page")] : []),
                        [
                            HTML("span", [.init("aria-hidden", "true")], [Icon.html(entry.sign)]),
                            .text(" \(entry.title)"),
                        ])
                ])
        }
        func links(_ entries: [Entry], areCurrent: Bool = true) -> [HTML] {
            entries.map { link($0, isCurrent: areCurrent && $0.title == page.place) }
        }
        let groups: [HTML] =
            pages.groups.count < 2
            ? pages.groups.flatMap { links($0.entries) }
            : pages.groups.map { group in
                // A narrow screen has the groups in one row and the pages of the current one in another.
                HTML(
                    "li", [.class(group.isCurrent ? "group current" : "group")],
                    [
                        HTML("a", [.class("group-title"), .href(group.entries.first?.path ?? "/")], text: group.title),
                        HTML("ul", [], links(group.entries, areCurrent: group.isCurrent)),
                    ])
            }
        return HTML(
            "nav", [.class("pages"), .init("aria-label", "Pages")],
            [HTML("ul", [], links(pages.first) + groups + links(pages.last))])
    }

    private var sideList: [HTML] {
        guard let side, !side.entries.isEmpty else { return [] }
        return [
            HTML(
                "nav", [.class("side"), .init("aria-label", side.title)],
                [
                    HTML(
                        "ul", [],
                        side.entries.map { entry in
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
        if let copiesLast, let figures, let reader {
            // Shown in copies alone.
            notes.append(
                HTML(
                    "p", [.class("demo-banner offline-note"), .init("data-lasts", "\(copiesLast)"), .init("hidden")],
                    [
                        .text("The program does not answer. This is how the page was on "),
                        reader.style.time(figures.instant), .text("; nothing can be changed meanwhile."),
                    ]))
        }
        if isDemo {
            notes.append(
                .paragraph("This is sample data at made-up rates, kept in memory alone.", "demo-banner"))
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
        guard let reader else { return HTML("footer", [.class("foot")]) }
        let links =
            [
                figures == nil ? nil : HTML.link("Refresh", to: path),
                .link("Search", to: "/search", [.init("data-key-for", "/")]),
                .link("Health", to: "/health"),
            ].compactMap(\.self) + footerLinks.map { .link($0.title, to: $0.path) }
        return HTML(
            "footer", [.class("foot")],
            [
                figures.map { figures in
                    HTML(
                        "p", [.init("data-live-id", "state")],
                        [.text("Figures of "), reader.style.time(figures.instant), .text(".")])
                } ?? .nothing,
                HTML("p", [], links.enumerated().flatMap { $0 == 0 ? [$1] : [.text(" · "), $1] }),
            ])
    }
}
