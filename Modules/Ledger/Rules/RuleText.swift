import Values

extension CategoryRule.Condition {
    /// Reads `payee contains spar`, `amount less 20` or `amount between 10 and 20`.
    ///
    /// - Throws: ``LedgerError/notACondition(_:)``, ``Values/NumberError``.
    package init(text: String) throws {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3 else { throw LedgerError.notACondition(text) }
        let subjects = Subject.allCases
        guard let subject = subjects.first(where: { $0.rawValue.lowercased() == words[0].lowercased() }) else {
            throw LedgerError.unknownWord(field: "if", word: words[0], known: subjects.map(\.rawValue))
        }
        let tests =
            subject == .amount ? [Test.is, .less, .greater, .between] : [.is, .contains, .startsWith, .endsWith]
        guard let test = tests.first(where: { $0.rawValue.lowercased() == words[1].lowercased() }) else {
            throw LedgerError.unknownWord(field: "if", word: words[1], known: tests.map(\.rawValue))
        }
        let value = words[2].trimmedName
        guard subject == .amount else {
            guard !LedgerText.folded(value).isEmpty else { throw LedgerError.notACondition(text) }
            self.init(subject, test, value)
            return
        }
        let numbers = value.split(separator: " ").map(String.init).filter { $0 != "and" }
        guard numbers.count == (test == .between ? 2 : 1) else { throw LedgerError.notACondition(text) }
        let values = try numbers.map { try Ratio(decimal: $0) }
        if values.contains(where: \.isNegative) {
            throw LedgerError.impossibleCondition(text, reason: "amounts are compared without their sign")
        }
        if values.count == 2, values[1] < values[0] {
            throw LedgerError.impossibleCondition(text, reason: "\(numbers[0]) is more than \(numbers[1])")
        }
        self.init(subject, test, numbers[0], upper: test == .between ? numbers[1] : nil)
    }

    /// The condition as it is read.
    package var text: String {
        "\(subject.rawValue) \(test.rawValue) \(value)" + (upper.map { " and \($0)" } ?? "")
    }
}
