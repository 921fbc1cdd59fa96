import Presentation
public import Values

/// The fields of a form: what was typed, and what is wrong with it, each at its field.
public struct FormFields: Sendable {
    /// What was typed, by the names of the fields.
    public let values: [String: String]
    /// What is wrong.
    public let issues: [ValidationIssue]
    /// What was changed by others while the form was filled in.
    public let merge: FieldMerge?
    /// What the ids of the fields begin with, where a page has several forms.
    public let prefix: String
    private var marksChanges = false

    /// Fields.
    public init(
        _ values: [String: String] = [:], issues: [ValidationIssue] = [], merge: FieldMerge? = nil, prefix: String = "f"
    ) {
        self.values = values
        self.issues = issues
        self.merge = merge
        self.prefix = prefix
    }

    /// The same for a form that changes something: a field that differs from what is there is marked, with what is there.
    public var editing: FormFields {
        var fields = self
        fields.marksChanges = true
        return fields
    }

    /// The id of a field's control.
    public func id(_ name: String) -> String { "\(prefix)-\(name)" }

    /// A field with its label, a hint and what is wrong with it.
    ///
    /// - Parameters:
    ///   - type: the type of the control, as HTML has it.
    ///   - otherwise: what it shows before anything was typed.
    ///   - readable: the same for people, where that is written in another way.
    public func input(
        _ name: String, _ label: String, type: String = "text", otherwise: String = "", readable: String? = nil,
        hint: String? = nil, _ attributes: [HTML.Attribute] = []
    ) -> HTML {
        field(name, label, hint: hint, now: otherwise, readable ?? otherwise) { described in
            HTML(
                "input",
                [.id(id(name)), .init("name", name), .init("type", type), .init("value", values[name] ?? otherwise)]
                    + described + attributes)
        }
    }

    /// A field for a number, which shows it as the reader writes numbers.
    ///
    /// - Parameters:
    ///   - otherwise: what it shows before anything was typed, in canonical form.
    ///   - keys: the keys that phones offer: those of numbers, unless words are possible.
    ///   - unit: the currency of the amount, and the field of whose choice it is; nil where the label or the hint says it.
    public func number(
        _ name: String, _ label: String, otherwise: String = "", hint: String? = nil, keys: String = "decimal",
        unit: (text: String, field: String)? = nil, _ style: PageStyle
    ) -> HTML {
        let now = style.numbers.plain(otherwise)
        let shown = values[name].map { style.fieldText(name, $0) } ?? now
        return field(name, label, hint: hint, now: now, now, isDirty: values[name].map { $0 != otherwise }) {
            described in
            let input = HTML(
                "input",
                [
                    .id(id(name)), .init("name", name), .init("type", "text"), .init("value", shown),
                    .init("inputmode", keys),
                ] + described)
            // Without the script nothing keeps it true, and the hint says it.
            let beside = unit.map {
                HTML(
                    "output", [.class("unit"), .init("data-unit-of", id($0.field)), .init("for", id($0.field))],
                    text: $0.text)
            }
            return beside.map { .group([input, $0]) } ?? input
        }
    }

    /// A field for a file, which cannot be sent without one.
    public func file(_ name: String, _ label: String, hint: String? = nil) -> HTML {
        field(name, label, hint: hint, now: "", "") { described in
            HTML(
                "input", [.id(id(name)), .init("name", name), .init("type", "file"), .init("required")] + described)
        }
    }

    /// A field with a choice.
    ///
    /// - Parameter units: the currencies of the choices, for the amount beside them, by value.
    public func choice(
        _ name: String, _ label: String, otherwise: String, hint: String? = nil, units: [String: String] = [:],
        _ options: [(value: String, text: String)]
    ) -> HTML {
        let chosen = values[name] ?? otherwise
        let now = options.first { $0.value == otherwise }?.text ?? otherwise
        return field(name, label, hint: hint, now: otherwise, now) { described in
            HTML(
                "select", [.id(id(name)), .init("name", name)] + described,
                options.map { option in
                    HTML(
                        "option",
                        [.init("value", option.value), .init("selected", when: option.value == chosen)]
                            + (units[option.value].map { [.init("data-unit", $0)] } ?? []), text: option.text)
                })
        }
    }

    /// A field.
    ///
    /// - Parameters:
    ///   - now: what is there, as the control has it.
    ///   - text: the same as people read it.
    ///   - isDirty: whether something else was typed; nil where that shows in the texts.
    private func field(
        _ name: String, _ label: String, hint: String?, now: String, _ text: String, isDirty: Bool? = nil,
        _ control: ([HTML.Attribute]) -> HTML
    ) -> HTML {
        let own = issues.filter { $0.field == name }
        let isTyped = values[name] != nil
        let isDirty = marksChanges && isDirty ?? ((values[name] ?? now) != now)
        // The script looks for these: `typed` so that nothing is written over, `dirty` so that it goes on marking.
        let classes = ["field", isTyped ? "typed" : "", isDirty ? "dirty" : "", own.isEmpty ? "" : "has-issues"]
        let described =
            (hint == nil ? [] : ["\(id(name))-hint"]) + (isDirty ? ["\(id(name))-was"] : [])
            + own.indices.map { "\(id(name))-issue-\($0)" }
        var attributes: [HTML.Attribute] = []
        if !described.isEmpty { attributes.append(.init("aria-describedby", described.joined(separator: " "))) }
        if !own.isEmpty { attributes.append(.init("aria-invalid", "true")) }
        // The first wrong field is in view at once, with what is wrong below it.
        if name == firstWrong { attributes.append(.init("autofocus")) }
        if marksChanges { attributes.append(.init("data-now", now)) }
        let was = HTML(
            "p", [.class("was"), .id("\(id(name))-was"), .init("hidden", when: !isDirty)],
            text.isEmpty ? [.text("Changed")] : [.text("Now: "), .name(text)])
        return HTML(
            "div", [.class(classes.filter { !$0.isEmpty }.joined(separator: " "))],
            [HTML("label", [.init("for", id(name))], text: label)]
                + (hint.map { [HTML("p", [.class("hint"), .id("\(id(name))-hint")], text: $0)] } ?? [])
                + [control(attributes)] + (marksChanges ? [was] : [])
                + own.enumerated().map {
                    HTML("p", [.class("issue"), .id("\(id(name))-issue-\($0)")], text: $1.message)
                })
    }

    /// What others changed meanwhile in the same fields, beside what was typed; nothing where nobody did.
    ///
    /// - Parameters:
    ///   - labels: what the fields are called.
    ///   - who: who made the last change, and when.
    public func conflicts(_ labels: [String: String], by who: String = "") -> HTML {
        guard let merge, !merge.conflicts.isEmpty else { return .nothing }
        var table = DataTable(
            "Changed in both", [.text("Field"), .text("When you began"), .text("Now"), .text("What you typed")])
        for name in merge.conflicts {
            table.add([
                .link(labels[name] ?? name, to: "#\(id(name))"), .name(merge.began[name] ?? ""),
                .name(merge.now[name] ?? ""), .name(merge.typed[name] ?? ""),
            ])
        }
        return HTML(
            "div",
            [
                .class("issue-summary"), .init("role", "alert"), .init("tabindex", "-1"),
                .init("autofocus", when: issues.isEmpty),
            ],
            [
                HTML("p", text: "Somebody changed the same meanwhile\(who.isEmpty ? "" : ": \(who)")."),
                .paragraph(
                    "Nothing was written. The form has what you typed: save again to keep it, or change it first."),
                table.html,
            ])
    }

    /// The field that the first issue is at; nil where none names a field.
    private var firstWrong: String? { issues.first { !$0.field.isEmpty }?.field }

    /// Everything that is wrong, with links to the fields; nothing when all is well.
    public var summary: HTML {
        guard !issues.isEmpty else { return .nothing }
        return HTML(
            "div",
            [
                .class("issue-summary"), .init("role", "alert"), .init("tabindex", "-1"),
                .init("autofocus", when: firstWrong == nil),
            ],
            [
                HTML("p", text: "Please check:"),
                HTML(
                    "ul", [],
                    issues.map { issue in
                        HTML(
                            "li", [],
                            [
                                issue.field.isEmpty
                                    ? .text(issue.message) : .link(issue.message, to: "#\(id(issue.field))")
                            ])
                    }),
            ])
    }
}

extension HTML {
    /// A value that a form sends along.
    public static func hidden(_ name: String, _ value: String) -> HTML {
        HTML("input", [.init("type", "hidden"), .init("name", name), .init("value", value)])
    }
}
