/// A JSON Schema of the few keywords that the published ones use; any other keyword is an issue, so that none goes unchecked.
package struct JSONSchema: Sendable {
    private let root: JSONNode
    private let types: JSONNode?

    /// A schema from its text, whose keys may come in any order, and the document with the types that it refers to.
    package init(_ text: String, types: JSONNode? = nil) throws {
        root = try JSONNode(parsing: text, inAnyOrder: true)
        self.types = types
    }

    /// What a value has against the schema; empty when it is valid.
    package func issues(of value: JSONNode) -> [String] { issues(value, root, at: "$") }

    private func issues(_ value: JSONNode, _ schema: JSONNode, at path: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(path): the schema is not an object"] }
        return keywords.flatMap { keyword -> [String] in
            switch keyword.key {
            case "$schema", "$id", "$defs", "title", "description": return []
            case "$ref":
                let name = keyword.value.text?.split(separator: "/").last.map(String.init) ?? ""
                guard let target = (types ?? root)["$defs"]?[name] else { return ["\(path): no definition '\(name)'"] }
                return issues(value, target, at: path)
            case "type":
                let types = keyword.value.text.map { [$0] } ?? keyword.value.elements.compactMap(\.text)
                return types.contains { value.isOf(type: $0) } ? [] : ["\(path): \(value) is not of type \(types)"]
            case "const": return value == keyword.value ? [] : ["\(path): \(value) is not \(keyword.value)"]
            case "enum":
                return keyword.value.elements.contains(value) ? [] : ["\(path): \(value) is not one of the enum"]
            case "pattern": return patternIssues(value, keyword.value, at: path)
            case "anyOf":
                let all = keyword.value.elements.map { issues(value, $0, at: path) }
                return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? ["\(path): an empty anyOf"]
            case "minItems":
                guard case .array(let elements) = value, let least = keyword.value.text.flatMap({ Int($0) }) else {
                    return []
                }
                return elements.count >= least ? [] : ["\(path): fewer than \(least) elements"]
            case "items":
                return value.elements.enumerated().flatMap { issues($1, keyword.value, at: "\(path)[\($0)]") }
            case "required":
                guard case .object = value else { return [] }
                return keyword.value.elements.compactMap(\.text).filter { value[$0] == nil }
                    .map { "\(path): '\($0)' is missing" }
            case "properties":
                guard case .object(let members) = value else { return [] }
                return members.flatMap { member in
                    keyword.value[member.key].map { issues(member.value, $0, at: "\(path).\(member.key)") } ?? []
                }
            case "additionalProperties":
                guard case .object(let members) = value else { return [] }
                let others = members.filter { schema["properties"]?[$0.key] == nil }
                if case .object = keyword.value {
                    return others.flatMap { issues($0.value, keyword.value, at: "\(path).\($0.key)") }
                }
                guard keyword.value == .bool(false) else { return ["\(path): additionalProperties cannot be true"] }
                return others.map { "\(path): '\($0.key)' is not in the schema" }
            default: return ["\(path): the keyword '\(keyword.key)' is not checked"]
            }
        }
    }

    private func patternIssues(_ value: JSONNode, _ pattern: JSONNode, at path: String) -> [String] {
        guard case .string(let text) = value else { return [] }
        guard let regex = try? Regex(pattern.text ?? "") else { return ["\(path): no pattern \(pattern)"] }
        return text.firstMatch(of: regex) == nil ? ["\(path): '\(text)' does not match \(pattern.text ?? "")"] : []
    }
}

extension JSONNode {
    fileprivate func isOf(type: String) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
            (.object, "object"):
            true
        case (.number(let digits), "integer"): !digits.contains { ".eE".contains($0) }
        default: false
        }
    }
}
