/// What forms of a page that write send along.
public struct FormToken: Sendable {
    private let csrf: String
    private let entry: Int
    private let set: String
    /// Whether an empty field may be one that was left out.
    public let hidesAmounts: Bool
    private let newKey: @Sendable () -> String

    /// What proves that a form is ours, what it was made from, and what it is known by when it is sent again.
    ///
    /// - Parameters:
    ///   - csrf: proves that a form came from a page of this session.
    ///   - entry: the number of the journal's newest entry when the page was made.
    ///   - set: the id of the figures that the page shows.
    ///   - hidesAmounts: whether the page leaves amounts out, so that an empty field is none that was emptied.
    ///   - newKey: a text that no other form has.
    public init(
        csrf: String, entry: Int, set: String, hidesAmounts: Bool, newKey: @escaping @Sendable () -> String
    ) {
        self.csrf = csrf
        self.entry = entry
        self.set = set
        self.hidesAmounts = hidesAmounts
        self.newKey = newKey
    }

    /// What a form that writes begins with.
    public var fields: [HTML] {
        [
            .hidden("csrf", csrf), .hidden("once", newKey()), .hidden("entry", "\(entry)"), .hidden("set", set),
            .hidden("amounts", hidesAmounts ? "hidden" : "shown"),
        ]
    }

    /// A button that does one thing.
    ///
    /// - Parameter values: what is sent along.
    public func button(_ label: String, to path: String, _ values: [(name: String, value: String)] = []) -> HTML {
        HTML(
            "form", [.init("method", "post"), .init("action", path)],
            fields + values.map { .hidden($0.name, $0.value) } + [HTML("button", text: label)])
    }
}
