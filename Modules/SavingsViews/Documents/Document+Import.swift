public import Interchange
public import Models
public import Presentation

extension ImportReport.State: DocumentChoice {}
extension ImportFormat: DocumentChoice {}
extension ImportQuestion.Topic: DocumentChoice {}

extension Document {
    private typealias Column = (role: ColumnRole, title: String)
    private static let importShape = DocumentShape<ImportReport>(
        "import", "What an import added, or would add.", main: "rows",
        Shape(
            .value("format", \.format, note: "What the file was read as."),
            .value("added", { $0.count(.added) }), .value("known", { $0.count(.known) }),
            .value("empty", { $0.count(.empty) }), .value("refused", { $0.count(.refused) }),
            .value("leftOut", { $0.count(.leftOut) }, note: "Rows that moved nothing."),
            .value("linked", { $0.count(.linked) }, note: "Rows that were joined with what was entered by hand."),
            .value("corrected", { $0.count(.corrected) }, note: "Rows by which the bank corrects what is there."),
            .list(
                "questions",
                Shape<ImportQuestion>(
                    .value("topic", \.topic), .value("message", \.message), .value("lines", \.lines)),
                \.questions),
            .value("goals", \.goals, note: "That a journal of ours brought."),
            .value("allocations", \.allocations, note: "That a journal of ours brought."),
            .list(
                "columns", Shape<Column>(.value("role", \.role), .value("title", \.title)),
                { $0.mapping?.named ?? [] }),
            .value("unread", \.unread, note: "Columns, or accounts at the top of a journal, that were not read."),
            .list(
                "assets",
                Shape<ImportReport.AssetChange>(
                    .value("id", \.asset.id), .value("name", \.asset.name), .value("new", \.isNew),
                    .value("added", \.added),
                    .value("balance", \.balance, note: "Of all its transactions up to today."),
                    .value("opening", \.opening, note: "That the file states, entered as the opening balance.")),
                \.assets),
            .list(
                "rows",
                Shape<ImportReport.Row>(
                    .value("line", \.line, note: "In the file, from 1."), .value("state", \.state),
                    .value("date", \.day), .value("asset", \.asset), .value("amount", \.amount),
                    .value("note", \.note), .value("reason", \.reason, note: "Why it was refused.")), \.rows)))

    private static let exportShape = DocumentShape<(path: String, kinds: [ArchiveService.KindCount])>(
        "export", "What was written to an archive, a journal or tables.", main: "kinds",
        Shape(
            .value("path", \.path),
            .list(
                "kinds",
                Shape<ArchiveService.KindCount>(
                    .value("kind", \.kind), .value("file", \.file, note: "Null in an archive and a journal."),
                    .value("records", \.records)), \.kinds)))
    private static let archiveShape = DocumentShape<[ArchiveService.KindCount]>(
        "archiveImport", "What an archive added, or would add.", main: "kinds",
        Shape(
            .list(
                "kinds",
                Shape<ArchiveService.KindCount>(
                    .value("kind", \.kind), .value("records", \.records), .value("added", \.added)), { $0 })))

    static let ofImports = [importShape.description, exportShape.description, archiveShape.description]

    /// What was written to a path.
    public init(exported kinds: [ArchiveService.KindCount], path: String, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.exportShape, (path, kinds), asOf: day, warnings: warnings)
    }

    /// What an archive added, or would add.
    public init(archived kinds: [ArchiveService.KindCount], asOf day: CalendarDay) {
        self.init(Self.archiveShape, kinds, asOf: day)
    }

    /// What an import added, or would add.
    public init(imported report: ImportReport, warnings: [Warning], asOf day: CalendarDay) {
        self.init(
            Self.importShape, report, asOf: day, isComplete: report.count(.refused) == 0 && report.questions.isEmpty,
            warnings: warnings)
    }
}

extension ColumnRole: DocumentValue {
    /// One of the names of roles of movements.
    public static var schemaType: SchemaType { .choice(ImportTarget.movements.roles.map(\.name)) }
    /// The name.
    public var json: JSONValue { .string(name) }
}

extension ColumnMapping {
    /// Each column that is read, in the order of the roles.
    package var named: [(role: ColumnRole, title: String)] {
        ImportTarget.movements.roles.flatMap { role in (columns[role] ?? []).map { (role, $0) } }
    }
}
