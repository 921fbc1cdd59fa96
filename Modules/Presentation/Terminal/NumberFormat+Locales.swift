extension NumberFormat {
    /// The formats that readers can choose from, in the order in which they are offered: the first is for everybody else. Figures
    /// are those of the Unicode Common Locale Data Repository; names of months are English or left out.
    public static let all: [NumberFormat] = [
        NumberFormat("en", ".", ",", .monthFirst), NumberFormat("en-GB", ".", ",", .dayFirst),
        NumberFormat("de", ",", ".", .digits(".")), NumberFormat("fr", ",", thin, .digits("/")),
        NumberFormat("ja", ".", ",", .yearFirst), NumberFormat("en-IN", ".", ",", groups: 2, .dayFirst),
        NumberFormat("de-CH", ".", "’", .digits(".")), NumberFormat("en-ZA", ",", space, .dayFirst),
        NumberFormat("es", ",", ".", least: 5, .digits("/")), NumberFormat("es-419", ".", ",", .digits("/")),
        NumberFormat("it", ",", ".", least: 5, .digits("/")),
        NumberFormat("pt", ",", ".", .digits("/")), NumberFormat("pt-PT", ",", space, least: 5, .digits("/")),
        NumberFormat("nl", ",", ".", .digits("-")), NumberFormat("pl", ",", space, least: 5, .digits(".")),
        NumberFormat("sv", ",", space, .iso), NumberFormat("da", ",", ".", .digits(".")),
        NumberFormat("nb", ",", space, .digits(".")), NumberFormat("fi", ",", space, .digits(".")),
        NumberFormat("cs", ",", space, .digits(".")), NumberFormat("sk", ",", space, .digits(".")),
        NumberFormat("hu", ",", space, least: 5, .iso), NumberFormat("ro", ",", ".", .digits(".")),
        NumberFormat("bg", ",", space, least: 5, .digits(".")), NumberFormat("hr", ",", ".", .digits(".")),
        NumberFormat("sl", ",", ".", least: 5, .digits(".")), NumberFormat("sr", ",", ".", .digits(".")),
        NumberFormat("el", ",", ".", .digits("/")), NumberFormat("tr", ",", ".", .digits(".")),
        NumberFormat("ru", ",", space, .digits(".")), NumberFormat("uk", ",", space, .digits(".")),
        NumberFormat("lt", ",", space, .iso), NumberFormat("lv", ",", space, least: 5, .digits(".")),
        NumberFormat("et", ",", space, least: 5, .digits(".")), NumberFormat("is", ",", ".", .digits(".")),
        NumberFormat("ca", ",", ".", .digits("/")), NumberFormat("id", ",", ".", .digits("/")),
        NumberFormat("vi", ",", ".", .digits("/")),
    ]

    /// Spaces at which no line is broken.
    private static let space: Character = "\u{A0}", thin: Character = "\u{202F}"

    /// Tags of places that write as another one does, and not as their language does elsewhere.
    private static let aliases: [String: String] = {
        let groups = [
            "de-ch": "de-li it-ch rm", "en-gb": "en-au en-ie en-nz", "nb": "nn no",
            "es-419": "es-cu es-do es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-sv es-us",
        ]
        return Dictionary(
            uniqueKeysWithValues: groups.flatMap { format, tags in
                tags.split(separator: " ").map { (String($0), format) }
            })
    }()

    /// The format of a tag, or of its language; nil for an unknown one.
    public static func named(_ tag: String) -> NumberFormat? {
        let tag = tag.lowercased()
        let language = tag.split(separator: "-").first.map(String.init) ?? tag
        for wanted in [aliases[tag], tag, aliases[language], language].compactMap(\.self) {
            if let found = all.first(where: { $0.locale.lowercased() == wanted }) { return found }
        }
        return nil
    }

    /// The format that a browser prefers among those that are known.
    ///
    /// - Parameter accepted: the value of its `Accept-Language` header.
    public static func preferred(_ accepted: String) -> NumberFormat {
        tags(accepted).lazy.compactMap(named).first ?? all[0]
    }

    /// The tags of languages and regions that a browser accepts, the preferred one first.
    ///
    /// - Parameter accepted: the value of its `Accept-Language` header.
    public static func tags(_ accepted: String) -> [String] {
        let wanted = accepted.split(separator: ",").prefix(20).enumerated().compactMap {
            index, part -> (tag: String, weight: Double, index: Int)? in
            let fields = part.split(separator: ";").map { $0.trimming }
            guard let tag = fields.first else { return nil }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 ? (tag, weight, index) : nil
        }
        return wanted.sorted { ($0.weight, $1.index) > ($1.weight, $0.index) }.map(\.tag)
    }
}

extension Substring {
    fileprivate var trimming: String {
        let end = reversed().drop { $0.isWhitespace }.reversed()
        return String(end.drop { $0.isWhitespace })
    }
}
