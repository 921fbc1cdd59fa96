public import Interchange
import Models
public import Presentation

extension TextLayout {
    /// What an import added, or would add: with every row where `isPreview`.
    public func lines(imported report: ImportReport, isPreview: Bool) -> [String] {
        var lines = questions(of: report) + columns(of: report)
        if isPreview { lines += rows(of: report) }
        lines += summary(of: report, isPreview: isPreview)
        guard !report.assets.isEmpty else { return lines }
        var table = TextTable([
            .init("ASSET", isFlexible: true), .init("ADDED", .right), .init("BALANCE", .right), .init("", rank: 1),
        ])
        for change in report.assets {
            table.add([
                .init(change.asset.name), .init("\(change.added)"),
                .init(style.amount(change.balance), change.balance.isNegative ? .bad : .strong),
                .init(change.isNew ? "new" : "", .weak),
            ])
        }
        return lines + [""] + table.lines(width: width, style: style)
    }

    /// The numbers of rows that an import added, or would add, in sentences.
    package func summary(of report: ImportReport, isPreview: Bool) -> [String] {
        var lines: [String] = []
        let (added, known) = (report.count(.added), report.count(.known))
        let noun = report.format == .firefly ? "piggy bank" : "transaction"
        lines.append("\(isPreview ? "Would add" : "Added") \(count(added, noun)).")
        if known > 0 { lines[lines.count - 1] += " \(known == 1 ? "One is" : "\(known) are") there already." }
        if report.count(.empty) > 0 {
            lines[lines.count - 1] += " \(count(report.count(.empty), "row")) of 0 left out."
        }
        let others = [
            (report.count(.leftOut), "left out: nothing was moved"),
            (report.count(.linked), "joined with what is there"),
            (report.count(.corrected), "corrected in what is there"),
        ].filter { $0.0 > 0 }
        for (number, what) in others { lines[lines.count - 1] += " \(count(number, "row")) \(what)." }
        let household = [(report.goals, "goal"), (report.allocations, "allocation")].filter { $0.0 > 0 }
        if !household.isEmpty {
            let list = household.map { count($0.0, $0.1) }.joined(separator: " and ")
            lines.append("\(isPreview ? "Would add" : "Added") \(list).")
        }
        let refused = report.count(.refused)
        if refused > 0 {
            lines.append("\(count(refused, "row")) cannot be entered, so the import would be refused as a whole.")
        }
        if !report.questions.isEmpty {
            lines.append(
                "Nothing can be entered before the \(report.questions.count == 1 ? "question is" : "questions are") answered."
            )
        }
        return lines
    }

    /// The lines of the questions to answer first, each with the rows it is about and the option that answers it.
    private func questions(of report: ImportReport) -> [String] {
        let lines = report.questions.flatMap { question -> [String] in
            let places = question.lines.prefix(6).map(String.init).joined(separator: ", ")
            let text = "Line \(places): \(TextWidth.printable(question.message)) \(question.topic.answer)"
            return width.map { TextWidth.wrapped(text, to: $0) } ?? [text]
        }
        return lines.isEmpty ? [] : lines + [""]
    }

    /// The reading of a table, so that a wrong column is seen.
    private func columns(of report: ImportReport) -> [String] {
        let text = reading(of: report)
        return (width.map { TextWidth.wrapped(text, to: $0) } ?? [text]) + (report.mapping == nil ? [] : [""])
    }

    /// The format of a file with the columns that were read, in sentences.
    package func reading(of report: ImportReport) -> String {
        let unread = report.unread.map { "'\(TextWidth.printable($0))'" }.joined(separator: ", ")
        let rest = unread.isEmpty ? "" : " Not read: \(unread)."
        guard let mapping = report.mapping else { return "Read as \(Self.name(of: report.format)).\(rest)" }
        let columns = mapping.named.map { "\($0.role.name) from '\(TextWidth.printable($0.title))'" }
        let readings = [
            mapping.decimalMark.map { "decimal \($0.rawValue)" },
            mapping.dateOrder.map { $0.rawValue.replacing("-", with: " ") },
        ].compactMap(\.self)
        return "Columns: \(columns.joined(separator: ", "))"
            + (readings.isEmpty ? "." : " (\(readings.joined(separator: ", "))).") + rest
    }

    private static func name(of format: ImportFormat) -> String {
        switch format {
        case .csv, .ofx, .qif, .camt, .mt940: format.rawValue.uppercased()
        case .hledger, .ledger, .beancount: "a journal of \(format.rawValue)"
        case .firefly: "piggy banks of Firefly III"
        case .ghostfolio: "activities of Ghostfolio"
        case .rotki: "events of rotki"
        case .other: "a format that another program reads"
        }
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func rows(of report: ImportReport) -> [String] {
        var table = TextTable([
            .init("LINE", .right), .init("DATE"), .init("ASSET", rank: 2), .init("AMOUNT", .right), .init("", rank: 3),
            .init("NOTE", isFlexible: true, rank: 1),
        ])
        for row in report.rows {
            let tone: TextStyle.Emphasis =
                switch row.state {
                case .added, .linked, .corrected: .plain
                case .known, .empty, .leftOut: .weak
                case .twin: .attention
                case .refused: .bad
                }
            table.add([
                .init("\(row.line)", .weak), .init(row.day?.description ?? "", tone), .init(row.asset ?? "", tone),
                .init(row.amount.map { style.amount($0) } ?? "", tone),
                .init(row.state == .added ? "" : row.state.rawValue, tone),
                .init(row.reason ?? row.note ?? "", tone),
            ])
        }
        return table.lines(width: width, style: style) + [""]
    }

    /// What was written to a path.
    public func lines(exported kinds: [ArchiveService.KindCount], path: String, verb: String) -> [String] {
        let hasFiles = kinds.contains { $0.file != nil }
        var table = TextTable(
            [.init("KIND", isFlexible: true), .init("RECORDS", .right)] + (hasFiles ? [.init("FILE", rank: 1)] : []))
        for kind in kinds {
            table.add([.init(kind.kind), .init("\(kind.records)")] + (hasFiles ? [.init(kind.file ?? "")] : []))
        }
        let total = kinds.reduce(0) { $0 + $1.records }
        return ["\(verb) \(count(total, "record")) to \(path)."]
            + (kinds.isEmpty ? [] : [""] + table.lines(width: width, style: style))
    }

    /// What an archive added.
    public func lines(archived kinds: [ArchiveService.KindCount], verb: String) -> [String] {
        let (added, all) = kinds.reduce(into: (0, 0)) { sums, kind in
            sums.0 += kind.added
            sums.1 += kind.records
        }
        let known = added == all ? "" : " The other \(all - added) are there already."
        var table = TextTable([.init("KIND", isFlexible: true), .init("RECORDS", .right), .init("ADDED", .right)])
        for kind in kinds { table.add([.init(kind.kind), .init("\(kind.records)"), .init("\(kind.added)")]) }
        return ["\(verb) \(count(added, "record")) of the archive.\(known)", ""]
            + table.lines(width: width, style: style)
    }
}
