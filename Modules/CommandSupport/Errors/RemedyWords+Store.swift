import Persistence
import Presentation
import Values

extension RemedyWords {
    /// The command line's words for remedies of every program with a store.
    static let store: [String: Sentence] = [
        Remedy.restore(nil, to: "").action: { arguments in
            let place = " --data \((arguments["path"] ?? "").shellWord)"
            guard let copy = arguments["copy"] else { return "Restore a backup: cst-assets restore FILE" + place }
            return "To restore it: cst-assets restore \(copy.shellWord)" + place
        },
        Remedy.useName("").action: { "Did you mean '\($0["name"] ?? "")'?" },
        Remedy.nameByID.action: { _ in "Name it by the beginning of its id." },
        Remedy.replaceBackup.action: { _ in "Or add --force." },
        Remedy.restoreOverFile.action: { _ in
            "To replace it nevertheless, add --force: it is kept under another name."
        },
        Remedy.restoreOverChanges.action: { _ in
            "To restore it nevertheless, add --force: the database is kept under another name."
        },
        Remedy.keepInFile.action: { _ in "Set persistence.provider to sqlite." },
    ]
}
