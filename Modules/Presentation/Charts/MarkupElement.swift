/// An element of SVG or HTML, with everything escaped that people may have put into it.
public struct MarkupElement: Sendable, Hashable {
    /// The value of an attribute.
    public struct Value: Sendable, Hashable, ExpressibleByStringLiteral {
        let text: String

        /// A constant.
        public init(stringLiteral value: String) { text = value }
        private init(_ text: String) { self.text = text }

        /// A text.
        public static func text(_ text: String) -> Value { Value(text) }
        /// A length or a place, to two decimals.
        public static func number(_ number: Double) -> Value { Value(MarkupElement.text(number)) }
    }

    private let name: String
    private var attributes: [String: Value]
    private let children: [MarkupElement]
    private let content: String?

    /// An element with others in it.
    public init(_ name: String, _ attributes: [String: Value] = [:], _ children: [MarkupElement] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
        content = nil
    }

    /// An element with text in it.
    public init(_ name: String, _ attributes: [String: Value] = [:], text: String) {
        self.name = name
        self.attributes = attributes
        children = []
        content = text
    }

    /// Gives it an attribute.
    mutating func set(_ name: String, _ value: Value) { attributes[name] = value }

    /// The element as text; attributes in the order of their names.
    public var text: String {
        var result: [UInt8] = []
        write(to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Writes the element to a page, in UTF-8.
    public func write(to page: inout [UInt8]) {
        page += "<".utf8
        page += name.utf8
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            page += " ".utf8
            page += key.utf8
            page += "=\"".utf8
            page += Self.escaped(value.text).utf8
            page += "\"".utf8
        }
        if content == nil, children.isEmpty {
            page += "/>".utf8
            return
        }
        page += ">".utf8
        if let content { page += (name == "style" ? content : Self.escaped(content)).utf8 }
        for child in children {
            page += "\n".utf8
            child.write(to: &page)
        }
        page += (content == nil ? "\n</" : "</").utf8
        page += name.utf8
        page += ">".utf8
    }

    /// A number in at most two decimals.
    static func text(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "0" }
        let hundredths = Int((number * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A text that means itself, in an element or an attribute, without characters that have no place in XML.
    public static func escaped(_ text: String) -> String {
        // Nearly every text of a page is of plain letters and digits.
        if text.utf8.allSatisfy(isPlain) { return text }
        var result = ""
        for scalar in TextWidth.printable(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a byte is printable ASCII that means itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: (0x20..<0x7F).contains(byte)
        }
    }
}

extension MarkupElement {
    /// A word in a picture.
    static func label(
        _ text: String, x: Double, y: Double, anchor: Value = "start", isWeak: Bool = false, isStrong: Bool = false
    ) -> MarkupElement {
        var attributes: [String: Value] = [
            "x": .number(x), "y": .number(y), "text-anchor": anchor, "fill": isWeak ? "#57606a" : "#1f2328",
            "class": isWeak ? "cst-weak" : "cst-ink",
        ]
        if isStrong { attributes["font-weight"] = "600" }
        return MarkupElement("text", attributes, text: text)
    }

    /// A line through points; nil for none.
    static func line(_ points: [(x: Double, y: Double)], class name: Value, _ attributes: [String: Value])
        -> MarkupElement?
    {
        guard let first = points.first else { return nil }
        // A single point is seen as a short dash.
        let all =
            points.count == 1 ? [(first.x - 1.5, first.y), (first.x + 1.5, first.y)] : points.map { ($0.x, $0.y) }
        let path = all.map { "\(text($0.0)),\(text($0.1))" }.joined(separator: " ")
        return MarkupElement(
            "polyline", attributes.merging(["points": .text(path), "fill": "none", "class": name]) { own, _ in own })
    }
}

extension MarkupElement {
    /// The part of a picture that is drawn by days, for pages that tell the values of a day under the pointer.
    ///
    /// - Parameter days: the numbers of the days at both ends.
    static func plot(
        from left: Double, to right: Double, y: Double, height: Double, days: (from: Double, to: Double)
    ) -> MarkupElement {
        MarkupElement(
            "rect",
            [
                "x": .number(left), "y": .number(y), "width": .number(right - left), "height": .number(height),
                "fill": "none", "class": "cst-plot", "data-from": .number(days.from), "data-to": .number(days.to),
            ])
    }
}
