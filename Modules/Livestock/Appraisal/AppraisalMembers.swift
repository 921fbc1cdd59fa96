import PluginKit
import Values

/// The members of one object of a file, read by key; what is left over at the end is an error.
struct AppraisalMembers {
    let place: String
    private let members: [String: LosslessJSON]

    /// The members of a value.
    ///
    /// - Parameter keys: the keys that there may be.
    init(_ json: LosslessJSON, _ place: String, keys: Set<String>) throws(AppraisalError) {
        guard let members = json.object else {
            throw .invalid(place: place, "An object is expected, not \(json.shown).")
        }
        for key in members.keys where !keys.contains(key) {
            throw .unknownKey(place: place, key: key, nearest: nearestName(to: key, among: keys.sorted()))
        }
        self.place = place
        self.members = members
    }

    /// A member; nil where it is missing or null.
    subscript(_ key: String) -> LosslessJSON? {
        guard let value = members[key], value != .null else { return nil }
        return value
    }

    func path(_ key: String) -> String { "\(place).\(key)" }

    /// The value that a text or number stands for; nil where it is missing.
    func read<Value>(_ key: String, _ body: (String) throws -> Value) throws(AppraisalError) -> Value? {
        guard let json = self[key] else { return nil }
        guard let text = json.numeral else {
            throw .invalid(place: path(key), "A text is expected, not \(json.shown).")
        }
        do {
            return try body(text)
        } catch let problem as any Problem {
            throw .invalid(place: path(key), problem.description)
        } catch {
            throw .invalid(place: path(key), "\(error)")
        }
    }

    /// The value of a member that has to be there.
    func need<Value>(_ key: String, _ body: (String) throws -> Value) throws(AppraisalError) -> Value {
        guard let value = try read(key, body) else { throw .missing(place: place, key: key) }
        return value
    }

    func text(_ key: String) throws(AppraisalError) -> String? { try read(key) { $0 } }

    func choice<Choice: ColumnChoice & CaseIterable>(
        _ key: String, _ type: Choice.Type
    ) throws(AppraisalError) -> Choice? {
        try read(key) { text in
            guard let choice = Choice(rawValue: text) else {
                throw LivestockError.notAChoice(text, known: Choice.allCases.map(\.rawValue))
            }
            return choice
        }
    }

    func count(_ key: String, least: Int = 0) throws(AppraisalError) -> Int? {
        try read(key) { text in
            guard let count = Int(text), (least...HerdEvent.mostHead).contains(count) else {
                throw LivestockError.notAHead(text)
            }
            return count
        }
    }

    func percent(
        _ key: String, within bounds: ClosedRange<Percentage> = .zero...(.hundred)
    ) throws(AppraisalError) -> Percentage? {
        try read(key) { try Percentage($0, within: bounds) }
    }

    func flag(_ key: String) throws(AppraisalError) -> Bool {
        guard let json = self[key] else { return false }
        guard case .boolean(let flag) = json else {
            throw .invalid(place: path(key), "true or false is expected, not \(json.shown).")
        }
        return flag
    }

    /// The elements of a list; none where it is missing.
    func list(_ key: String) throws(AppraisalError) -> [LosslessJSON] {
        guard let json = self[key] else { return [] }
        guard let elements = json.array else {
            throw .invalid(place: path(key), "A list is expected, not \(json.shown).")
        }
        return elements
    }
}
