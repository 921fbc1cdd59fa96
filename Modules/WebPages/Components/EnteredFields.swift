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
        let usual = typed[Self.usual].flatMap { $0.isEmpty ? nil : $0 }
        let currency = typed["currency"].flatMap { Self.code($0, usual) } ?? usual
        for (name, text) in typed.sorted(by: { $0.key < $1.key })
        where numbers.contains(name) || UUID(uuidString: name) != nil {
            var text = text
            if let currency, let parts = CurrencySign.parts(text) {
                guard CurrencySign.code(parts.sign, beside: currency) == currency else {
                    let message =
                        "'\(text.printable)' names another currency than \(currency). "
                        + "Write the number alone, as in \(format.plain("450.00"))."
                    issues.append(ValidationIssue(code: "currency.other", field: name, message: message))
                    continue
                }
                text = parts.number
            }
            switch format.read(text) {
            case .text(let read): values[name] = read
            case .grouped:
                issues.append(
                    ValidationIssue(
                        code: NumberError.ambiguous("").code, field: name, message: format.refusal(of: text)))
            }
        }
        for (name, text) in typed.sorted(by: { $0.key < $1.key }) where Self.currencies.contains(name) {
            let named = NamedCurrency(text, usual: usual)
            if case .code(let code) = named { values[name] = code }
            if let refusal = named?.refusal(of: text) {
                issues.append(ValidationIssue(code: "currency.ambiguous", field: name, message: refusal))
            }
        }
        (self.values, self.issues) = (values, issues)
    }

    /// The name of the value that a form sends along where its amounts are of one currency: its code, which is also what a currency field
    /// shows before anything was typed.
    public static let usual = "usual"

    /// The code in a field for a currency; nil for an empty field, and for a text that is none.
    private static func code(_ text: String, _ usual: String?) -> String? {
        if case .code(let code)? = NamedCurrency(text, usual: usual) { return code }
        return (try? Currency(code: text))?.code
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
