/// A page without its frame: what one address shows.
public struct Page: Sendable {
    /// What it is called, in the title of the window and its heading.
    public let title: String
    /// The name of its entry in the list of pages, which is marked there; nil for none.
    public let place: String?
    /// What it shows.
    public let content: HTML

    /// A page.
    ///
    /// - Parameters:
    ///   - title: what it is called.
    ///   - place: the title of its entry in the list of pages; nil where it has none.
    ///   - content: what it shows, its heading included.
    public init(_ title: String, in place: String?, _ content: [HTML]) {
        self.title = title
        self.place = place
        self.content = .group(content)
    }
}
