extension JSONNode {
    /// The keys by which an element of an array is named, the first that it has.
    private static let names = ["name", "goal", "asset", "item", "key", "code", "month", "date", "day"]

    /// What stands at a path such as `goals/Car/required`: a scalar, an amount with its currency, or how many elements.
    package func summary(at path: String) -> String {
        var node = self
        for step in path.split(separator: "/") {
            guard let next = node.step(String(step)) else { return "nothing" }
            node = next
        }
        return node.summary
    }

    private func step(_ name: String) -> JSONNode? {
        guard case .array(let elements) = self else { return self[name] }
        if let place = Int(name) { return elements.indices.contains(place) ? elements[place] : nil }
        return elements.first { element in
            JSONNode.names.lazy.compactMap { element[$0]?.text }.first == name
        }
    }

    private var summary: String {
        switch self {
        case .null: "null"
        case .array(let elements): "\(elements.count) elements"
        case .object(let members): money ?? "\(members.count) members"
        case .bool, .number, .string: text ?? ""
        }
    }
}
