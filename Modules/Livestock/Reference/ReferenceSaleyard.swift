import Values

/// A saleyard that is known without being added.
public struct ReferenceSaleyard: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The state.
    public let state: String

    /// The saleyard with a name; nil for none.
    public static func named(_ text: String) -> ReferenceSaleyard? { byName[text.word] }

    private static let byName = Dictionary(all.map { ($0.name.word, $0) }) { first, _ in first }
    static let states = byName.mapValues(\.state)

    /// The larger saleyards of Australia, by their towns.
    public static let all: [ReferenceSaleyard] = [
        ("NSW", "Armidale Carcoar Casino Cowra Dubbo Dunedoo Finley Forbes Goulburn Griffith Gunnedah Inverell"),
        ("NSW", "Lismore Scone Singleton Tamworth Taree Wagga_Wagga Yass"),
        ("QLD", "Blackall Charters_Towers Clermont Dalby Emerald Gracemere Gympie Longreach Mareeba Monto Roma"),
        ("QLD", "Silverdale Toowoomba Warwick"), ("SA", "Dublin Jamestown Mount_Compass Mount_Gambier Naracoorte"),
        ("TAS", "Killafaddy Powranna"),
        ("VIC", "Bairnsdale Ballarat Bendigo Colac Corowa Echuca Euroa Hamilton Horsham Leongatha Mortlake"),
        ("VIC", "Ouyen Pakenham Sale Shepparton Swan_Hill Wangaratta Warrnambool Wodonga Yea"),
        ("WA", "Boyanup Katanning Mount_Barker Muchea"),
    ].flatMap { state, names in
        names.split(separator: " ").map {
            ReferenceSaleyard(name: String($0).replacing("_", with: " "), state: state)
        }
    }
}
