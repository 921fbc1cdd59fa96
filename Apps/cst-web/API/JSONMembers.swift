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
        case flag(Bool)
        case nothing
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else if let texts = try? container.decode([String: String].self) {
                self = .textsByName(texts)
            } else {
                self = .other
            }
        }
    }

    /// Reads the body of a request.
    ///
    /// - Throws: ``WebProblem``.
    init(_ request: WebRequest, _ known: [Route.Member]) throws {
        let type = request.headers[.contentType]?.lowercased().split(separator: ";").first
        guard type?.trimmingCharacters(in: .whitespaces) == "application/json" else { throw WebProblem.mediaType }
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
        self.members = members
    }

    /// A text; nil where none was sent.
    subscript(_ name: String) -> String? {
        if case .text(let text) = members[name] { text } else { nil }
    }

    /// Several texts; none where none were sent.
    func texts(_ name: String) -> [String] {
        if case .texts(let texts) = members[name] { texts } else { [] }
    }

    /// A text for each of some names; nil where none were sent.
    func textsByName(_ name: String) -> [String: String]? {
        if case .textsByName(let texts) = members[name] { texts } else { nil }
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
    fileprivate func fits(_ kind: Route.Member.Kind) -> Bool {
        switch (self, kind) {
        case (.nothing, _), (.text, .text), (.texts, .texts), (.textsByName, .textsByName), (.flag, .flag): true
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
        case .flag: "true or false"
        }
    }

    /// The same as JSON Schema.
    var schema: [String: Any] {
        switch self {
        case .text: ["type": ["string", "null"]]
        case .choice(let words): ["enum": words + [NSNull()] as [Any]]
        case .texts: ["type": ["array", "null"], "items": ["type": "string"]]
        case .textsByName: ["type": ["object", "null"], "additionalProperties": ["type": "string"]]
        case .flag: ["type": ["boolean", "null"]]
        }
    }
}
