import PluginKit
import Presentation
package import WebPages

/// The settings that a page shows, and how they stand.
package struct SettingsView: Sendable {
    package let entries: [SettingEntry]
    package let path: String?
    package let digest: String
    package let pending: [String]
    package let trouble: [String]

    /// Settings.
    ///
    /// - Parameters:
    ///   - path: where their file is; nil where none is used.
    ///   - digest: what tells the text of the file from others.
    ///   - pending: the keys of those that hold from the next start on.
    ///   - trouble: why the file cannot be used now.
    package init(_ entries: [SettingEntry], path: String?, digest: String, pending: [String], trouble: [String]) {
        (self.entries, self.path, self.digest, self.pending) = (entries, path, digest, pending)
        self.trouble = trouble
    }

    /// Whether there is a group of settings with a name.
    package func hasGroup(_ name: String) -> Bool { !entries.inGroup(name).isEmpty }

    /// The groups in order, each once.
    package var groups: [String] { Set(entries.map(\.group)).sorted() }
}

extension Page {
    /// All settings: those of every day first, all others below with a search.
    ///
    /// - Parameter search: a part of the name or the meaning of a setting; empty for all.
    package static func settings(_ view: SettingsView, search: String = "", _ style: PageStyle) -> Page {
        let wanted = search.lowercased()
        let found = view.entries.filter {
            wanted.isEmpty || $0.key.lowercased().contains(wanted)
                || $0.definition.summary.lowercased().contains(wanted)
        }
        let mayChange = style.writing != nil
        var table = DataTable("Settings of every day", [.text("Setting"), .text("Value")])
        for entry in view.entries.inGroup(SettingEntry.everyday) {
            let label = style.label(entry, in: SettingEntry.everyday)
            let value =
                entry.values.first?.text.map { HTML.name(style.word(of: $0, entry)) }
                ?? .text(entry.definition.role == .displayCurrency ? "that of the first goal" : "not set")
            table.add([mayChange ? .link(label, to: "/settings/\(SettingEntry.everyday)") : .text(label), value])
        }
        let pages = [
            ("/people", "People, guest links and tokens"), ("/people/password", "Your password"),
            ("/data", "Your data: backup and export"),
            ("/reminders", "Reminders"), ("/sessions", "Who is signed in"),
        ]
        let query = FormFields(["q": search], prefix: "search")
        let groups = Set(found.map(\.group)).sorted()
        return Page(
            "Settings", in: nil,
            [
                HTML("h1", text: "Settings"), view.notices,
                .cards([
                    .card("Every day", id: "everyday", [table.html]),
                    mayChange
                        ? .card(
                            "People and data", id: "pages",
                            [HTML("ul", [.class("starts")], pages.map { HTML("li", [], [.link($1, to: $0)]) })])
                        : .card("You", id: "pages", [HTML("p", [], [.link("Your password", to: "/people/password")])]),
                ]),
                .disclosure(
                    "Advanced: all settings",
                    [
                        view.about,
                        HTML(
                            "form",
                            [
                                .class("fields row"), .init("method", "get"), .init("action", "/settings"),
                                .init("role", "search"),
                            ],
                            [
                                query.input("q", "Search in settings", type: "search"),
                                HTML("div", [.class("actions")], [HTML("button", text: "Search")]),
                            ]), found.isEmpty ? .paragraph("No setting is like that.", "empty") : .nothing,
                    ] + cards(groups, found, style), isOpen: !search.isEmpty),
            ])
    }

    private static func cards(_ groups: [String], _ found: [SettingEntry], _ style: PageStyle) -> [HTML] {
        groups.map { group in
            let entries = found.filter { $0.group == group }
            let isOpen = style.writing != nil && entries.contains(where: \.isChangeable)
            return .card(
                group, id: "group-\(group)",
                action: isOpen ? .link("Change \(group)", to: "/settings/\(group)") : .nothing,
                [style.table("Settings of \(group)", entries)])
        }
    }

    /// The settings of a group, to be changed.
    package static func settings(
        _ group: String, _ view: SettingsView, _ fields: FormFields, note: String?, isConflict: Bool = false,
        _ style: PageStyle
    ) -> Page {
        let entries = view.entries.inGroup(group)
        let title = group == SettingEntry.everyday ? "Settings of every day" : "Settings: \(group)"
        let open = entries.filter { style.writing != nil && $0.isChangeable }
        let others = entries.filter { entry in !open.contains { $0.definition.key == entry.definition.key } }
        let said: HTML =
            isConflict
            ? fields.conflicts([:], by: "another program, in the settings file")
            : fields.summary
        return Page(
            title, in: nil,
            [
                HTML("h1", text: title), HTML("p", [], [.link("All settings", to: "/settings")]),
                note.map { .notice(isConflict ? .attention : .good, [HTML("p", [.init("role", "status")], text: $0)]) }
                    ?? .nothing, view.notices, said,
                open.isEmpty ? .nothing : .card("Change", id: "change", [style.form(group, view, open, fields)]),
                others.isEmpty
                    ? .nothing
                    : .card("Not changed here", id: "others", [style.table("Not changed here", others)]),
            ])
    }
}

extension SettingsView {
    fileprivate var about: HTML {
        guard let path else { return .paragraph("No settings file is used: nothing can be changed here.") }
        return HTML(
            "p", [],
            [
                .text("What is changed here stands in "), HTML("code", text: path),
                .text(
                    ", where comments and all else stay as they are. What the start or the environment says comes first."
                ),
            ])
    }

    fileprivate var notices: HTML {
        var notices: [HTML] = []
        if !trouble.isEmpty {
            notices.append(
                .notice(
                    .bad,
                    [.paragraph("The settings file cannot be used as it is. What it said before is in use.")]
                        + trouble.map { .paragraph($0) }))
        }
        if !pending.isEmpty {
            notices.append(
                .notice(
                    .attention,
                    [
                        .paragraph(
                            "Takes effect when the program is started again: \(pending.joined(separator: ", ")).")
                    ]))
        }
        return .group(notices)
    }
}

extension PageStyle {
    fileprivate func table(_ caption: String, _ entries: [SettingEntry]) -> HTML {
        var table = DataTable(caption, [.text("Setting"), .text("Value"), .text("From"), .text("Here")])
        for entry in entries {
            let here = entry.refusal ?? (writing == nil ? "Nothing is changed here." : "It can be changed.")
            for (index, value) in entry.values.enumerated() {
                let summary = index == 0 ? HTML("span", [.class("sub")], text: entry.definition.summary) : .nothing
                let text = hidesAmounts && entry.definition.kind == .amount ? TextStyle.hidden : value.text
                table.add([
                    .group([.name(value.name), summary]), text.map { .name($0) } ?? .text("–"),
                    .text(value.origin.words), .text(here),
                ])
            }
        }
        return table.html
    }

    fileprivate func form(
        _ group: String, _ view: SettingsView, _ entries: [SettingEntry], _ fields: FormFields
    ) -> HTML {
        HTML(
            "form",
            [
                .class("fields"), .init("method", "post"), .init("action", "/settings/\(group)"),
                .init("data-keeps-input"),
            ],
            (writing?.fields ?? []) + [.hidden("file", view.digest)] + kept
                + entries.map { entry in
                    .hidden(
                        FieldMerge.beginning(of: entry.definition.key), entry.fieldValue(hidesAmounts: hidesAmounts))
                } + entries.flatMap { inputs($0, label($0, in: group), fields.editing) } + [
                    HTML("div", [.class("actions")], [HTML("button", [.class("primary")], text: "Save")])
                ])
    }

    /// The name of a setting's field: its key, but for those of every day on their page.
    fileprivate func label(_ entry: SettingEntry, in group: String) -> String {
        guard group == SettingEntry.everyday else { return entry.key }
        return SettingEntry.everydayNames.first { $0.key == entry.key }?.value ?? entry.key
    }

    /// A value as people say it.
    fileprivate func word(of value: String, _ entry: SettingEntry) -> String {
        if entry.key == WebSettings.numbers.key, let format = NumberFormat.named(value) {
            return "\(value), as in \(format.digits("1234.50")) and \(format.text(today))"
        }
        guard entry.definition.kind == .boolean else { return value }
        return value == "true" ? "Yes" : value == "false" ? "No" : value
    }

    private func inputs(_ entry: SettingEntry, _ label: String, _ fields: FormFields) -> [HTML] {
        let (definition, key) = (entry.definition, entry.definition.key)
        let otherwise = entry.fieldValue(hidesAmounts: hidesAmounts)
        let standard =
            (definition.defaultText.map { "Default: \(word(of: $0, entry))." } ?? "")
            + (definition.isReadAtStart ? " Takes effect when the program is started again." : "")
        if definition.isSecret {
            let isSet = entry.values.contains { $0.text != nil }
            let hint = "\(definition.summary) \(isSet ? "One is set. Empty: it stays." : "None is set.")"
            let field = fields.input(
                key, label, type: "password", hint: hint, [.init("autocomplete", "off"), .init("spellcheck", "false")])
            guard isSet else { return [field] }
            let removal = SettingEntry.removal(of: key)
            return [
                field,
                fields.choice(
                    removal, "What is set for \(key)", otherwise: "no", [("no", "Stays"), ("yes", "Is removed")]),
            ]
        }
        let hint = "\(definition.summary) \(standard)"
        func choice(_ names: [String]) -> HTML {
            let known = otherwise.isEmpty || names.contains(otherwise) ? names : names + [otherwise]
            return fields.choice(
                key, label, otherwise: otherwise, hint: hint,
                [("", "Not set")] + known.map { ($0, word(of: $0, entry)) })
        }
        switch definition.kind {
        case .choice(let names): return [choice(names)]
        case .boolean: return [choice(["true", "false"])]
        default:
            let empty = entry.isLeftOut(hidesAmounts) ? " Hidden. Empty: it stays." : ""
            let kind = definition.kind == .string ? "" : " As: \(definition.kind.label)."
            guard definition.kind != .amount else {
                return [fields.number(key, label, otherwise: otherwise, hint: hint + kind + empty, self)]
            }
            return [
                fields.input(
                    key, label, otherwise: otherwise, hint: hint + kind + empty,
                    [.init("autocomplete", "off"), .init("spellcheck", "false")])
            ]
        }
    }
}

extension SettingOrigin? {
    /// The origin of a value, in words.
    fileprivate var words: String {
        switch self {
        case nil: "not set"
        case .default: "default"
        case .option, .program: "start"
        case .environment(let name): "environment variable \(name)"
        case .file(_, let line): "file, line \(line)"
        }
    }
}
