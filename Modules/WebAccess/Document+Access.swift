import Foundation
public import Presentation
public import Values

extension Document {
    private static let person = Shape<Access.Person>(
        .value("name", \.name), .value("role", \.role.rawValue), .value("added", \.added))
    private static let token = Shape<Access.Token>(
        .value("name", \.name), .value("role", \.role.rawValue), .value("added", \.added),
        .value("expires", \.expires))
    private static let link = Shape<Access.Link>(
        .value("name", \.name), .value("goal", \.goal, note: "The only goal that it shows; null for all."),
        .value("showsAmounts", \.showsAmounts), .value("added", \.added), .value("expires", \.expires),
        .value("used", \.used, note: "When it was followed last."))

    private static let people = DocumentShape<[Access.Person]>(
        "people", "Who may log in.", main: "people", Shape(.list("people", person, { $0 })))
    private static let tokens = DocumentShape<[Access.Token]>(
        "tokens", "What lets programs ask.", main: "tokens", Shape(.list("tokens", token, { $0 })))
    private static let links = DocumentShape<[Access.Link]>(
        "links", "What shows goals to guests.", main: "links", Shape(.list("links", link, { $0 })))
    private static let newToken = DocumentShape<String>(
        "token", "A new token, shown once.", main: "token", Shape(.value("token", { $0 })))
    private static let newLink = DocumentShape<String>(
        "link", "The address of a new link, shown once.", main: "url", Shape(.value("url", { $0 })))

    /// What is published of the documents about who may come in.
    public static let ofAccess = [
        people.description, tokens.description, links.description, newToken.description, newLink.description,
    ]

    /// Who may log in.
    public init(people: [Access.Person], asOf day: CalendarDay) { self.init(Self.people, people, asOf: day) }
    /// What lets programs ask.
    public init(tokens: [Access.Token], asOf day: CalendarDay) { self.init(Self.tokens, tokens, asOf: day) }
    /// What shows goals to guests.
    public init(links: [Access.Link], asOf day: CalendarDay) { self.init(Self.links, links, asOf: day) }
    /// The text of a new token.
    public init(token: String, asOf day: CalendarDay) { self.init(Self.newToken, token, asOf: day) }
    /// The address of a new link.
    public init(link: String, asOf day: CalendarDay) { self.init(Self.newLink, link, asOf: day) }
}
