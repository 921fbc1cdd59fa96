import FileFormats
import Models

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
