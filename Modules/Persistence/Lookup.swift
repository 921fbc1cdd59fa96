import PluginKit
public import Values

import struct Foundation.UUID

extension EntityReader {
    /// The thing that a person means: by exact id, by exact title, or by the beginning (four characters or more) of an id
    /// that only one has.
    ///
    /// - Throws: ``LookupError`` when none or several match, ``StoreError``.
    public func find<E: Entity>(_ type: E.Type, named text: String) throws -> E {
        if let id = UUID(uuidString: text), let found = try find(type, id) { return found }
        if let title = E.declaration.description.title {
            let titled = try all(type, where: title, is: .text(text))
            if !titled.isEmpty { return try titled.find(named: text) }
        }
        return try all(type).find(named: text)
    }
}

extension StoreReader {
    /// The record of a kind that a person means: as ``Values/EntityReader/find(_:named:)``.
    ///
    /// - Throws: ``LookupError`` when none or several match or there is no such kind, ``StoreError``.
    public func record(of kind: String, named text: String) throws -> Record {
        if let id = UUID(uuidString: text),
            let found = try record(EntityKey(kind: kind, cells: [.text(id.uuidString)]))
        {
            return found
        }
        var records: [Record] = []
        let known = try kinds().first { $0.description.kind == kind }
        if let known { try forEachRecord(of: known) { records.append($0) } }
        return try records.only(named: text, of: kind, titled: known?.description.titlePosition) { $0.cells }
    }
}

extension Array where Element: Entity {
    /// The one among these that a person means: as ``Values/EntityReader/find(_:named:)``.
    ///
    /// - Throws: ``LookupError`` when none or several match.
    public func find(named text: String) throws(LookupError) -> Element {
        let description = Element.declaration.description
        return try only(named: text, of: description.kind, titled: description.titlePosition, Element.declaration.cells)
    }
}

extension Array {
    /// The one whose cells have the id or title, or the beginning of an id.
    fileprivate func only(
        named text: String, of kind: String, titled title: Int?, _ cells: (Element) -> [Cell]
    ) throws(LookupError) -> Element {
        let items = map { ($0, cells($0)) }
        func name(_ cells: [Cell]) -> String { title.flatMap { cells[$0].plainText } ?? "" }
        func id(_ cells: [Cell]) -> String { cells[0].plainText?.lowercased() ?? "" }
        func only(_ matching: [(Element, [Cell])]) throws(LookupError) -> Element? {
            guard matching.count > 1 else { return matching.first?.0 }
            throw LookupError.ambiguous(
                kind: kind, name: text, candidates: matching.map { "\(id($0.1).prefix(8)) \(name($0.1))" })
        }
        if let found = try only(items.filter { id($0.1) == text.lowercased() }) { return found }
        if let found = try only(items.filter { name($0.1) == text }) { return found }
        let prefix = text.lowercased()
        if text.utf8.count >= 4, let found = try only(items.filter { id($0.1).hasPrefix(prefix) }) { return found }
        let names = items.map { name($0.1) }
        throw LookupError.unknown(
            kind: kind, name: text,
            nearest: nearestName(to: text, among: names)
                ?? names.first { !text.isEmpty && $0.lowercased().hasPrefix(prefix) })
    }
}

extension Cell {
    fileprivate var plainText: String? { if case .text(let text) = self { text } else { nil } }
}

/// Why a name does not say which thing is meant.
public enum LookupError: Problem, Equatable {
    /// Nothing of the kind has the name or id; the name that may have been meant.
    case unknown(kind: String, name: String, nearest: String?)
    /// Several have the name: the beginnings of their ids with their names.
    case ambiguous(kind: String, name: String, candidates: [String])

    /// What the name stands for.
    public var description: String {
        switch self {
        case .unknown(let kind, "", _): "Say which \(Self.words(kind))."
        case .unknown(let kind, let name, _): "There is no \(Self.words(kind)) '\(name)'."
        case .ambiguous(let kind, let name, let candidates):
            "'\(name)' is the name of \(candidates.count) \(Self.words(kind))s: \(candidates.prefix(5).joined(separator: ", "))."
        }
    }

    /// "portfolio transaction" for `portfolioTransaction`.
    private static func words(_ kind: String) -> String {
        kind.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }

    /// A stable word for each case, after the kind: "goal.unknown".
    public var code: String {
        switch self {
        case .unknown(let kind, _, _): "\(kind).unknown"
        case .ambiguous(let kind, _, _): "\(kind).ambiguous"
        }
    }

    /// What was named is not there, or not alone.
    public var kind: ProblemKind { .missing }

    /// The name that may have been meant, or the list of names.
    public var remedy: Remedy? {
        switch self {
        case .unknown(_, _, let nearest?): .useName(nearest)
        case .unknown(let kind, _, nil): .listNames(of: kind)
        case .ambiguous: .nameByID
        }
    }

    /// One of each case.
    public static var examples: [LookupError] {
        [
            .unknown(kind: "thing", name: "Cra", nearest: "Car"),
            .unknown(kind: "thing", name: "Savings", nearest: nil),
            .ambiguous(kind: "thing", name: "Car", candidates: ["01234567 Car", "89abcdef Car"]),
        ]
    }
}

extension Remedy {
    /// Use another name, the one in "name".
    public static func useName(_ name: String) -> Remedy { Remedy("useName", ["name": name]) }
    /// Look at the list of all things of a kind, which is in "kind".
    public static func listNames(of kind: String) -> Remedy { Remedy("list.\(kind)", ["kind": kind]) }
    /// Name the thing by the beginning of its id.
    public static let nameByID = Remedy("nameByID")
}
