import Foundation

extension EntityDescription {
    /// The description as a file keeps it: JSON with sorted keys, always the same for the same description.
    ///
    /// - Throws: What the encoder throws.
    package func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Reads what ``text()`` gives. What it says still has to be checked: see ``defect``.
    ///
    /// - Throws: A decoding error.
    package init(text: String) throws {
        self = try JSONDecoder().decode(EntityDescription.self, from: Data(text.utf8))
    }
}

extension EntityDescription.Column: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type
        case isOptional = "optional"
        case currency, reference, elements
    }

    /// Decodes a column; what is left out is its usual value.
    ///
    /// - Throws: A decoding error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            type: try container.decode(ColumnType.self, forKey: .type),
            isOptional: try container.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false,
            currency: try container.decodeIfPresent(String.self, forKey: .currency),
            reference: try container.decodeIfPresent(String.self, forKey: .reference),
            elements: try container.decodeIfPresent([EntityDescription.Column].self, forKey: .elements) ?? [])
    }

    /// Encodes a column without what is usual.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        if isOptional { try container.encode(true, forKey: .isOptional) }
        try container.encodeIfPresent(currency, forKey: .currency)
        try container.encodeIfPresent(reference, forKey: .reference)
        if !elements.isEmpty { try container.encode(elements, forKey: .elements) }
    }
}
