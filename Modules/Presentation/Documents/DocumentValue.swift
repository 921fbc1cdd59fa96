public import Values

public import struct Foundation.Date
public import struct Foundation.UUID

/// What can stand in a document by itself: its JSON, and what a schema says of it.
public protocol DocumentValue: Sendable {
    /// What its JSON is.
    static var schemaType: SchemaType { get }
    /// The value as JSON.
    var json: JSONValue { get }
    /// Writes the value as JSON: the same text as that of `json`.
    func write(to writer: inout JSONWriter)
}

extension DocumentValue {
    /// Writes `json`.
    public func write(to writer: inout JSONWriter) { writer.write(json) }
}

/// A value of a closed list, shown by its name.
public protocol DocumentChoice: DocumentValue, RawRepresentable, CaseIterable where RawValue == String {}

extension DocumentChoice {
    /// One of the names.
    public static var schemaType: SchemaType { .choice(allCases.map(\.rawValue)) }
    /// The name.
    public var json: JSONValue { .string(rawValue) }
    /// Writes the name.
    public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
}

extension Optional: DocumentValue where Wrapped: DocumentValue {
    /// The value or null.
    public static var schemaType: SchemaType { .nullable(Wrapped.schemaType) }
    /// The value or null.
    public var json: JSONValue { self?.json ?? .null }
    /// Writes the value or null.
    public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.write(.null) }
    }
}

extension Array: DocumentValue where Element: DocumentValue {
    /// A list of the elements.
    public static var schemaType: SchemaType { .list(Element.schemaType) }
    /// The elements in order.
    public var json: JSONValue { .array(map(\.json)) }
}

extension String: DocumentValue {
    /// Text.
    public static var schemaType: SchemaType { .plain("string") }
    /// The text.
    public var json: JSONValue { .string(self) }
    /// Writes the text.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int: DocumentValue {
    /// A whole number.
    public static var schemaType: SchemaType { .plain("integer") }
    /// The number.
    public var json: JSONValue { JSONValue(self) }
}

extension Bool: DocumentValue {
    /// True or false.
    public static var schemaType: SchemaType { .plain("boolean") }
    /// True or false.
    public var json: JSONValue { .bool(self) }
}

extension UUID: DocumentValue {
    /// Hexadecimal digits in lower case.
    public static var schemaType: SchemaType {
        .shared("id", .pattern("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"))
    }
    /// The id in lower case.
    public var json: JSONValue { .string(lowercaseText) }
    /// Writes the id.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Date: DocumentValue {
    /// ISO 8601 text in UTC, in whole seconds.
    public static var schemaType: SchemaType {
        .shared(
            "instant", .pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
            note: "An instant in UTC.")
    }
    /// The instant in UTC.
    public var json: JSONValue { .string(formatted(.iso8601)) }
}

extension CalendarDay: DocumentValue {
    /// ISO 8601 text.
    public static var schemaType: SchemaType {
        .shared("day", .pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), note: "A calendar day.")
    }
    /// The day as text.
    public var json: JSONValue { .string(description) }
    /// Writes the day.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension CalendarMonth: DocumentValue {
    /// ISO 8601 text.
    public static var schemaType: SchemaType {
        .shared("month", .pattern("^[0-9]{4}-[0-9]{2}$"), note: "A month of a year.")
    }
    /// The month as text.
    public var json: JSONValue { .string(description) }
}

extension LocalTime: DocumentValue {
    /// Hours and minutes.
    public static var schemaType: SchemaType {
        .shared("timeOfDay", .pattern("^[0-2][0-9]:[0-5][0-9]$"), note: "A time of day, from 00:00 to 23:59.")
    }
    /// The time as text.
    public var json: JSONValue { .string(description) }
}

extension Currency: DocumentValue {
    /// A code, or chain and contract of a token.
    public static var schemaType: SchemaType {
        .shared("currency", .plain("string"), note: "A code, or chain:contract of a token.")
    }
    /// What tells the currency from all others.
    public var json: JSONValue { .string(identity) }
    /// Writes what tells the currency from all others.
    public func write(to writer: inout JSONWriter) { writer.write(identity) }
}

extension Money: DocumentValue {
    /// Exact digits and a currency.
    public static var schemaType: SchemaType {
        .shared(
            "money",
            .object([
                SchemaProperty(
                    "amount", .pattern(#"^-?[0-9]+(\.[0-9]+)?$"#), note: "Decimal digits, exact."),
                SchemaProperty("currency", Currency.schemaType),
            ]), note: "An amount in one currency.")
    }
    private static let amountKey = JSONWriter.Key("amount")
    private static let currencyKey = JSONWriter.Key("currency")

    /// Writes the digits and the currency.
    public func write(to writer: inout JSONWriter) {
        writer.begin("{")
        writer.writeKey(Money.amountKey)
        writer.writeDigits(of: self)
        writer.writeKey(Money.currencyKey)
        writer.write(currency.identity)
        writer.end("}")
    }

    /// `{"amount":"1234.50","currency":"USD"}`.
    public var json: JSONValue {
        // By hand: long lists have several in every row.
        .object(
            JSONValue.Object(inOrder: [
                JSONValue.Member(key: "amount", value: .string(amountText)),
                JSONValue.Member(key: "currency", value: currency.json),
            ]))
    }
}

extension Bound: DocumentValue {
    /// One of the sides.
    public static var schemaType: SchemaType {
        .shared(
            "bound", .choice(allCases.map(\.rawValue)),
            note: "Where the true figure lies when part of it is not known.")
    }
    /// The side.
    public var json: JSONValue { .string(rawValue) }
}

extension Unavailable: DocumentValue {
    private static let shape = Shape<Unavailable>(
        .value("item", \.item), .value("reason", \.reason))
    /// What is missing, with the reason.
    public static var schemaType: SchemaType { .object(shape.properties) }
    /// The item and the reason.
    public var json: JSONValue { Self.shape.json(self) }
}

extension Warning: DocumentValue {
    private static let shape = Shape<Warning>(.value("code", \.code), .value("message", \.message))
    /// A stable word and a sentence.
    public static var schemaType: SchemaType { .shared("warning", .object(shape.properties)) }
    /// The code and the message.
    public var json: JSONValue { Self.shape.json(self) }
}
