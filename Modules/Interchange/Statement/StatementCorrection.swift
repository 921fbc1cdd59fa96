import Models

/// A bank's correction of a movement that it has sent before, perhaps in an earlier file.
struct StatementCorrection: Sendable, Hashable {
    /// The numbers of the movement that is corrected, the last one first: a correction may be corrected itself.
    let numbers: [String]
    /// Whether the movement is deleted.
    let isDeletion: Bool
}

extension Transaction {
    /// The same transaction as the bank corrects it. What a person has changed of it stays.
    func corrected(to amount: Money, note: String?, _ line: ImportedLine) -> Transaction {
        var new = Transaction(
            id: id, assetID: assetID, amount: self.amount, day: day, kind: kind, entered: entered, goalID: goalID,
            note: self.note, hash: hash, imported: line)
        guard let old = imported else { return new }
        if old.amount == self.amount.plainText { new.amount = amount }
        if old.day == day { new.day = line.day }
        if old.text == ImportedLine.digest(of: [self.note].compactMap(\.self)) { new.note = note }
        return new
    }
}
