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

    /// Whether it says the same of its asset.
    func isSame(as other: Transaction) -> Bool {
        (assetID, amount, day, note) == (other.assetID, other.amount, other.day, other.note)
    }

    /// The same transaction, as the one that a file has a line of.
    func joined(with line: ImportedLine) -> Transaction {
        Transaction(
            id: id, assetID: assetID, amount: amount, day: day, kind: kind, entered: entered, goalID: goalID,
            note: note, hash: hash, imported: line)
    }
}
