public import Presentation

/// A piece of a page. Text becomes HTML only here, where it is escaped Unicode scalar by scalar: a quote that a combining
/// mark follows is one character to Swift, and still ends an attribute for a browser.
public struct HTML: Sendable {
    private indirect enum Content: Sendable {
        case element(name: String, attributes: [Attribute], children: [HTML])
        case text(String)
        case group([HTML])
        case picture(MarkupElement)
    }

    private let content: Content

    /// An element with others in it. Names are constants: no text of anybody else becomes one.
    public init(_ name: StaticString, _ attributes: [Attribute] = [], _ children: [HTML] = []) {
        content = .element(name: name.description, attributes: attributes, children: children)
    }

    /// An element with text in it.
    public init(_ name: StaticString, _ attributes: [Attribute] = [], text: String) {
        self.init(name, attributes, [.text(text)])
    }

    private init(_ content: Content) { self.content = content }

    /// Text that means itself.
    public static func text(_ text: String) -> HTML { HTML(.text(text)) }
    /// Several pieces, one after the other.
    public static func group(_ pieces: [HTML]) -> HTML { HTML(.group(pieces)) }
    /// A picture.
    public static func picture(_ element: MarkupElement) -> HTML { HTML(.picture(element)) }
    /// Nothing.
    public static let nothing = HTML.group([])

    /// The piece as text of a page.
    public var text: String { text(PageLinks()) }

    /// The piece as text of a page.
    ///
    /// - Parameter links: where its links lead.
    public func text(_ links: PageLinks) -> String {
        var result: [UInt8] = []
        write(to: &result, links)
        return String(decoding: result, as: UTF8.self)
    }

    /// Elements without content and without an end.
    private static let void: Set<String> = ["br", "hr", "img", "input", "link", "meta"]

    private func write(to result: inout [UInt8], _ links: PageLinks) {
        switch content {
        case .text(let text): result += MarkupElement.escaped(text).utf8
        case .group(let pieces): for piece in pieces { piece.write(to: &result, links) }
        case .picture(let element): element.write(to: &result)
        case .element(let name, let attributes, let children):
            result += "<".utf8
            result += name.utf8
            for attribute in attributes { attribute.write(to: &result, links) }
            result += ">".utf8
            guard !children.isEmpty || !Self.void.contains(name) else { return }
            for child in children { child.write(to: &result, links) }
            result += "</".utf8
            result += name.utf8
            result += ">".utf8
        }
    }
}

extension HTML {
    /// An attribute of an element.
    public struct Attribute: Sendable {
        private let name: String
        /// Nil for one that says something by being there.
        private let value: String?
        private let isPresent: Bool

        /// An attribute with a value.
        public init(_ name: StaticString, _ value: String) {
            (self.name, self.value, isPresent) = (name.description, value, true)
        }

        /// One that says something by being there, where a condition holds.
        public init(_ name: StaticString, when condition: Bool = true) {
            (self.name, value, isPresent) = (name.description, nil, condition)
        }

        /// The classes of the element.
        public static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
        /// The element's id.
        public static func id(_ id: String) -> Attribute { Attribute("id", id) }

        /// Where a link leads: a place of this program, or a page of the web by http or https. Anything else, as `javascript:`,
        /// leads nowhere.
        public static func href(_ target: String) -> Attribute {
            let isOwn =
                target.hasPrefix("/") && !target.hasPrefix("//") || target.hasPrefix("#") || target.hasPrefix("?")
            return Attribute("href", isOwn || isOfTheWeb(target) ? target : "#")
        }

        /// Whether a text is the address of a page of the web.
        public static func isOfTheWeb(_ target: String) -> Bool {
            let lowered = target.lowercased()
            return lowered.hasPrefix("https://") || lowered.hasPrefix("http://")
        }

        /// Attributes that hold an address.
        private static let addresses: Set<String> = ["action", "data-preview", "href", "src"]

        fileprivate func write(to result: inout [UInt8], _ links: PageLinks) {
            guard isPresent else { return }
            result += " ".utf8
            result += name.utf8
            guard let value else { return }
            let isOwn = value.hasPrefix("/") && !value.hasPrefix("//") && Self.addresses.contains(name)
            result += "=\"".utf8
            if isOwn { result += links.base.utf8 }
            result += MarkupElement.escaped(isOwn && name == "href" ? links.keeping(value) : value).utf8
            result += "\"".utf8
        }
    }
}
