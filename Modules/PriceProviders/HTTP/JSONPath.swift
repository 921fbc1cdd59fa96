import Values

/// The place of values in JSON: names and numbers of members between points, and `*` for all of them, as in `data.*.close`. A point
/// that belongs to a name has a `\` before it. A `*` at the end of an object whose members hold more gives their names.
struct JSONPath: Sendable {
    /// A value and the members that the path's stars stood for.
    struct Found {
        let place: [String]
        let value: LosslessJSON
    }

    private let steps: [String]

    init(_ text: String) {
        var steps = [""]
        var isEscaped = false
        for character in text {
            if isEscaped || character != "." && character != "\\" {
                steps[steps.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                steps.append("")
            }
        }
        self.steps = steps
    }

    /// The steps up to the last star: paths with the same ones walk along one list.
    var list: [String] { steps.lastIndex(of: "*").map { Array(steps[...$0]) } ?? [] }

    /// The values, in the order in which they stand there (of an object by name).
    ///
    /// - Parameter isKey: whether a star at the end of an object gives names.
    func values(in json: LosslessJSON, names isKey: Bool) -> [Found] {
        var found = [Found(place: [], value: json)]
        for (index, step) in steps.enumerated() {
            let isLast = index + 1 == steps.count
            found = found.flatMap { one -> [Found] in
                guard step == "*" else {
                    return Self.member(step, of: one.value).map { [Found(place: one.place, value: $0)] } ?? []
                }
                if let elements = one.value.array {
                    return elements.enumerated().map { Found(place: one.place + ["\($0)"], value: $1) }
                }
                return (one.value.object ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                    Found(place: one.place + [name], value: isLast && isKey ? .string(name) : value)
                }
            }
        }
        return found
    }

    private static func member(_ step: String, of value: LosslessJSON) -> LosslessJSON? {
        if let elements = value.array {
            guard let index = Int(step), elements.indices.contains(index) else { return nil }
            return elements[index]
        }
        return value[step]
    }
}
