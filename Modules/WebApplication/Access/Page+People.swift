import Foundation
import Presentation
import WebAccess
import WebPages

/// The forms of people, guest links and tokens, by the prefixes of their fields.
enum PeopleForm: String, CaseIterable {
    case person, rename, password, link, token
}

extension Page {
    /// People with a password, guest links and tokens.
    ///
    /// - Parameters:
    ///   - own: the name of the person who is signed in; nil where the printed address let somebody in.
    ///   - goals: what a link may show alone.
    ///   - fields: those of a form that was refused, by form.
    ///   - made: what a new link or token is, which is shown this once.
    ///   - reach: from where a link opens, in sentences.
    static func people(
        _ access: Access, own: String?, goals: [(id: UUID, title: String)], _ fields: [PeopleForm: FormFields],
        made: HTML, reach: String, csrf: String,
        _ style: PageStyle,
        at now: Date
    ) -> Page {
        func fieldsOf(_ form: PeopleForm) -> FormFields { fields[form] ?? FormFields(prefix: form.rawValue) }
        func form(_ path: String, _ inputs: [HTML], save: String) -> HTML {
            HTML(
                "form", [.class("fields"), .init("method", "post"), .init("action", path)],
                [.hidden("csrf", csrf)] + inputs + [
                    HTML("div", [.class("actions")], [HTML("button", [.class("primary")], text: save)])
                ])
        }
        func remove(_ path: String, _ name: String) -> HTML {
            HTML(
                "form", [.init("method", "post"), .init("action", path)],
                [
                    .hidden("csrf", csrf), .hidden("name", name),
                    HTML("button", [.init("aria-label", "Remove \(name)")], text: "Remove"),
                ])
        }
        var people = DataTable("People", [.text("Name"), .text("May"), .text("Since"), .text("")])
        for person in access.people {
            people.add([
                .group([.name(person.name), person.name == own ? .text(" (you)") : .nothing]),
                .text(words(person.role)),
                style.time(person.added),
                person.name == own ? .nothing : remove("/people/remove", person.name),
            ])
        }
        var links = DataTable(
            "Guest links", [.text("For"), .text("Shows"), .text("Until"), .text("Opened"), .text("")])
        for link in access.links {
            links.add([
                .name(link.name),
                HTML(
                    "span", [],
                    [
                        link.goal.map { id in .name(goals.first { $0.id == id }?.title ?? "one goal") }
                            ?? .text("all goals"),
                        .text(link.showsAmounts ? ", with amounts" : ", percentages alone"),
                    ]),
                link.hasEnded(now) ? .text("ended") : style.time(link.expires),
                link.used.map { style.time($0) } ?? .text("never"), remove("/people/links/remove", link.name),
            ])
        }
        var tokens = DataTable("Tokens", [.text("Program"), .text("May"), .text("Until"), .text("")])
        for token in access.tokens {
            tokens.add([
                .name(token.name), .text(words(token.role)),
                token.hasEnded(now) ? .text("ended") : token.expires.map { style.time($0) } ?? .text("it is removed"),
                remove("/people/tokens/remove", token.name),
            ])
        }
        let roles = [("owner", "See and change everything"), ("reader", "See everything, change nothing")]
        let (person, link, token) = (fieldsOf(.person), fieldsOf(.link), fieldsOf(.token))
        let names = access.people.map { (value: $0.name, text: $0.name) }
        let rename = form(
            "/people/rename",
            [
                fieldsOf(.rename).choice("person", "Who", otherwise: own ?? names.first?.value ?? "", names),
                fieldsOf(.rename).input(
                    "name", "New name", hint: "Password and sessions stay. Activity keeps the name of then",
                    [.init("autocomplete", "off")]),
            ], save: "Rename")
        let new = [HTML.Attribute.init("autocomplete", "new-password"), .init("required")]
        return Page(
            "People", in: nil,
            [
                HTML("h1", text: "People and access"), made,
                .group(PeopleForm.allCases.map { fieldsOf($0).summary }),
                .card(
                    "People", id: "people", isWide: true,
                    [
                        .paragraph(
                            access.people.isEmpty
                                ? "Nobody has a password yet: whoever opens the printed address on this machine is in. "
                                    + "The first person may change everything."
                                : "Everybody signs in with a name and a password."),
                        people.isEmpty ? .nothing : people.html,
                        people.isEmpty
                            ? .nothing
                            : .disclosure("Rename somebody", [rename], isOpen: !fieldsOf(.rename).values.isEmpty),
                        form(
                            "/people/add",
                            [
                                person.input("name", "Name of the person", [.init("autocomplete", "off")]),
                                person.input(
                                    "password", "Password", type: "password", hint: "12 characters or more", new),
                                access.people.isEmpty
                                    ? .hidden("role", "owner")
                                    : person.choice("role", "May", otherwise: "owner", roles),
                            ], save: "Add the person"),
                    ]),
                own == nil
                    ? .nothing : HTML("p", [], [.link("Change your password", to: "/people/password")]),
                .card(
                    "Guest links", id: "links", isWide: true,
                    [
                        .paragraph(
                            "A link shows how far goals are to whoever has it, and nothing else. It needs no password. \(reach)"
                        ),
                        links.isEmpty ? .nothing : links.html,
                        form(
                            "/people/links/add",
                            [
                                link.input("name", "For whom", [.init("autocomplete", "off")]),
                                goals.isEmpty
                                    ? .nothing
                                    : link.choice(
                                        "goal", "Of", otherwise: "",
                                        [("", "All goals")]
                                            + goals.prefix(200).map { ($0.id.uuidString.lowercased(), $0.title) }),
                                link.choice(
                                    "amounts", "It shows", otherwise: "no",
                                    [("no", "Percentages alone"), ("yes", "Amounts, too")]),
                                link.choice(
                                    "days", "It ends", otherwise: "30",
                                    [("7", "In a week"), ("30", "In a month"), ("365", "In a year")]),
                            ], save: "Make the link"),
                    ]),
                .card(
                    "Tokens for programs", id: "tokens", isWide: true,
                    [
                        tokens.isEmpty ? .nothing : tokens.html,
                        form(
                            "/people/tokens/add",
                            [
                                token.input("name", "Name of the program", [.init("autocomplete", "off")]),
                                token.choice("role", "The program may", otherwise: "reader", roles.reversed()),
                                token.choice(
                                    "days", "The token ends", otherwise: "90",
                                    [("90", "In three months"), ("365", "In a year"), ("", "When it is removed")]),
                            ], save: "Make the token"),
                    ]),
                HTML("p", [], [.link("Who is signed in now", to: "/sessions")]),
            ])
    }

    private static func words(_ role: Access.Role) -> String {
        switch role {
        case .guest: "see what a link shows"
        case .reader: "see everything"
        case .owner: "change everything"
        }
    }
}
