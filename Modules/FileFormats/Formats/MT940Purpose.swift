/// The texts of a field `:86:`, whatever structure the bank gives it: `005?00…?20…?32…`, `/NAME/…/REMI/…`, or none.
struct MT940Purpose {
    /// The payee and the purpose.
    let texts: [String]

    init(_ lines: [String]) {
        let whole = lines.joined()
        let isNumbered = whole.prefix(3).allSatisfy { $0.isASCII && $0.isNumber } && whole.count > 3
        let mark = whole.dropFirst(3).first
        if isNumbered, let mark, !mark.isNumber, !mark.isLetter, !mark.isWhitespace {
            texts = Self.fields(whole.dropFirst(3), mark)
        } else if whole.first == "/" {
            texts = Self.words(whole)
        } else {
            let text = lines.map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }.joined(separator: " ")
            texts = text.isEmpty ? [] : [text]
        }
    }

    /// `?20` to `?29` and `?60` to `?63` are the purpose, `?32` and `?33` the name.
    private static func fields(_ text: Substring, _ mark: Character) -> [String] {
        var (name, purpose, kind) = ("", "", "")
        for part in text.split(separator: mark) {
            guard let number = Int(part.prefix(2)), part.prefix(2).count == 2 else { continue }
            let value = part.dropFirst(2)
            switch number {
            case 0: kind = String(value)
            case 20...29, 60...63: purpose += value
            case 32, 33: name += value
            default: break
            }
        }
        let texts = [name, purpose].map { String($0.trimming(while: \.isWhitespace)) }.filter { !$0.isEmpty }
        return texts.isEmpty && !kind.isEmpty ? [kind] : texts
    }

    /// `/NAME/…/REMI/…/`: the name and what it was for.
    private static func words(_ text: String) -> [String] {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var texts: [String] = []
        for (index, part) in parts.enumerated() where part == "NAME" || part == "REMI" {
            let values = parts[(index + 1)...].prefix { !$0.isKeyword }.filter { !$0.isEmpty && $0 != "USTD" }
            if !values.isEmpty { texts.append(values.joined(separator: " ")) }
        }
        return texts.isEmpty ? [text] : texts
    }
}

extension String {
    /// Whether it is one of the words that divide a purpose: three or four capital letters.
    fileprivate var isKeyword: Bool {
        (3...4).contains(utf8.count) && utf8.allSatisfy { (0x41...0x5A).contains($0) } && self != "USTD"
    }
}
