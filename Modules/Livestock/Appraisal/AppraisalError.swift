import PluginKit
public import Values

/// Why a file cannot be appraised.
public enum AppraisalError: Problem, Equatable {
    /// Not JSON as expected; what and where.
    case notReadable(String)
    /// A key that means nothing, and one that may have been meant.
    case unknownKey(place: String, key: String, nearest: String?)
    /// A key that has to be there.
    case missing(place: String, key: String)
    /// A value that cannot be; why.
    case invalid(place: String, String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .notReadable(let detail): "The file cannot be read: \(detail)."
        case .unknownKey(let place, let key, let nearest):
            "\(place): the key '\(key.printable)' is not known." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        case .missing(let place, let key): "\(place): the key '\(key)' is missing."
        case .invalid(let place, let reason): "\(place): \(reason)"
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notReadable: "appraisal.notReadable"
        case .unknownKey: "appraisal.unknownKey"
        case .missing: "appraisal.missing"
        case .invalid: "appraisal.invalid"
        }
    }

    /// Refused by what the file says.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [AppraisalError] {
        [
            .notReadable("it is no JSON object"), .unknownKey(place: "herds[0]", key: "sepcies", nearest: "species"),
            .missing(place: "herds[0]", key: "species"),
            .invalid(place: "herds[0].events[2].weight", "'x' is not a weight."),
        ]
    }
}
