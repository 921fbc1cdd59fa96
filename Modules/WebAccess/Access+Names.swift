import Foundation
import Persistence
import PluginKit
import Values

extension Access {
    /// A name as it is kept.
    ///
    /// - Throws: ``AccessError``.
    static func checked(_ name: String, _ others: [String], _ kind: String) throws -> String {
        let plain = name.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        // A colon separates what somebody is from what somebody is called where both are shown.
        let isPlain = plain.unicodeScalars.allSatisfy { $0.properties.generalCategory.isShown } && !plain.contains(":")
        guard (1...64).contains(plain.count), plain.utf8.count <= 256, isPlain else {
            throw AccessError.name(kind: kind, name: name)
        }
        guard !others.contains(where: { folded($0) == folded(plain) }) else {
            throw AccessError.taken(kind: kind, name: plain)
        }
        return plain
    }

    /// Where a name stands.
    ///
    /// - Throws: ``LookupError``.
    static func index(of name: String, _ names: [String], _ kind: String) throws -> Int {
        guard let index = names.firstIndex(where: { folded($0) == folded(name) }) else {
            throw LookupError.unknown(kind: kind, name: name, nearest: nearestName(to: name, among: names))
        }
        return index
    }

    /// Two names that differ in this alone would be taken for one another.
    static func folded(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespaces).precomposedStringWithCompatibilityMapping.lowercased()
    }
}

extension Unicode.GeneralCategory {
    /// Whether somebody sees the character. What changes the direction of writing hides what it stands in.
    fileprivate var isShown: Bool {
        switch self {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
