import Foundation
import HTTPTypes
package import PluginKit
import Values
import WebPages

/// The members of the JSON object in the body of a request, read strictly: an unknown name or a value of another kind is an error.
public struct JSONMembers: Sendable {
    private let members: [String: Value]

    /// The value of a member, as far as any address takes it.
    fileprivate enum Value: Sendable {
        case text(String)
        case texts([String])
        case textsByName([String: String])
        case edits([String: String?])
        case flag(Bool)
        case whole(Int)
        case nothing
        case other

        init(_ json: LosslessJSON) {
            switch json {
            case .null: self = .nothing
            case .boolean(let flag): self = .flag(flag)
            case .number(let text): self = Int(text).map(Value.whole) ?? .other
            case .string(let text): self = .text(text)
            case .array(let elements):
                let texts = elements.compactMap(\.string)
                self = texts.count == elements.count ? .texts(texts) : .other
            case .object(let members):
                let texts = members.compactMapValues(\.string)
                if texts.count == members.count {
                    self = .textsByName(texts)
                } else if members.values.allSatisfy({ $0 == .null || $0.string != nil }) {
                    self = .edits(members.mapValues(\.string))
                } else {
                    self = .other
                }
            }
        }

        /// The same for the same contents, whatever the order of members.
        var canonicalText: String {
            func part(_ text: String) -> String { "\(text.utf8.count):\(text)" }
            func entries(_ texts: [String: String?]) -> String {
                texts.sorted { $0.key < $1.key }.map { part($0.key) + ($0.value.map(part) ?? "-") }.joined()
            }
            return switch self {
            case .text(let text): "text \(part(text))"
            case .texts(let texts): "texts \(texts.map(part).joined())"
            case .textsByName(let texts): "names \(entries(texts.mapValues(Optional.some)))"
            case .edits(let texts): "names \(entries(texts))"
            case .flag(let flag): "\(flag)"
            case .whole(let number): "\(number)"
            case .nothing: "null"
            case .other: "other"
            }
        }
    }

    /// Reads the body of a request.
    ///
    /// - Throws: ``WebProblem``.
    package init(_ request: WebRequest, _ known: [Route.Member]) throws {
        if request.body.isEmpty, known.isEmpty {
            members = [:]
            return
        }
        let type = request.headers[.contentType]?.lowercased().split(separator: ";").first
        let isMerge = request.method == .patch && type?.trimmingCharacters(in: .whitespaces) == Self.mergePatch
        guard isMerge || type?.trimmingCharacters(in: .whitespaces) == "application/json" else {
            throw WebProblem.mediaType
        }
        // Of two values under one name nobody can tell which is meant.
        guard let object = LosslessJSON(Data(request.body), allowsRepeats: false)?.object else {
            throw WebProblem.body
        }
        let members = object.mapValues { Value($0) }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let member = known.first(where: { $0.name == name }) else {
                throw WebProblem.unknownMember(name: name, nearest: nearestName(to: name, among: known.map(\.name)))
            }
            guard value.fits(member.kind) else {
                throw WebProblem.badMember(name: name, expected: member.kind.words)
            }
        }
        for member in known where member.isRequired {
            guard let value = members[member.name], value.fits(member.kind), !value.isNothing else {
                throw WebProblem.badMember(name: member.name, expected: member.kind.words)
            }
        }
        self.members = members
    }

    /// The same for the same members, whatever their order and however they are written.
    package var canonicalText: String {
        members.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.canonicalText)" }.joined(separator: "\n")
    }

    /// The media type of edits besides JSON (RFC 7386).
    package static let mergePatch = "application/merge-patch+json"

    /// The text of a member; nil if it was not sent.
    public subscript(_ name: String) -> String? {
        if case .text(let text) = members[name] { text } else { nil }
    }

    /// The text of a member that edits; empty if the value is to be removed, nil if it stays.
    public func edited(_ name: String) -> String? { isNothing(name) ? "" : self[name] }

    /// Whether a member was sent as null.
    public func isNothing(_ name: String) -> Bool { members[name]?.isNothing == true }

    /// The whole number of a member; nil if it was not sent.
    public func whole(_ name: String) -> Int? {
        if case .whole(let number) = members[name] { number } else { nil }
    }

    /// The texts of a member; empty if it was not sent.
    public func texts(_ name: String) -> [String] {
        if case .texts(let texts) = members[name] { texts } else { [] }
    }

    /// The texts of a member by name; nil if it was not sent.
    public func textsByName(_ name: String) -> [String: String]? {
        if case .textsByName(let texts) = members[name] { texts } else { nil }
    }

    /// The new value of each setting that was sent; nil to remove it.
    ///
    /// - Parameter now: what stands there: of several entries only those are changed that were sent.
    package func settings(now: (String) -> RawSetting?) -> [String: RawSetting?] {
        Dictionary(
            uniqueKeysWithValues: members.map { name, value -> (String, RawSetting?) in
                var entries: [String: String] = [:]
                if case .map(let map)? = now(name) { entries = map }
                switch value {
                case .text(let text): return (name, .text(text))
                case .texts(let texts): return (name, .list(texts))
                case .flag(let flag): return (name, .text("\(flag)"))
                case .whole(let number): return (name, .text("\(number)"))
                case .textsByName(let texts): entries.merge(texts) { _, new in new }
                case .edits(let edits): for (entry, text) in edits { entries[entry] = text }
                case .nothing, .other: return (name, nil)
                }
                return (name, entries.isEmpty ? nil : .map(entries))
            })
    }

    /// Whether a member is true.
    public func isOn(_ name: String) -> Bool {
        if case .flag(true) = members[name] { true } else { false }
    }

    /// Refuses two members that exclude each other.
    ///
    /// - Throws: ``WebProblem/twoMembers(_:_:)``.
    public func exclude(_ one: String, _ other: String) throws {
        guard self[one] != nil || isOn(one), self[other] != nil else { return }
        throw WebProblem.twoMembers(one, other)
    }
}

extension JSONMembers.Value {
    fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } }

    fileprivate func fits(_ kind: Route.Member.Kind) -> Bool {
        switch (self, kind) {
        case (.nothing, _), (.text, .text), (.texts, .texts), (.textsByName, .textsByName), (.textsByName, .edits),
            (.edits, .edits), (.flag, .flag), (.whole, .whole):
            true
        case (.text(let word), .choice(let words)): words.contains(word)
        default: false
        }
    }
}

extension Route.Member.Kind {
    /// The expected value, in words.
    fileprivate var words: String {
        switch self {
        case .text: "a text in quotes, also where it is an amount"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .texts: "a list of texts"
        case .textsByName: "an object of texts"
        case .edits: "an object of texts, with null for what is to be removed"
        case .any: "a value"
        case .flag: "true or false"
        case .whole: "a number without quotes and decimals"
        }
    }

    /// The same as JSON Schema.
    package var schema: [String: Any] {
        switch self {
        case .text: ["type": ["string", "null"]]
        case .choice(let words): ["enum": words + [NSNull()] as [Any]]
        case .texts: ["type": ["array", "null"], "items": ["type": "string"]]
        case .textsByName: ["type": ["object", "null"], "additionalProperties": ["type": "string"]]
        case .edits: ["type": ["object", "null"], "additionalProperties": ["type": ["string", "null"]]]
        case .any: ["type": ["string", "integer", "boolean", "array", "object", "null"]]
        case .flag: ["type": ["boolean", "null"]]
        case .whole: ["type": ["integer", "null"]]
        }
    }
}
