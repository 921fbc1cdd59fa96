import Foundation
import HTTPTypes
import Models
import PluginKit
import WebPages

/// The members of a JSON object that was sent, read strictly: nothing that means nothing is left out silently.
struct JSONMembers: Sendable {
    private let members: [String: Value]

    /// What a member holds, as far as anything here takes it.
    fileprivate enum Value: Decodable, Sendable {
        case text(String)
        case texts([String])
        case textsByName([String: String])
        case edits([String: String?])
        case flag(Bool)
        case whole(Int)
        case nothing
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .whole(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else if let texts = try? container.decode([String: String].self) {
                self = .textsByName(texts)
            } else if let edits = try? container.decode([String: String?].self) {
                self = .edits(edits)
            } else {
                self = .other
            }
        }
    }

    /// Reads the body of a request.
    ///
    /// - Throws: ``WebProblem``.
    init(_ request: WebRequest, _ known: [Route.Member]) throws {
        if request.body.isEmpty, known.isEmpty {
            members = [:]
            return
        }
        let type = request.headers[.contentType]?.lowercased().split(separator: ";").first
        let isMerge = request.method == .patch && type?.trimmingCharacters(in: .whitespaces) == Self.mergePatch
        guard isMerge || type?.trimmingCharacters(in: .whitespaces) == "application/json" else {
            throw WebProblem.mediaType
        }
        guard let members = try? JSONDecoder().decode([String: Value].self, from: Data(request.body)) else {
            throw WebProblem.body
        }
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

    /// What an edit is sent as besides JSON (RFC 7386).
    static let mergePatch = "application/merge-patch+json"

    /// A text; nil where none was sent.
    subscript(_ name: String) -> String? {
        if case .text(let text) = members[name] { text } else { nil }
    }

    /// A text of an edit; an empty one where it is to be removed, nil where it stays.
    func edited(_ name: String) -> String? { isNothing(name) ? "" : self[name] }

    /// Whether a member is there and holds nothing.
    func isNothing(_ name: String) -> Bool { members[name]?.isNothing == true }

    /// A number; nil where none was sent.
    func whole(_ name: String) -> Int? {
        if case .whole(let number) = members[name] { number } else { nil }
    }

    /// Several texts; none where none were sent.
    func texts(_ name: String) -> [String] {
        if case .texts(let texts) = members[name] { texts } else { [] }
    }

    /// A text for each of some names; nil where none were sent.
    func textsByName(_ name: String) -> [String: String]? {
        if case .textsByName(let texts) = members[name] { texts } else { nil }
    }

    /// What is to stand for each setting that was sent; nil where nothing is to.
    ///
    /// - Parameter now: what stands there: of several entries only those are changed that were sent.
    func settings(now: (String) -> RawSetting?) -> [String: RawSetting?] {
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

    /// Whether a member says yes.
    func isOn(_ name: String) -> Bool {
        if case .flag(true) = members[name] { true } else { false }
    }

    /// Refuses two members that exclude each other.
    ///
    /// - Throws: ``WebProblem/twoMembers(_:_:)``.
    func exclude(_ one: String, _ other: String) throws {
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
    /// What has to be sent, in words.
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
    var schema: [String: Any] {
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
