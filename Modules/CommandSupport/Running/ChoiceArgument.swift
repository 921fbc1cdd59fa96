public import ArgumentParser

/// An option whose values are the names of cases.
///
/// The parser's own way to their names goes through key paths and descriptions, which are made anew at each start.
public protocol ChoiceArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension ChoiceArgument {
    /// The names.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    /// Nothing: the names say it.
    public static var allValueDescriptions: [String: String] { [:] }

    /// The names.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// The name.
    public var defaultValueDescription: String { rawValue }
}
