public import Presentation
public import Values

import struct Foundation.UUID

/// The fields of a form as a use case takes them: what a reader typed, with each number in its canonical form.
public struct EnteredFields: Sendable {
    /// The texts of the fields. A number that could be read in two ways is as it was typed.
    public let values: [String: String]
    /// Issues with numbers that can be read in two ways.
    public let issues: [ValidationIssue]

    /// The fields that somebody typed.
    ///
    /// - Parameters:
    ///   - format: how the reader writes numbers.
    ///   - numbers: the names of fields that hold a number, beside those that are named after the id of a thing.
    public init(_ typed: [String: String], _ format: NumberFormat, numbers: Set<String>) {
        var values = typed
        var issues: [ValidationIssue] = []
        for (name, text) in typed.sorted(by: { $0.key < $1.key })
        where numbers.contains(name) || UUID(uuidString: name) != nil {
            switch format.read(text) {
            case .text(let read): values[name] = read
            case .grouped:
                issues.append(
                    ValidationIssue(
                        code: NumberError.ambiguous("").code, field: name, message: format.refusal(of: text)))
            }
        }
        for (name, text) in typed.sorted(by: { $0.key < $1.key }) where Self.currencies.contains(name) {
            let named = NamedCurrency(text)
            if case .code(let code) = named { values[name] = code }
            if let refusal = named?.refusal(of: text) {
                issues.append(ValidationIssue(code: "currency.ambiguous", field: name, message: refusal))
            }
        }
        (self.values, self.issues) = (values, issues)
    }

    /// The names of fields that hold a currency.
    private static let currencies: Set = ["currency", "quote", "display.currency"]

    /// Fields that were read before.
    public init(read values: [String: String]) { (self.values, issues) = (values, []) }

    /// The error for numbers that can be read in two ways, with the issues that a problem has at other fields; nil if every number
    /// can be read.
    public func refusal(beside problem: (any Problem)? = nil) -> ValidationError? {
        guard !issues.isEmpty else { return nil }
        let known = Set(issues.map(\.field))
        var others = problem?.details ?? []
        if let problem, others.isEmpty, let field = problem.field {
            others = [ValidationIssue(code: problem.code, field: field, message: problem.description)]
        }
        return ValidationError(issues + others.filter { !known.contains($0.field) })
    }

    /// The issue at a field, in the words of a reader who writes numbers in another way than programs do.
    ///
    /// - Parameter typed: the fields as they were typed.
    public static func worded(
        _ issue: ValidationIssue, _ typed: [String: String], _ format: NumberFormat
    ) -> ValidationIssue {
        guard let text = typed[issue.field], !text.isEmpty else { return issue }
        let message: String
        switch issue.code {
        case NumberError.notANumber("").code: message = format.refusal(of: text)
        case NumberError.ambiguous("").code: message = format.refusal(of: text, isFiat: true)
        default: return issue
        }
        return ValidationIssue(code: issue.code, field: issue.field, message: message)
    }
}
