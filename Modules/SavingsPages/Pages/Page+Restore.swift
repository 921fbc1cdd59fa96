public import Persistence
import Presentation
public import WebPages

extension Page {
    /// A backup that was uploaded: what it holds, and what a restore would change.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - path: the address of the page.
    ///   - isEncrypted: whether a passphrase is needed.
    ///   - found: what a restore would do; nil while that is not known.
    public static func restore(
        _ name: String, at path: String, isEncrypted: Bool, _ found: ContentRestoreService.Result?,
        _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        let passphrase =
            isEncrypted
            ? [
                fields.input(
                    "passphrase", "Passphrase", type: "password", hint: "The one that the backup was made with",
                    [.init("autocomplete", "off")])
            ] : []
        var cards: [HTML] = []
        if let found { cards.append(.card("What would change", id: "change", style.differences(found))) }
        if found?.differences.isEmpty != true {
            // Without a look at what would change nothing is restored.
            cards.append(
                .card(
                    found == nil ? "Look into the backup" : "Restore it", id: "restore",
                    [
                        .paragraph(
                            found == nil
                                ? "The file is encrypted. It is read to its last row before anything is changed."
                                : "Everything is made as it is in the backup, as one change that can be undone. "
                                    + "People, tokens, links and settings stay as they are."),
                        style.form(
                            path, passphrase + [.hidden("act", found == nil ? "try" : "restore")],
                            save: found == nil ? "Show what would change" : "Restore the backup"),
                    ]))
        }
        return Page(
            "Restore: \(name)", in: nil,
            [
                HTML("h1", [], [.text("Restore "), .name(name)]),
                HTML("p", [], [.link("Your data", to: "/data")]), fields.summary, .cards(cards),
            ])
    }
}

extension PageStyle {
    fileprivate func differences(_ found: ContentRestoreService.Result) -> [HTML] {
        let records = found.summary.records.values.reduce(0, +)
        var words: [HTML] = [.text("The backup holds \(records) records")]
        if let newest = found.summary.newest { words += [.text(", the last change of "), time(newest)] }
        let intro = HTML("p", [], words + [.text(".")])
        guard !found.differences.isEmpty else {
            return [intro, .paragraph("Everything is as in the backup: there is nothing to restore.")]
        }
        var table = DataTable(
            "What would change", [.text("Kind"), .number("Added"), .number("Changed"), .number("Removed")])
        for kind in found.differences {
            table.add([
                .text(kind.kind.words), .text("\(kind.added)"), .text("\(kind.changed)"), .text("\(kind.removed)"),
            ])
        }
        let lost = found.differences.reduce(0) { $0 + $1.removed + $1.changed }
        return [
            intro, table.html,
            lost == 0
                ? .nothing
                : .notice(
                    .attention,
                    [.paragraph("Changes since the backup was made are lost, unless you undo the restore.")]),
        ]
    }
}

extension String {
    /// The name of a kind as words: "month execution".
    fileprivate var words: String {
        reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
