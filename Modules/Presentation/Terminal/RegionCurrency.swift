public import Values

/// The currency of the region that a tag of a language names, as "de-AT".
public enum RegionCurrency {
    private static let euro: Set = [
        "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT", "NL",
        "PT",
        "SI", "SK",
    ]
    private static let others = [
        "AE": "AED", "AU": "AUD", "BR": "BRL", "CA": "CAD", "CH": "CHF", "CN": "CNY", "CZ": "CZK", "DK": "DKK",
        "GB": "GBP", "HK": "HKD", "HU": "HUF", "ID": "IDR", "IL": "ILS", "IN": "INR", "IS": "ISK", "JP": "JPY",
        "KR": "KRW", "LI": "CHF", "MX": "MXN", "MY": "MYR", "NG": "NGN", "NO": "NOK", "NZ": "NZD", "PH": "PHP",
        "PL": "PLN", "RO": "RON", "SE": "SEK", "SG": "SGD", "TH": "THB", "TR": "TRY", "UA": "UAH", "US": "USD",
        "ZA": "ZAR",
    ]
    /// The regions of languages that are spoken mostly in one, or in regions of one currency.
    private static let regions = [
        "bg": "BG", "cs": "CZ", "da": "DK", "de": "DE", "el": "GR", "et": "EE", "fi": "FI", "fr": "FR", "he": "IL",
        "hr": "HR", "hu": "HU", "id": "ID", "is": "IS", "it": "IT", "ja": "JP", "ko": "KR", "lt": "LT", "lv": "LV",
        "nb": "NO", "nl": "NL", "nn": "NO", "no": "NO", "pl": "PL", "ro": "RO", "sk": "SK", "sl": "SI", "sv": "SE",
        "th": "TH", "tr": "TR", "uk": "UA",
    ]

    /// The currency of a tag; nil for a language of many regions, and for regions that are not known.
    public static func currency(_ tag: String) -> Currency? {
        let parts = tag.split(separator: "-").map(String.init)
        let named = parts.dropFirst().last { $0.count == 2 }?.uppercased()
        guard let region = named ?? parts.first.flatMap({ regions[$0.lowercased()] }) else { return nil }
        return euro.contains(region) ? .eur : others[region].flatMap { try? Currency(code: $0) }
    }
}
