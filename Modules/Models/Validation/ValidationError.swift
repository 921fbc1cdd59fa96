/// One thing that is wrong with a value.
public struct Fault: Sendable, Hashable {
    /// A stable word for programs: "required", "notPositive", "tooPrecise", …
    public let code: String
    /// The field that is wrong, as JSON names it: "target".
    public let field: String
    /// A sentence with the value that was wrong and what is accepted.
    public let message: String

    /// A fault of one field.
    public init(code: String, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}

/// Everything that is wrong with a value, at once.
public struct ValidationError: Problem, Equatable {
    /// The faults, in the order of the fields. Never empty.
    public let faults: [Fault]

    /// An error of `faults`; nil when there are none.
    public init?(_ faults: [Fault]) {
        guard !faults.isEmpty else { return nil }
        self.faults = faults
    }

    /// The messages, one per line.
    public var description: String { faults.map(\.message).joined(separator: "\n") }
    /// Always the same: ``details`` say what it is about.
    public var code: String { "invalid" }
    /// The value cannot be kept, or its amount is none.
    public var kind: ProblemKind { faults.allSatisfy(\.isBadAmount) ? .usage : .refused }
    /// The faults.
    public var details: [Fault] { faults }

    /// One of the kind.
    public static var examples: [ValidationError] {
        [ValidationError([Fault(code: "required", field: "name", message: "The goal needs a name.")])].compactMap(
            \.self)
    }
}

extension Fault {
    /// Whether an amount is 0, or less: wrong without a look at the data.
    var isBadAmount: Bool { ["notPositive", "zero"].contains(code) }

    /// Faults of a name: empty, too long, or with characters that cannot be shown in one line.
    static func faults(ofName name: String, field: String, of thing: String) -> [Fault] {
        if !name.unicodeScalars.contains(where: \.isVisible) {
            return [Fault(code: "required", field: field, message: "The \(thing) needs a name that can be seen.")]
        }
        var faults: [Fault] = []
        if name.unicodeScalars.contains(where: \.deceives) {
            faults.append(
                Fault(
                    code: "invisibleCharacter", field: field,
                    message:
                        "'\(name.printable)' has an invisible character, or one that turns the text around. Type it anew."
                ))
        }
        if name.count > 200 {
            faults.append(
                Fault(
                    code: "tooLong", field: field,
                    message: "The name '\(name.printable)' has \(name.count) characters; at most 200 are allowed."))
        }
        return faults + lineFaults(name, field: field)
    }

    /// Faults of an amount that could be kept, but not split and converted in minor units.
    static func faults(ofSize amount: Money, field: String) -> [Fault] {
        do {
            _ = try amount.minorUnits(.down)
            return []
        } catch {
            return [Fault(code: "tooLarge", field: field, message: "\(error)")]
        }
    }

    /// Faults of a text that has to fit in one line.
    static func lineFaults(_ text: String, field: String) -> [Fault] {
        let isBroken = text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
        guard isBroken else { return [] }
        return [
            Fault(
                code: "controlCharacter", field: field,
                message: "'\(text.printable)' has a line break or a control character in it. Write it in one line.")
        ]
    }
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
