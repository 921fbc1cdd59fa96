public import Values

public import struct Foundation.UUID

/// A place where herds are kept, and what holds for all of them.
public struct Holding: Sendable, Hashable {
    /// The identity.
    public let id: UUID
    /// The name.
    public var name: String
    /// The currency that its herds are valued in.
    public let currency: Currency
    /// The state, as in "QLD"; nil where it is not set.
    public var state: String?
    /// The saleyard where its herds would be sold; nil where none is set.
    public var saleyard: String?
    /// The distance to it in kilometres; nil where it is not set.
    public var kilometres: Int?
    /// The yearly mortality of its herds; nil for that of the settings.
    public var mortality: Percentage?
    /// Degrees north, as entered; nil where they are not set.
    public var latitude: String?
    /// Degrees east, as entered; nil where they are not set.
    public var longitude: String?

    /// A holding.
    public init(
        id: UUID, name: String, currency: Currency, state: String? = nil, saleyard: String? = nil,
        kilometres: Int? = nil, mortality: Percentage? = nil, latitude: String? = nil, longitude: String? = nil
    ) {
        self.id = id
        self.name = name
        self.currency = currency
        self.state = state
        self.saleyard = saleyard
        self.kilometres = kilometres
        self.mortality = mortality
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Holding: Entity {
    /// How it is kept.
    public static let declaration = Declaration<Holding>(
        "holding", table: "holdings", since: "0.4.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("currency", \.currency), .value("state", \.state),
            .value("saleyard", \.saleyard), .value("kilometres", \.kilometres), .value("mortality", \.mortality),
            .value("latitude", \.latitude), .value("longitude", \.longitude)
        ) {
            Holding(
                id: $0, name: $1, currency: $2, state: $3, saleyard: $4, kilometres: $5, mortality: $6, latitude: $7,
                longitude: $8)
        })

    /// "holding 'Hill farm' in AUD".
    public var summary: String { "holding '\(name)' in \(currency)" }

    /// Everything that is wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "holding")
        for (field, text) in [("state", state), ("saleyard", saleyard)] {
            if let text { issues += ValidationIssue.lineIssues(text, field: field) }
        }
        if let kilometres, !(0...20_000).contains(kilometres) {
            issues.append(
                ValidationIssue(
                    code: "outOfRange", field: "km", message: "A distance has to be 0 to 20000 km, not \(kilometres)."))
        }
        if let error = mortality?.error(within: .zero...(.hundred)) {
            issues.append(ValidationIssue(code: error.code, field: "mortality", message: error.description))
        }
        for (field, text, most) in [("latitude", latitude, 90), ("longitude", longitude, 180)] {
            guard let text, let micro = MicroText.read(text) else {
                if text != nil { issues.append(Self.degrees(field, text ?? "", most)) }
                continue
            }
            if micro.magnitude > UInt(most * 1_000_000) { issues.append(Self.degrees(field, text, most)) }
        }
        return issues
    }

    private static func degrees(_ field: String, _ text: String, _ most: Int) -> ValidationIssue {
        ValidationIssue(
            code: "outOfRange", field: field,
            message: "'\(text.printable)' is not a \(field): write degrees between -\(most) and \(most).")
    }
}
