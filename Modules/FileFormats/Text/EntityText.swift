/// Characters that XML and SGML write by name or number.
enum EntityText {
    private static let names = [
        "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "amp": "&",
    ]

    /// A text with characters in place of `&amp;`, `&#39;` and their like; what is none of them stays.
    static func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let behind = rest[rest.index(after: start)...]
            guard let end = behind.prefix(12).firstIndex(of: ";"), let character = character(behind[..<end]) else {
                result += "&"
                rest = behind
                continue
            }
            result += character
            rest = behind[behind.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> String? {
        if let known = names[String(name).lowercased()] { return known }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20, !(0x7F...0x9F).contains(number) else { return nil }
        return Unicode.Scalar(number).map { String(Character($0)) }
    }
}
