public import Foundation

/// Who may come in from elsewhere: people, programs and guests.
public struct Access: Codable, Hashable, Sendable {
    /// What somebody may do.
    public enum Role: String, Codable, Sendable, CaseIterable, Comparable {
        /// See what a link shows.
        case guest
        /// See everything and try everything out.
        case reader
        /// Change everything.
        case owner

        /// Who may do less is less.
        public static func < (lhs: Role, rhs: Role) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int {
            switch self {
            case .guest: 0
            case .reader: 1
            case .owner: 2
            }
        }
    }

    /// Somebody with a password.
    public struct Person: Codable, Hashable, Sendable {
        /// The name for logging in, which the history tells.
        public internal(set) var name: String
        /// What the person may do: owner or reader.
        public let role: Role
        /// What is kept of the password.
        public internal(set) var password: PasswordHash
        /// When the person was added.
        public let added: Date
    }

    /// What lets a program ask.
    public struct Token: Codable, Hashable, Sendable {
        /// What it is called, which the history tells.
        public let name: String
        /// What the program may do: owner or reader.
        public let role: Role
        /// When it was made.
        public let added: Date
        /// When it ends; nil for never.
        public let expires: Date?
        let digest: String
    }

    /// What shows goals to whoever has its address.
    public struct Link: Codable, Hashable, Sendable {
        /// Whom it is for.
        public let name: String
        /// The id of the only goal that it shows; nil for all.
        public let goal: UUID?
        /// Whether it shows amounts, or percentages alone.
        public let showsAmounts: Bool
        /// When it was made.
        public let added: Date
        /// When it ends.
        public let expires: Date
        /// When it was followed last; nil for never.
        public internal(set) var used: Date?
        let digest: String
    }

    /// People, by name.
    public private(set) var people: [Person] = []
    /// Tokens, by name.
    public private(set) var tokens: [Token] = []
    /// Links, by name.
    public private(set) var links: [Link] = []

    /// Nobody.
    public init() {}

    // MARK: - People

    /// Somebody new.
    ///
    /// - Throws: ``AccessError``.
    public mutating func add(person name: String, _ role: Role, _ password: PasswordHash, at now: Date) throws {
        let name = try Self.checked(name, people.map(\.name), "person")
        people.append(Person(name: name, role: role, password: password, added: now))
        people.sort { $0.name < $1.name }
    }

    /// Another password for somebody.
    ///
    /// - Throws: ``LookupError``.
    public mutating func change(_ password: PasswordHash, ofPerson name: String) throws {
        people[try Self.index(of: name, people.map(\.name), "person")].password = password
    }

    /// Another name for somebody. The password stays, and with it every session.
    ///
    /// - Throws: ``LookupError``, ``AccessError``.
    public mutating func rename(person name: String, to other: String) throws {
        let index = try Self.index(of: name, people.map(\.name), "person")
        let others = people.indices.filter { $0 != index }.map { people[$0].name }
        people[index].name = try Self.checked(other, others, "person")
        people.sort { $0.name < $1.name }
    }

    /// Nobody of that name any more.
    ///
    /// - Throws: ``LookupError``.
    public mutating func remove(person name: String) throws {
        people.remove(at: try Self.index(of: name, people.map(\.name), "person"))
    }

    /// Somebody by name, however it is written.
    public func person(_ name: String) -> Person? {
        let wanted = Self.folded(name)
        return people.first { Self.folded($0.name) == wanted }
    }

    /// The person with a password, whatever the name was when it was typed: no two hashes are equal.
    public func person(with password: PasswordHash) -> Person? { people.first { $0.password == password } }

    // MARK: - Tokens

    /// A new token; its text is shown once and not kept.
    ///
    /// - Parameter days: how long it lasts; nil for ever.
    /// - Throws: ``AccessError``.
    public mutating func add(token name: String, _ role: Role, days: Int?, at now: Date) throws -> String {
        let name = try Self.checked(name, tokens.filter { !$0.hasEnded(now) }.map(\.name), "token")
        if let days, !(1...3660).contains(days) { throw AccessError.days(days, most: 3660) }
        let text = "cst_\(Secret().text)"
        tokens.removeAll { Self.folded($0.name) == Self.folded(name) }
        tokens.append(
            Token(
                name: name, role: role, added: now, expires: days.map { now.addingTimeInterval(Double($0) * 86400) },
                digest: Secret.kept(text)))
        tokens.sort { $0.name < $1.name }
        return text
    }

    /// No token of that name any more.
    ///
    /// - Throws: ``LookupError``.
    public mutating func remove(token name: String) throws {
        tokens.remove(at: try Self.index(of: name, tokens.map(\.name), "token"))
    }

    /// The token with a text; nil when there is none or it has ended.
    public func token(_ text: String, at now: Date) -> Token? {
        let digest = Secret.kept(text)
        return tokens.first { $0.digest == digest && !$0.hasEnded(now) }
    }

    // MARK: - Links

    /// A new link; the text for its address is shown once and not kept.
    ///
    /// - Parameter days: how long it lasts, a year at most.
    /// - Throws: ``AccessError``.
    public mutating func add(
        link name: String, goal: UUID?, showsAmounts: Bool, days: Int, at now: Date
    ) throws -> String {
        let name = try Self.checked(name, links.filter { !$0.hasEnded(now) }.map(\.name), "link")
        guard (1...366).contains(days) else { throw AccessError.days(days, most: 366) }
        let secret = Secret()
        links.removeAll { Self.folded($0.name) == Self.folded(name) }
        links.append(
            Link(
                name: name, goal: goal, showsAmounts: showsAmounts, added: now,
                expires: now.addingTimeInterval(Double(days) * 86400), digest: Secret.kept(secret.text)))
        links.sort { $0.name < $1.name }
        return secret.text
    }

    /// No link of that name any more.
    ///
    /// - Throws: ``LookupError``.
    public mutating func remove(link name: String) throws {
        links.remove(at: try Self.index(of: name, links.map(\.name), "link"))
    }

    /// The link with the text of an address; nil when there is none or it has ended.
    public func link(_ text: String, at now: Date) -> Link? {
        let digest = Secret.kept(text)
        return links.first { $0.digest == digest && !$0.hasEnded(now) }
    }

    /// That a link was followed.
    public mutating func follow(_ link: Link, at now: Date) {
        guard let index = links.firstIndex(where: { $0.digest == link.digest }) else { return }
        links[index].used = now
    }
}

extension Access.Token {
    /// Whether it lets nobody in any more.
    public func hasEnded(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Access.Link {
    /// Whether it is the same link, whatever was noted of it since.
    public func isSame(_ other: Access.Link) -> Bool { digest == other.digest }

    /// Whether it lets nobody in any more.
    public func hasEnded(_ now: Date) -> Bool { expires <= now }
}
