import Foundation

extension EntityDescription {
    /// The description as a file keeps it: JSON with sorted keys, always the same for the same description. Written by
    /// hand, since every start of a program needs it and an encoder takes longer than all else that opens a file.
    package var text: String {
        var members: [(String, String)] = [
            ("columns", Self.list(columns.map(\.text))), ("journalled", "\(isJournalled)"), ("key", "\(keyCount)"),
            ("kind", Self.string(kind)), ("order", Self.list(order.map(Self.string))), ("since", Self.string(since)),
            ("table", Self.string(table)),
        ]
        if let title { members.append(("title", Self.string(title))) }
        members.append(("totals", Self.list(totals.map(\.text))))
        members.append(("undo", Self.string(undo.rawValue)))
        members.append(("version", "\(version)"))
        return Self.object(members)
    }

    fileprivate static func string(_ text: String) -> String {
        var bytes: [UInt8] = []
        CellText.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

    fileprivate static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// Reads what ``text`` gives. What it says still has to be checked: see ``defect``.
    ///
    /// - Throws: A decoding error.
    package init(text: String) throws {
        self = try JSONDecoder().decode(EntityDescription.self, from: Data(text.utf8))
    }
}

extension EntityDescription.Column: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, type
        case isOptional = "optional"
        case currency, reference, elements
        case isPart = "part"
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
            isPart: try container.decodeIfPresent(Bool.self, forKey: .isPart) ?? false,
            elements: try container.decodeIfPresent([EntityDescription.Column].self, forKey: .elements) ?? [])
    }

    /// Without what is usual; keys are sorted.
    fileprivate var text: String {
        var members: [(String, String)] = []
        if let currency { members.append(("currency", EntityDescription.string(currency))) }
        if !elements.isEmpty { members.append(("elements", EntityDescription.list(elements.map(\.text)))) }
        members.append(("name", EntityDescription.string(name)))
        if isOptional { members.append(("optional", "true")) }
        if isPart { members.append(("part", "true")) }
        if let reference { members.append(("reference", EntityDescription.string(reference))) }
        members.append(("type", EntityDescription.string(type.rawValue)))
        return EntityDescription.object(members)
    }
}

extension EntityDescription.Total {
    fileprivate var text: String {
        var members = [("amount", EntityDescription.string(amount)), ("by", EntityDescription.string(by))]
        if let split { members.append(("split", EntityDescription.string(split))) }
        members.append(("upTo", EntityDescription.string(upTo)))
        return EntityDescription.object(members)
    }
}
