import Values

extension LosslessJSON {
    /// The digits of an amount, as a text or a number.
    var decimal: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }
}
