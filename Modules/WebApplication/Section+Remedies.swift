import Persistence
import Presentation
import Values

extension Section {
    /// The words of all pages for remedies.
    static let storeRemedies: [String: RemedyWords.Sentence] = [
        Remedy.useName("").action: { "Did you mean '\($0["name"] ?? "")'?" },
        Remedy.nameByID.action: { _ in "Choose it in its list." },
        Remedy.restore(nil, to: "").action: { _ in "The page Health says what can be done." },
        Remedy.keepInFile.action: { _ in "Set persistence.provider to sqlite in the settings file." },
    ]
}
