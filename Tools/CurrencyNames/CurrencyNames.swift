// Writes Modules/Values/Currency/Currency+Names.swift: the English names of the codes in Currency+ISO4217.swift, as Unicode's CLDR has
// them, which Foundation brings along. Run it from the root of the repository after a change of those codes.
import Foundation

/// Names that CLDR has otherwise, or not.
let own = ["XXX": "No currency", "XTS": "Code for tests", "XSU": "Sucre", "XAD": "Arab Accounting Dinar"]

let folder = "Modules/Values/Currency"
let source = try String(contentsOfFile: "\(folder)/Currency+ISO4217.swift", encoding: .utf8)
let table = source.drop { $0 != "[" }.dropFirst()
let codes = table.split { !$0.isASCII || !$0.isLetter }.map(String.init).filter {
    $0.count == 3 && $0 == $0.uppercased()
}
let english = Locale(identifier: "en")
let lines = Set(codes).sorted().map { code in
    let name = own[code] ?? english.localizedString(forCurrencyCode: code) ?? code
    return "        \(code) \(name)"
}
let text = """
    extension Currency {
        /// The English names of ISO 4217's codes: written by `swift Tools/CurrencyNames/CurrencyNames.swift`.
        static let names = \"""
    \(lines.joined(separator: "\n"))
            \"""
    }

    """
try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/Currency+Names.swift"))
print("\(lines.count) names")
