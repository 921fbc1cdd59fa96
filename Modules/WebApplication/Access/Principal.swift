package import WebAccess

/// The user, token or guest that a request comes from, with a role.
package struct Principal: Sendable {
    /// The means of a sign-in.
    package enum Identity: Sendable, Equatable, Codable {
        /// By the address that the program printed.
        case start
        /// By a password. Another one ends the session.
        case person(String, PasswordHash)
        /// By a link.
        case guest(Access.Link)

        /// Whether it is the same person, link or address of the start, whatever its password was.
        package func isSame(as other: Identity) -> Bool {
            switch (self, other) {
            case (.start, .start): true
            case (.person(let name, _), .person(let other, _)): name == other
            case (.guest(let link), .guest(let other)): link.isSame(other)
            default: false
            }
        }
    }

    package let role: Access.Role
    /// The name in the history and the log; nil for the address that the program printed.
    package let name: String?
    /// The link of a guest; nil for others.
    package let link: Access.Link?
    /// Nil for a program that shows a token.
    package let session: (cookie: String, session: Sessions.Session)?
    /// The key by which writes are counted.
    package let key: String
}
