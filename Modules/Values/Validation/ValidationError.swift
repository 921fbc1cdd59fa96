/// One thing that is wrong with a value.
public struct ValidationIssue: Sendable, Hashable {
    /// A stable word for programs: "required", "notPositive", "tooPrecise", …
    public let code: String
    /// The field that is wrong, as JSON names it: "target".
    public let field: String
    /// A sentence with the value that was wrong and what is accepted.
    public let message: String

    /// An issue of one field.
    public init(code: String, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}

/// Everything that is wrong with a value, at once.
public struct ValidationError: Problem, Equatable {
    /// The issues, in the order of the fields. Never empty.
    public let issues: [ValidationIssue]

    /// An error of `issues`; nil when there are none.
    public init?(_ issues: [ValidationIssue]) {
        guard !issues.isEmpty else { return nil }
        self.issues = issues
    }

    /// An error of one issue.
    package init(issue: ValidationIssue) { issues = [issue] }

    /// The messages, one per line.
    public var description: String { issues.map(\.message).joined(separator: "\n") }
    /// Always the same: ``details`` say what it is about.
    public var code: String { "invalid" }
    /// The value cannot be kept, or its amount is none.
    public var kind: ProblemKind { issues.allSatisfy(\.isBadAmount) ? .usage : .refused }
    /// The issues.
    public var details: [ValidationIssue] { issues }

    /// One of the kind.
    public static var examples: [ValidationError] {
        [ValidationError([ValidationIssue(code: "required", field: "name", message: "The goal needs a name.")])]
            .compactMap(
                \.self)
    }
}

extension ValidationIssue {
    /// Whether an amount is 0, or less: wrong without a look at the data.
    var isBadAmount: Bool { ["notPositive", "zero"].contains(code) }

    /// Issues of a name: empty, too long, or with characters that cannot be shown in one line.
    package static func issues(ofName name: String, field: String, of thing: String) -> [ValidationIssue] {
        if name.utf8.count <= 200, name.isPlain, name.utf8.contains(where: { $0 != 0x20 }) { return [] }
        if !name.unicodeScalars.contains(where: \.isVisible) {
            return [
                ValidationIssue(code: "required", field: field, message: "The \(thing) needs a name that can be seen.")
            ]
        }
        var issues: [ValidationIssue] = []
        if name.unicodeScalars.contains(where: \.deceives) {
            issues.append(
                ValidationIssue(
                    code: "invisibleCharacter", field: field,
                    message:
                        "'\(name.printable)' has an invisible character, or one that turns the text around. Type it anew."
                ))
        }
        if name.count > 200 {
            issues.append(
                ValidationIssue(
                    code: "tooLong", field: field,
                    message: "The name '\(name.printable)' has \(name.count) characters; at most 200 are allowed."))
        }
        return issues + lineIssues(name, field: field)
    }

    /// Issues of an amount that could be kept, but not split and converted in minor units.
    package static func issues(ofSize amount: Money, field: String) -> [ValidationIssue] {
        do {
            _ = try amount.minorUnits(.down)
            return []
        } catch {
            return [ValidationIssue(code: "tooLarge", field: field, message: "\(error)")]
        }
    }

    /// Issues of a text that has to fit in one line.
    package static func lineIssues(_ text: String, field: String) -> [ValidationIssue] {
        if text.isPlain { return [] }
        let isBroken = text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
        guard isBroken else { return [] }
        return [
            ValidationIssue(
                code: "controlCharacter", field: field,
                message: "'\(text.printable)' has a line break or a control character in it. Write it in one line.")
        ]
    }
}

extension String {
    /// Whether it is in ASCII without control characters, as nearly every name is.
    fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension Unicode.Scalar {
    /// Whether the scalar leaves a mark of its own on the screen.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark,
            .surrogate, .unassigned:
            false
        default: true
        }
    }

    /// Whether two names could look alike, or a line be read backwards, because of the scalar. Joiners and direction marks
    /// within Arabic and Hebrew do neither.
    fileprivate var deceives: Bool {
        switch value {
        case 0xAD, 0x200B, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
