import Models

extension Warning {
    /// Tells that amounts in codes such as GBX were converted (I9); nil where none were.
    init?(hundredths codes: Set<String>) {
        let parts = codes.sorted().compactMap { code in
            Currency.whole(ofSubunit: code).map { "\(code.printable) are hundredths of \($0)" }
        }
        guard !parts.isEmpty else { return nil }
        self.init(code: "subunits", message: "\(parts.joined(separator: ", ")): amounts were converted.")
    }
}
