import Models
import Portfolio
import Presentation

/// Units as text in digits.
struct UnitsValue: DocumentValue {
    let units: Ratio

    static var schemaType: SchemaType {
        .shared("units", .pattern(#"^[0-9]+(\.[0-9]+)?$"#), note: "Decimal digits; to 12 places where they do not end.")
    }
    var json: JSONValue { .string(UnitsText.text(units)) }
    func write(to writer: inout JSONWriter) { UnitsText.text(units).write(to: &writer) }
}

extension Field {
    /// Units, and beside them the fraction where their digits do not end.
    static func units(_ key: String, _ units: @escaping @Sendable (Value) -> Ratio?) -> Field {
        .all([
            .value(key) { units($0).map(UnitsValue.init) },
            .optional(key + "Exact") { units($0).flatMap(UnitsText.exactText) },
        ])
    }
}

/// A rate or price as text of at most 30 digits.
struct ExactText: DocumentValue {
    let value: Ratio

    static var schemaType: SchemaType {
        .shared("exactText", .pattern(#"^-?[0-9]+(\.[0-9]+)?$"#), note: "Decimal digits.")
    }
    var json: JSONValue { .string(value.significantString(digits: 30)) }
}
