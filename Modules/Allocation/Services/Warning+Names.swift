import Foundation
import Models

extension Warning {
    /// That others of a kind have the same name, or one that differs in case, accents or spaces only; nil when none has.
    static func sharedName(_ name: String, kind: String, others: [String]) -> Warning? {
        if others.contains(name) {
            return Warning(
                code: "nameTaken",
                message: "There is another \(kind) '\(name)'. Name them by the beginning of their ids.")
        }
        guard let similar = others.first(where: { $0.isEasilyTaken(for: name) }) else { return nil }
        return Warning(
            code: "nameSimilar", message: "There is also the \(kind) '\(similar)': names are told apart to the letter.")
    }
}

extension String {
    fileprivate func isEasilyTaken(for other: String) -> Bool {
        func plain(_ text: String) -> String {
            text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
                .filter { !$0.isWhitespace }
        }
        return plain(self) == plain(other)
    }
}

extension [Warning] {
    /// The same, each said once, in the order of the first time.
    var withoutRepetitions: [Warning] {
        var said: Set<Warning> = []
        return filter { said.insert($0).inserted }
    }
}
