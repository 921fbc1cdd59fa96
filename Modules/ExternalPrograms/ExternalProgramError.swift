/// Why an external program gave no answer.
package enum ExternalProgramError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The setting names no program.
    case notConfigured(setting: String)
    /// There is no such program, or it cannot be run.
    case notStarted(program: String)
    /// It was not run because the network is switched off, and it may use the network.
    case offline(program: String)
    /// It did not end in the time allowed, and was killed.
    case timedOut(program: String)
    /// It wrote more than the bytes allowed, and was killed.
    case tooMuch(program: String, limit: Int)
    /// It ended with a status other than 0; the beginning of what it wrote to standard error.
    case failed(program: String, status: Int, message: String)
    /// What it wrote is not the JSON that was agreed on; how it begins.
    case unreadable(program: String, excerpt: String)
    /// It printed an amount in another currency than the asset's.
    case otherCurrency(program: String, given: String, expected: String)

    /// It printed less than nothing of something that cannot be owed.
    case negative(program: String, amount: String)
    /// It printed an amount with more decimals than its currency has.
    case tooPrecise(program: String, amount: String, places: Int)

    /// What happened and what to do.
    package var description: String {
        switch self {
        case .notConfigured(let setting):
            "No program is named: set \(setting) to a list, the program first and then its arguments."
        case .notStarted(let program):
            "The program '\(program)' cannot be run. Check that it exists and may be executed."
        case .offline(let program):
            "The program '\(program)' was not run: offline (setting network.offline)."
        case .timedOut(let program):
            "The program '\(program)' did not end in the time allowed. Allow more with the setting network.budget."
        case .tooMuch(let program, let limit):
            "The program '\(program)' wrote more than \(limit) bytes. It has to answer with one JSON object."
        case .failed(let program, let status, let message):
            "The program '\(program)' ended with status \(status)" + (message.isEmpty ? "." : ": \(message)")
        case .otherCurrency(let program, let given, let expected):
            "The program '\(program)' printed an amount in \(given), but the asset is counted in \(expected)."
        case .negative(let program, let amount):
            "The program '\(program)' printed a balance of \(amount): no address can hold less than nothing."
        case .tooPrecise(let program, let amount, let places):
            "The program '\(program)' printed \(amount), which has more than \(places) decimals. It has to print whole coins, not "
                + "their smallest units."
        case .unreadable(let program, let excerpt):
            "What the program '\(program)' wrote is not the JSON that was asked for"
                + (excerpt.isEmpty ? " (it wrote nothing)." : " (it begins with: \(excerpt)).")
        }
    }
}
